# Unit tests of lib/store.
unit_tests += tests/unit/t_store
