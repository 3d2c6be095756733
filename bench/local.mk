# Measurements; nothing here is installed or run by make check, which only compiles it.
check_PROGRAMS += bench/jp_bench_run
bench_jp_bench_run_SOURCES = bench/jp_bench_run.c
bench_jp_bench_run_LDADD =
EXTRA_DIST += bench/run.sh

bench: all corpus/unpacked/stamp bench/jp_bench_run$(EXEEXT) tests/tools/jp_symbolize_dump$(EXEEXT)
	@CORPUS='$(abs_top_builddir)/corpus/unpacked' top_builddir='$(abs_top_builddir)' \
	top_srcdir='$(abs_top_srcdir)' LC_ALL=C $(SHELL) '$(srcdir)/bench/run.sh'
.PHONY: bench

# gen-dump writes large dumps; read-speed reads dumps and tells how fast that was.
check_PROGRAMS += bench/gen-dump bench/read-speed
bench_gen_dump_SOURCES = bench/gen-dump.c
bench_gen_dump_LDADD = $(JP_LIBS)
bench_read_speed_SOURCES = bench/read-speed.c
bench_read_speed_LDADD = $(JP_LIBS)
