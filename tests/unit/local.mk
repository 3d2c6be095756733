# A unit test is one line here: program tests/unit/t_x is made of tests/unit/t_x.c and linked with
# the library and cmocka (LDADD of tests/local.mk).
unit_tests =

include tests/unit/base.mk
include tests/unit/read.mk
include tests/unit/symbol.mk
include tests/unit/profile.mk
include tests/unit/analyze.mk
include tests/unit/report.mk
include tests/unit/draw.mk
include tests/unit/store.mk
include tests/unit/program.mk
include tests/unit/api.mk

EXTRA_DIST += tests/unit/jp_test.h tests/unit/jp_test_profile.h
check_PROGRAMS += $(unit_tests)
TESTS += $(unit_tests)
