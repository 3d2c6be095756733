# Fuzz targets. In ordinary builds each is linked with a main that runs it over files; configured
# with CC=clang and --enable-fuzzing they are libFuzzer programs:
#   tests/fuzz/fuzz_dump -dict=../tests/fuzz/dump.dict found ../corpus/handmade
fuzz_targets = \
	tests/fuzz/fuzz_beside \
	tests/fuzz/fuzz_dump \
	tests/fuzz/fuzz_maps \
	tests/fuzz/fuzz_object \
	tests/fuzz/fuzz_pprof \
	tests/fuzz/fuzz_unpack
check_PROGRAMS += $(fuzz_targets)
TESTS += tests/fuzz/fuzz-corpus.sh
EXTRA_DIST += tests/fuzz/dump.dict tests/fuzz/fuzz-corpus.sh

tests_fuzz_fuzz_beside_SOURCES = tests/fuzz/fuzz_beside.c tests/fuzz/jp_fuzz.h
tests_fuzz_fuzz_dump_SOURCES = tests/fuzz/fuzz_dump.c tests/fuzz/jp_fuzz.h
tests_fuzz_fuzz_maps_SOURCES = tests/fuzz/fuzz_maps.c tests/fuzz/jp_fuzz.h
tests_fuzz_fuzz_object_SOURCES = tests/fuzz/fuzz_object.c tests/fuzz/jp_fuzz.h
tests_fuzz_fuzz_pprof_SOURCES = tests/fuzz/fuzz_pprof.c tests/fuzz/jp_fuzz.h
tests_fuzz_fuzz_unpack_SOURCES = tests/fuzz/fuzz_unpack.c tests/fuzz/jp_fuzz.h
tests_fuzz_fuzz_beside_LDADD = $(JP_LIBS)
tests_fuzz_fuzz_dump_LDADD = $(JP_LIBS)
tests_fuzz_fuzz_maps_LDADD = $(JP_LIBS)
tests_fuzz_fuzz_object_LDADD = $(JP_LIBS)
tests_fuzz_fuzz_pprof_LDADD = $(JP_LIBS)
tests_fuzz_fuzz_unpack_LDADD = $(JP_LIBS)

if ENABLE_FUZZING
tests_fuzz_fuzz_beside_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
tests_fuzz_fuzz_dump_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
tests_fuzz_fuzz_maps_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
tests_fuzz_fuzz_object_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
tests_fuzz_fuzz_pprof_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
tests_fuzz_fuzz_unpack_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
EXTRA_DIST += tests/fuzz/jp_fuzz_main.c
else
tests_fuzz_fuzz_beside_SOURCES += tests/fuzz/jp_fuzz_main.c
tests_fuzz_fuzz_dump_SOURCES += tests/fuzz/jp_fuzz_main.c
tests_fuzz_fuzz_maps_SOURCES += tests/fuzz/jp_fuzz_main.c
tests_fuzz_fuzz_object_SOURCES += tests/fuzz/jp_fuzz_main.c
tests_fuzz_fuzz_pprof_SOURCES += tests/fuzz/jp_fuzz_main.c
tests_fuzz_fuzz_unpack_SOURCES += tests/fuzz/jp_fuzz_main.c
endif
