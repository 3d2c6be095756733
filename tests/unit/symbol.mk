# Unit tests of lib/symbol.
EXTRA_DIST += tests/unit/jp_test_elf.h
unit_tests += tests/unit/t_demangle
unit_tests += tests/unit/t_dwarf_cursor
unit_tests += tests/unit/t_dwarf_damage
unit_tests += tests/unit/t_dwarf_reader
unit_tests += tests/unit/t_names
unit_tests += tests/unit/t_object
unit_tests += tests/unit/t_symbolize
unit_tests += tests/unit/t_worker
unit_tests += tests/unit/t_worker_damage
tests_unit_t_object_SOURCES = tests/unit/t_object.c tests/unit/jp_test_elf.c
tests_unit_t_symbolize_SOURCES = tests/unit/t_symbolize.c tests/unit/jp_test_elf.c
unit_tests += tests/unit/t_finder
tests_unit_t_finder_SOURCES = tests/unit/t_finder.c tests/unit/jp_test_elf.c
tests_unit_t_dwarf_damage_SOURCES = tests/unit/t_dwarf_damage.c tests/unit/jp_test_elf.c
tests_unit_t_worker_SOURCES = tests/unit/t_worker.c tests/unit/jp_test_elf.c
