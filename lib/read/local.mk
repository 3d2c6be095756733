lib_libjp_a_SOURCES += \
	lib/read/jp_dump.c \
	lib/read/jp_dump.h \
	lib/read/jp_dump_name.c \
	lib/read/jp_dump_name.h \
	lib/read/jp_gperftools.c \
	lib/read/jp_header.c \
	lib/read/jp_header.h \
	lib/read/jp_jemalloc.c \
	lib/read/jp_maps.c \
	lib/read/jp_maps.h \
	lib/read/jp_maps_line.c \
	lib/read/jp_maps_line.h \
	lib/read/jp_pprof.c \
	lib/read/jp_pprof.h \
	lib/read/jp_pprof_private.h \
	lib/read/jp_questions.c \
	lib/read/jp_questions.h \
	lib/read/jp_reader.c \
	lib/read/jp_reader.h \
	lib/read/jp_reader_dump.c \
	lib/read/jp_reader_maps.c \
	lib/read/jp_scan.c \
	lib/read/jp_sniff.c \
	lib/read/jp_sniff.h \
	lib/read/jp_symbols.c \
	lib/read/jp_unloaded.c \
	lib/read/jp_unloaded.h

if HAVE_PPROF
lib_libjp_a_SOURCES += \
	lib/read/jp_pprof_samples.c \
	lib/read/jp_pprof_tables.c
endif
