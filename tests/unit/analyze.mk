# Unit tests of the statistics in lib/analyze; simulations have fixed seeds.
unit_tests += tests/unit/t_interval

EXTRA_DIST += tests/unit/jp_random.h
