# Tests of the command line, as scripts that speak TAP.
cli_tests = \
	tests/check-layers.sh \
	tests/cli/agree.sh \
	tests/cli/cache.sh \
	tests/cli/corpus.sh \
	tests/cli/demangle.sh \
	tests/cli/diff.sh \
	tests/cli/differences.sh \
	tests/cli/disasm.sh \
	tests/cli/docs.sh \
	tests/cli/dwarf-plain.sh \
	tests/cli/dwarf-reader.sh \
	tests/cli/dwarf-shapes.sh \
	tests/cli/dwarf-start.sh \
	tests/cli/errors.sh \
	tests/cli/exchange.sh \
	tests/cli/faults.sh \
	tests/cli/finder.sh \
	tests/cli/flame.sh \
	tests/cli/fold.sh \
	tests/cli/formats.sh \
	tests/cli/gate.sh \
	tests/cli/gen-dump.sh \
	tests/cli/golden.sh \
	tests/cli/growth.sh \
	tests/cli/handmade.sh \
	tests/cli/html.sh \
	tests/cli/info.sh \
	tests/cli/input.sh \
	tests/cli/jobs.sh \
	tests/cli/keep.sh \
	tests/cli/leaks.sh \
	tests/cli/library.sh \
	tests/cli/list.sh \
	tests/cli/malloc-stats.sh \
	tests/cli/markup.sh \
	tests/cli/modes.sh \
	tests/cli/object.sh \
	tests/cli/other-build.sh \
	tests/cli/output.sh \
	tests/cli/perf-map.sh \
	tests/cli/pictures.sh \
	tests/cli/pprof.sh \
	tests/cli/programs.sh \
	tests/cli/questions.sh \
	tests/cli/raw.sh \
	tests/cli/readme.sh \
	tests/cli/schema.sh \
	tests/cli/shapes.sh \
	tests/cli/shell.sh \
	tests/cli/sites.sh \
	tests/cli/split-places.sh \
	tests/cli/sql.sh \
	tests/cli/store-crash.sh \
	tests/cli/store-modes.sh \
	tests/cli/store-perf-map.sh \
	tests/cli/store-pprof.sh \
	tests/cli/store-upgrade.sh \
	tests/cli/store.sh \
	tests/cli/symbolize.sh \
	tests/cli/symbols.sh \
	tests/cli/threads.sh \
	tests/cli/unloaded.sh \
	tests/cli/usage.sh \
	tests/cli/uses.sh \
	tests/cli/variants.sh \
	tests/cli/visible.sh \
	tests/cli/weblist.sh
TESTS += $(cli_tests)
EXTRA_DIST += $(cli_tests)

# What they read.
EXTRA_DIST += \
	tests/cli/agree.awk \
	tests/cli/disasm.awk \
	tests/cli/dump-of.sh \
	tests/cli/flame.awk \
	tests/cli/frames.sh \
	tests/cli/golden.awk \
	tests/cli/growth.awk \
	tests/cli/pictures.awk \
	tests/cli/series.sh \
	tests/cli/shapes.tsv.xz \
	tests/cli/speedscope.schema.json \
	tests/cli/stacks.awk \
	tests/cli/statistics.awk \
	tests/cli/symbolizers.awk \
	tests/cli/symbolizers.tsv.xz \
	tests/cli/tap.sh \
	tests/cli/validate.jq \
	tests/data/heap.go \
	tests/data/loader.heap \
	tests/data/malloc-stats.heap \
	tests/data/malloc-stats.json \
	tests/data/malloc-stats.txt \
	tests/tools/ask-symbolizers.sh
