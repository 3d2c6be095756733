# Unit tests of lib/analyze and lib/report. They draw their profiles by hand with jp_sketch.
unit_tests += tests/unit/t_calls
unit_tests += tests/unit/t_graph
unit_tests += tests/unit/t_listing
unit_tests += tests/unit/t_raw_layout
unit_tests += tests/unit/t_report_callgrind
unit_tests += tests/unit/t_report_collapsed
unit_tests += tests/unit/t_report_peek
unit_tests += tests/unit/t_report_pprof
unit_tests += tests/unit/t_report_raw
unit_tests += tests/unit/t_report_speedscope
unit_tests += tests/unit/t_report_text
unit_tests += tests/unit/t_report_traces
unit_tests += tests/unit/t_report_tree
unit_tests += tests/unit/t_rank
unit_tests += tests/unit/t_runs
unit_tests += tests/unit/t_table
unit_tests += tests/unit/t_top
unit_tests += tests/unit/t_tree

sketch = tests/unit/jp_sketch.c tests/unit/jp_sketch.h
tests_unit_t_calls_SOURCES = tests/unit/t_calls.c $(sketch)
tests_unit_t_graph_SOURCES = tests/unit/t_graph.c $(sketch)
tests_unit_t_listing_SOURCES = tests/unit/t_listing.c $(sketch)
tests_unit_t_raw_layout_SOURCES = tests/unit/t_raw_layout.c
tests_unit_t_report_callgrind_SOURCES = tests/unit/t_report_callgrind.c $(sketch)
tests_unit_t_report_collapsed_SOURCES = tests/unit/t_report_collapsed.c $(sketch)
tests_unit_t_report_peek_SOURCES = tests/unit/t_report_peek.c $(sketch)
tests_unit_t_report_pprof_SOURCES = tests/unit/t_report_pprof.c $(sketch)
tests_unit_t_report_raw_SOURCES = tests/unit/t_report_raw.c $(sketch)
tests_unit_t_report_speedscope_SOURCES = tests/unit/t_report_speedscope.c $(sketch)
tests_unit_t_report_text_SOURCES = tests/unit/t_report_text.c $(sketch)
tests_unit_t_report_traces_SOURCES = tests/unit/t_report_traces.c $(sketch)
tests_unit_t_report_tree_SOURCES = tests/unit/t_report_tree.c $(sketch)
tests_unit_t_rank_SOURCES = tests/unit/t_rank.c $(sketch)
tests_unit_t_runs_SOURCES = tests/unit/t_runs.c $(sketch)
tests_unit_t_table_SOURCES = tests/unit/t_table.c $(sketch)
tests_unit_t_top_SOURCES = tests/unit/t_top.c $(sketch)
tests_unit_t_tree_SOURCES = tests/unit/t_tree.c $(sketch)

EXTRA_DIST += \
	tests/data/README.md \
	tests/data/relayd.collapsed \
	tests/data/relayd.dot \
	tests/data/relayd.text \
	tests/data/relayd-base.collapsed \
	tests/data/relayd-base.dot \
	tests/data/relayd-base.text \
	tests/data/relayd-base.text-bytes \
	tests/data/relayd.dot-bytes-heapcheck \
	tests/data/relayd.dot-nolimits \
	tests/data/relayd.dot-small \
	tests/data/relayd.text-bytes
