# Unit tests: one cmocka group per program, one program per file of lib/. All tests speak TAP.
TEST_EXTENSIONS = .sh
# No cache of names, neither the user's nor one that a test before left: /dev/null holds no folder.
AM_TESTS_ENVIRONMENT = \
	CMOCKA_MESSAGE_OUTPUT=TAP; export CMOCKA_MESSAGE_OUTPUT; \
	JEPROF_C='$(abs_top_builddir)/src/jeprof-c$(EXEEXT)'; export JEPROF_C; \
	CC='$(CC)'; export CC; MAKE='$(MAKE)'; export MAKE; \
	top_srcdir='$(abs_top_srcdir)'; export top_srcdir; \
	top_builddir='$(abs_top_builddir)'; export top_builddir; \
	CORPUS='$(abs_top_builddir)/corpus/unpacked'; export CORPUS; \
	XDG_CACHE_HOME=/dev/null; export XDG_CACHE_HOME; \
	LSAN_OPTIONS='suppressions=$(abs_top_srcdir)/tests/leaks.supp:print_suppressions=0'; export LSAN_OPTIONS; \
	LC_ALL=C; export LC_ALL; TZ=UTC; export TZ; NO_COLOR=1; export NO_COLOR;
LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
SH_LOG_DRIVER = $(LOG_DRIVER)
LOG_COMPILER = $(SHELL) $(top_srcdir)/build-aux/tap-cmocka.sh
EXTRA_DIST += build-aux/tap-cmocka.sh tests/leaks.supp

LDADD = $(JP_LIBS) $(CMOCKA_LIBS)

if HAVE_CMOCKA
include tests/unit/local.mk
endif
include tests/cli/local.mk
include tests/oracle/local.mk
include tests/browser/local.mk
include tests/simulation/local.mk
include tests/tools/local.mk

EXTRA_DIST += tests/valgrind.sh
check-valgrind: all corpus/unpacked/stamp tests/tools/jp_object_dump$(EXEEXT) tests/tools/jp_symbolize_dump$(EXEEXT)
	@$(AM_TESTS_ENVIRONMENT) $(SHELL) '$(srcdir)/tests/valgrind.sh'
.PHONY: check-valgrind
include tests/fuzz/local.mk
