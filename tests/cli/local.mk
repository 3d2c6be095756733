# Tests of the command line, as scripts that speak TAP.
TESTS += tests/check-layers.sh
EXTRA_DIST += tests/check-layers.sh tests/cli/tap.sh
TESTS += tests/cli/docs.sh
EXTRA_DIST += tests/cli/docs.sh
TESTS += tests/cli/usage.sh
EXTRA_DIST += tests/cli/usage.sh
TESTS += tests/cli/corpus.sh
EXTRA_DIST += tests/cli/corpus.sh
TESTS += tests/cli/dwarf-reader.sh
EXTRA_DIST += tests/cli/dwarf-reader.sh
TESTS += tests/cli/demangle.sh tests/cli/object.sh
EXTRA_DIST += tests/cli/demangle.sh tests/cli/object.sh
TESTS += tests/cli/symbolize.sh
EXTRA_DIST += tests/cli/symbolize.sh tests/cli/symbolizers.awk tests/cli/symbolizers.tsv.xz tests/tools/ask-symbolizers.sh
TESTS += tests/cli/demangle.sh tests/cli/finder.sh tests/cli/object.sh
EXTRA_DIST += tests/cli/demangle.sh tests/cli/finder.sh tests/cli/object.sh
