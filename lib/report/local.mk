lib_libjp_a_SOURCES += \
	lib/report/jp_json.c \
	lib/report/jp_json.h \
	lib/report/jp_pprof_writer.h \
	lib/report/jp_raw_layout.c \
	lib/report/jp_raw_layout.h \
	lib/report/jp_raw_map.c \
	lib/report/jp_raw_map.h \
	lib/report/jp_raw_rows.c \
	lib/report/jp_raw_rows.h \
	lib/report/jp_report.c \
	lib/report/jp_report.h \
	lib/report/jp_report_callgrind.c \
	lib/report/jp_report_callgrind.h \
	lib/report/jp_report_churn.c \
	lib/report/jp_report_churn.h \
	lib/report/jp_report_collapsed.c \
	lib/report/jp_report_collapsed.h \
	lib/report/jp_report_diff.c \
	lib/report/jp_report_diff.h \
	lib/report/jp_report_disasm.c \
	lib/report/jp_report_disasm.h \
	lib/report/jp_report_dot.c \
	lib/report/jp_report_dot.h \
	lib/report/jp_report_fragments.c \
	lib/report/jp_report_fragments.h \
	lib/report/jp_report_gate.c \
	lib/report/jp_report_gate.h \
	lib/report/jp_report_gate_ci.c \
	lib/report/jp_report_info.c \
	lib/report/jp_report_info.h \
	lib/report/jp_report_list.c \
	lib/report/jp_report_list.h \
	lib/report/jp_report_leaks.c \
	lib/report/jp_report_leaks.h \
	lib/report/jp_report_leaks_table.c \
	lib/report/jp_report_peek.c \
	lib/report/jp_report_peek.h \
	lib/report/jp_report_pprof.h \
	lib/report/jp_report_raw.c \
	lib/report/jp_report_raw.h \
	lib/report/jp_report_site.c \
	lib/report/jp_report_site.h \
	lib/report/jp_report_sizes.c \
	lib/report/jp_report_sizes.h \
	lib/report/jp_report_speedscope.c \
	lib/report/jp_report_speedscope.h \
	lib/report/jp_report_symbols.c \
	lib/report/jp_report_symbols.h \
	lib/report/jp_report_tables.c \
	lib/report/jp_report_tables.h \
	lib/report/jp_report_tables_code.c \
	lib/report/jp_report_tables_code.h \
	lib/report/jp_report_text.c \
	lib/report/jp_report_threads.c \
	lib/report/jp_report_threads.h \
	lib/report/jp_report_traces.c \
	lib/report/jp_report_traces.h \
	lib/report/jp_report_tree.c \
	lib/report/jp_report_tree.h \
	lib/report/jp_table.c \
	lib/report/jp_table.h

if HAVE_PPROF
lib_libjp_a_SOURCES += \
	lib/report/jp_pprof_writer.c \
	lib/report/jp_report_pprof.c
endif
