bin_PROGRAMS += src/jeprof-c
src_jeprof_c_SOURCES = \
	src/jp_help.c \
	src/jp_help.h \
	src/jp_modes.def \
	src/jp_options.c \
	src/jp_options.def \
	src/jp_options.h \
	src/jp_options_parse.c \
	src/jp_say.c \
	src/jp_say.h \
	src/jp_spelling.c \
	src/jp_spelling.h \
	src/main.c
src_jeprof_c_LDADD = $(JP_LIBS)

# Writes the manual and the completions from the option table; see doc/local.mk.
noinst_PROGRAMS += src/jp-docs
src_jp_docs_SOURCES = \
	src/jp_docs.c \
	src/jp_docs.h \
	src/jp_docs_manual.c \
	src/jp_docs_shell.c \
	src/jp_help.c \
	src/jp_options.c
src_jp_docs_LDADD = $(JP_LIBS)
