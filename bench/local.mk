# Measurements; nothing here is installed or run by make check, which only compiles it.
#
# gen-dump writes large dumps; read-speed reads dumps and tells how fast that was; jp_bench_run
# times any command. make bench runs bench/run.sh over all of them.
bench_programs = \
	bench/gen-dump$(EXEEXT) \
	bench/jp_bench_run$(EXEEXT) \
	bench/read-speed$(EXEEXT) \
	tests/tools/jp_symbolize_dump$(EXEEXT)
check_PROGRAMS += bench/gen-dump bench/jp_bench_run bench/read-speed
bench_gen_dump_SOURCES = bench/gen-dump.c
bench_gen_dump_LDADD = $(JP_LIBS)
bench_jp_bench_run_SOURCES = bench/jp_bench_run.c
bench_jp_bench_run_LDADD =
bench_read_speed_SOURCES = bench/read-speed.c
bench_read_speed_LDADD = $(JP_LIBS)
EXTRA_DIST += bench/run.sh

bench: all corpus/unpacked/stamp $(bench_programs)
	@CORPUS='$(abs_top_builddir)/corpus/unpacked' top_builddir='$(abs_top_builddir)' \
	LC_ALL=C $(SHELL) '$(srcdir)/bench/run.sh'
.PHONY: bench
