lib_libjp_a_SOURCES += \
	lib/base/jp_arena.c \
	lib/base/jp_arena.h \
	lib/base/jp_attr.h \
	lib/base/jp_buf.c \
	lib/base/jp_buf.h \
	lib/base/jp_dense.c \
	lib/base/jp_dense.h \
	lib/base/jp_diag.c \
	lib/base/jp_diag.h \
	lib/base/jp_digest.c \
	lib/base/jp_digest.h \
	lib/base/jp_error.c \
	lib/base/jp_error.h \
	lib/base/jp_file.c \
	lib/base/jp_file.h \
	lib/base/jp_file_write.c \
	lib/base/jp_index.c \
	lib/base/jp_index.h \
	lib/base/jp_intern.c \
	lib/base/jp_intern.h \
	lib/base/jp_json_read.c \
	lib/base/jp_json_read.h \
	lib/base/jp_markup.c \
	lib/base/jp_markup.h \
	lib/base/jp_mem.c \
	lib/base/jp_mem.h \
	lib/base/jp_number.c \
	lib/base/jp_number.h \
	lib/base/jp_order.c \
	lib/base/jp_order.h \
	lib/base/jp_pack.c \
	lib/base/jp_pack.h \
	lib/base/jp_parallel.c \
	lib/base/jp_parallel.h \
	lib/base/jp_quote.c \
	lib/base/jp_quote.h \
	lib/base/jp_regex.c \
	lib/base/jp_regex.h \
	lib/base/jp_span.c \
	lib/base/jp_span.h \
	lib/base/jp_stream.c \
	lib/base/jp_stream.h \
	lib/base/jp_subset.c \
	lib/base/jp_subset.h \
	lib/base/jp_sum.h \
	lib/base/jp_time.c \
	lib/base/jp_time.h \
	lib/base/jp_unpack.c \
	lib/base/jp_unpack.h \
	lib/base/jp_vec.h \
	lib/base/jp_visible.c \
	lib/base/jp_visible.h
EXTRA_DIST += lib/base/jp_pprof.proto

if HAVE_PPROF
nodist_lib_libjp_a_SOURCES += lib/base/jp_pprof.pb-c.c lib/base/jp_pprof.pb-c.h
BUILT_SOURCES += lib/base/jp_pprof.pb-c.h
CLEANFILES += lib/base/jp_pprof.pb-c.c lib/base/jp_pprof.pb-c.h

lib/base/jp_pprof.pb-c.c: $(srcdir)/lib/base/jp_pprof.proto
	$(AM_V_GEN)$(MKDIR_P) lib/base && \
	    $(PROTOC_C) --c_out=lib/base --proto_path=$(srcdir)/lib/base $(srcdir)/lib/base/jp_pprof.proto
lib/base/jp_pprof.pb-c.h: lib/base/jp_pprof.pb-c.c
endif
