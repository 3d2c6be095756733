lib_libjp_a_SOURCES += \
	lib/base/jp_arena.c \
	lib/base/jp_arena.h \
	lib/base/jp_attr.h \
	lib/base/jp_buf.c \
	lib/base/jp_buf.h \
	lib/base/jp_diag.c \
	lib/base/jp_diag.h \
	lib/base/jp_error.c \
	lib/base/jp_error.h \
	lib/base/jp_file.c \
	lib/base/jp_file.h \
	lib/base/jp_index.c \
	lib/base/jp_index.h \
	lib/base/jp_intern.c \
	lib/base/jp_intern.h \
	lib/base/jp_mem.c \
	lib/base/jp_mem.h \
	lib/base/jp_number.c \
	lib/base/jp_number.h \
	lib/base/jp_regex.c \
	lib/base/jp_regex.h \
	lib/base/jp_span.c \
	lib/base/jp_span.h \
	lib/base/jp_sum.h \
	lib/base/jp_unpack.c \
	lib/base/jp_unpack.h \
	lib/base/jp_vec.h
