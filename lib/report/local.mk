lib_libjp_a_SOURCES += \
	lib/report/jp_json.c \
	lib/report/jp_json.h \
	lib/report/jp_report.c \
	lib/report/jp_report.h \
	lib/report/jp_report_callgrind.c \
	lib/report/jp_report_callgrind.h \
	lib/report/jp_report_collapsed.c \
	lib/report/jp_report_collapsed.h \
	lib/report/jp_report_dot.c \
	lib/report/jp_report_dot.h \
	lib/report/jp_report_peek.c \
	lib/report/jp_report_peek.h \
	lib/report/jp_report_raw.c \
	lib/report/jp_report_raw.h \
	lib/report/jp_report_tables.c \
	lib/report/jp_report_tables.h \
	lib/report/jp_report_text.c \
	lib/report/jp_report_traces.c \
	lib/report/jp_report_traces.h \
	lib/report/jp_report_tree.c \
	lib/report/jp_report_tree.h \
	lib/report/jp_table.c \
	lib/report/jp_table.h
