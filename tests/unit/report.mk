# Unit tests of lib/analyze and lib/report. They draw their profiles by hand with jp_sketch.
unit_tests += tests/unit/t_top
unit_tests += tests/unit/t_report_text

tests_unit_t_top_SOURCES = tests/unit/t_top.c $(sketch)
tests_unit_t_report_text_SOURCES = tests/unit/t_report_text.c $(sketch)

sketch = tests/unit/jp_sketch.c tests/unit/jp_sketch.h

EXTRA_DIST += \
	tests/data/README.md \
	tests/data/relayd-base.collapsed \
	tests/data/relayd-base.text \
	tests/data/relayd.collapsed \
	tests/data/relayd.text
