# Unit tests of lib/base.
unit_tests += \
	tests/unit/t_arena \
	tests/unit/t_base \
	tests/unit/t_buf \
	tests/unit/t_dense \
	tests/unit/t_diag \
	tests/unit/t_digest \
	tests/unit/t_error \
	tests/unit/t_file \
	tests/unit/t_index \
	tests/unit/t_json_read \
	tests/unit/t_memory \
	tests/unit/t_number \
	tests/unit/t_order \
	tests/unit/t_parallel \
	tests/unit/t_regex \
	tests/unit/t_span \
	tests/unit/t_stream \
	tests/unit/t_subset \
	tests/unit/t_time \
	tests/unit/t_visible

# Every call of these goes through a function of the test that can fail.
tests_unit_t_memory_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=realloc -Wl,--wrap=aligned_alloc \
	-Wl,--wrap=inflateInit2_ -Wl,--wrap=ZSTD_createDCtx
