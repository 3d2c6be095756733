# Unit tests of src.
unit_tests += tests/unit/t_options
tests_unit_t_options_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/src
tests_unit_t_options_SOURCES = \
	src/jp_options.c \
	src/jp_options_parse.c \
	src/jp_spelling.c \
	tests/unit/t_options.c

unit_tests += tests/unit/t_threads
tests_unit_t_threads_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/src
tests_unit_t_threads_SOURCES = src/jp_threads.c tests/unit/t_threads.c
