# The recorded reports of Perl jeprof against ours. The scripts leave the lines of differences.tsv
# that they needed in used-*; the last one looks at all of them.
oracle_comparisons = \
	tests/oracle/oracle-c.sh \
	tests/oracle/oracle-cpp.sh \
	tests/oracle/oracle-handmade.sh \
	tests/oracle/oracle-rust.sh
TESTS += $(oracle_comparisons) tests/oracle/listed.sh tests/oracle/truth.sh
EXTRA_DIST += \
	$(oracle_comparisons) \
	tests/oracle/compare.awk \
	tests/oracle/differences.tsv \
	tests/oracle/listed.sh \
	tests/oracle/oracle.sh \
	tests/oracle/system.awk \
	tests/oracle/truth.sh

tests/oracle/listed.log: tests/oracle/oracle-c.log tests/oracle/oracle-cpp.log tests/oracle/oracle-handmade.log \
	tests/oracle/oracle-rust.log
clean-oracle:
	rm -f tests/oracle/used-*
.PHONY: clean-oracle
clean-local: clean-oracle
