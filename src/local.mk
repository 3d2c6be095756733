bin_PROGRAMS += src/jeprof-c
src_jeprof_c_SOURCES = src/main.c
src_jeprof_c_LDADD = lib/libjp.la
