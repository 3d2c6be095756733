# Unit tests of the statistics in lib/analyze; simulations have fixed seeds.
unit_tests += tests/unit/t_diff
unit_tests += tests/unit/t_gate
unit_tests += tests/unit/t_interval
unit_tests += tests/unit/t_leaks
unit_tests += tests/unit/t_series
unit_tests += tests/unit/t_sites
unit_tests += tests/unit/t_sizes
unit_tests += tests/unit/t_tail
unit_tests += tests/unit/t_trend

simulate = tests/unit/jp_simulate.c tests/unit/jp_simulate.h
tests_unit_t_diff_SOURCES = tests/unit/t_diff.c $(simulate)
tests_unit_t_leaks_SOURCES = tests/unit/t_leaks.c $(simulate)

EXTRA_DIST += tests/unit/jp_random.h
