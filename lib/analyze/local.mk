lib_libjp_a_SOURCES += \
	lib/analyze/jp_assembly.c \
	lib/analyze/jp_assembly.h \
	lib/analyze/jp_calls.c \
	lib/analyze/jp_calls.h \
	lib/analyze/jp_errors.c \
	lib/analyze/jp_errors.h \
	lib/analyze/jp_graph.c \
	lib/analyze/jp_graph.h \
	lib/analyze/jp_interval.c \
	lib/analyze/jp_interval.h \
	lib/analyze/jp_listing.c \
	lib/analyze/jp_listing.h \
	lib/analyze/jp_peek.c \
	lib/analyze/jp_peek.h \
	lib/analyze/jp_tally.c \
	lib/analyze/jp_tally.h \
	lib/analyze/jp_rank.c \
	lib/analyze/jp_rank.h \
	lib/analyze/jp_runs.c \
	lib/analyze/jp_runs.h \
	lib/analyze/jp_top.c \
	lib/analyze/jp_top.h \
	lib/analyze/jp_tree.c \
	lib/analyze/jp_tree.h \
	lib/analyze/jp_walk.c \
	lib/analyze/jp_walk.h
