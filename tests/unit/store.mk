# Unit tests of lib/store.
unit_tests += tests/unit/t_store
tests_unit_t_store_SOURCES = tests/unit/t_store.c tests/unit/jp_random_dump.c tests/unit/jp_random_dump.h
unit_tests += tests/unit/t_store_open
tests_unit_t_store_open_SOURCES = tests/unit/t_store_open.c
