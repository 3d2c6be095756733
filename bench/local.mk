# Measurements; nothing here is installed or run by make check, which only compiles it.
#
# gen-dump writes large dumps; read-speed reads dumps and tells how fast that was; jp_bench_run
# times any command; jp_bench_addresses draws addresses; jp_bench_read reads debug sections and
# nothing else; libdw-frames is another symbolizer, made where elfutils' libdw can be had. make bench
# runs bench/run.sh over all of them, and bench/store.sh, which make bench-store runs alone.
bench_programs = \
	bench/gen-dump$(EXEEXT) \
	bench/jp_bench_addresses$(EXEEXT) \
	bench/jp_bench_read$(EXEEXT) \
	bench/jp_bench_run$(EXEEXT) \
	bench/read-speed$(EXEEXT) \
	tests/tools/jp_dwarf_frames$(EXEEXT)
check_PROGRAMS += bench/gen-dump bench/jp_bench_addresses bench/jp_bench_read bench/jp_bench_run \
	bench/read-speed
bench_gen_dump_SOURCES = bench/gen-dump.c
bench_gen_dump_LDADD = $(JP_LIBS)
bench_jp_bench_run_SOURCES = bench/jp_bench_run.c
bench_jp_bench_run_LDADD =
bench_read_speed_SOURCES = bench/read-speed.c
bench_read_speed_LDADD = $(JP_LIBS)
bench_jp_bench_addresses_SOURCES = bench/jp_bench_addresses.c
bench_jp_bench_addresses_LDADD = $(JP_LIBS)
bench_jp_bench_read_SOURCES = bench/jp_bench_read.c
bench_jp_bench_read_LDADD = $(ELF_LIBS)
EXTRA_DIST += bench/run.sh bench/store.sh bench/table.sh
# Another symbolizer, over Rust's gimli, which its build.sh makes where cargo is.
EXTRA_DIST += \
	bench/gimli-frames/Cargo.toml \
	bench/gimli-frames/build.sh \
	bench/gimli-frames/src/main.rs

if HAVE_LIBDW
bench_programs += bench/libdw-frames$(EXEEXT)
check_PROGRAMS += bench/libdw-frames
bench_libdw_frames_SOURCES = bench/libdw-frames.c
bench_libdw_frames_CPPFLAGS = $(AM_CPPFLAGS) $(LIBDW_CFLAGS)
bench_libdw_frames_LDADD = lib/libjp.a $(LIBDW_LIBS) $(ELF_LIBS)
endif

bench_environment = CORPUS='$(abs_top_builddir)/corpus/unpacked' BENCH='$(abs_srcdir)/bench' \
	top_builddir='$(abs_top_builddir)' LC_ALL=C

bench: bench-tools bench-store
bench-tools: all corpus/unpacked/stamp $(bench_programs)
	@$(bench_environment) $(SHELL) '$(srcdir)/bench/run.sh'
bench-symbolizers: all corpus/unpacked/stamp $(bench_programs)
	@ONLY=symbolizers $(bench_environment) $(SHELL) '$(srcdir)/bench/run.sh'
bench-store: all corpus/unpacked/stamp $(bench_programs)
	@$(bench_environment) $(SHELL) '$(srcdir)/bench/store.sh'
.PHONY: bench bench-tools bench-symbolizers bench-store
