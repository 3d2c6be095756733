# Unit tests of lib/read.
unit_tests += \
	tests/unit/t_dump \
	tests/unit/t_dump_cut \
	tests/unit/t_dump_name \
	tests/unit/t_dump_window \
	tests/unit/t_handmade \
	tests/unit/t_maps \
	tests/unit/t_sniff
EXTRA_DIST += tests/unit/jp_test_dump.h
