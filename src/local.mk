# The same sources twice: jeprof-c without the modes that need large libraries, and jeprof-c-full
# with them, which the first one starts for these modes; see src/jp_elsewhere.h.
bin_PROGRAMS += src/jeprof-c
libexec_PROGRAMS += src/jeprof-c-full
jeprof_c_sources = \
	src/jp_arguments.c \
	src/jp_arguments.h \
	src/jp_choice.c \
	src/jp_choice.h \
	src/jp_chosen.c \
	src/jp_chosen.h \
	src/jp_deliver.c \
	src/jp_deliver.h \
	src/jp_elsewhere.h \
	src/jp_headline.c \
	src/jp_headline.h \
	src/jp_help.c \
	src/jp_help.h \
	src/jp_leak_search.c \
	src/jp_leak_search.h \
	src/jp_mode.c \
	src/jp_mode.h \
	src/jp_mode_callgrind.c \
	src/jp_mode_churn.c \
	src/jp_mode_collapsed.c \
	src/jp_mode_db_info.c \
	src/jp_mode_diff.c \
	src/jp_mode_dot.c \
	src/jp_mode_flame.c \
	src/jp_mode_gate.c \
	src/jp_mode_html.c \
	src/jp_mode_info.c \
	src/jp_mode_keep.c \
	src/jp_mode_leaks.c \
	src/jp_mode_list.c \
	src/jp_mode_malloc_stats.c \
	src/jp_mode_peek.c \
	src/jp_mode_pprof.c \
	src/jp_mode_raw.c \
	src/jp_mode_sizes.c \
	src/jp_mode_speedscope.c \
	src/jp_mode_sql.c \
	src/jp_mode_symbols.c \
	src/jp_mode_text.c \
	src/jp_mode_threads.c \
	src/jp_mode_traces.c \
	src/jp_mode_tree.c \
	src/jp_modes.def \
	src/jp_options.c \
	src/jp_options.def \
	src/jp_options.h \
	src/jp_options_parse.c \
	src/jp_perf_maps.c \
	src/jp_perf_maps.h \
	src/jp_piped.c \
	src/jp_piped.h \
	src/jp_progress.c \
	src/jp_progress.h \
	src/jp_say.c \
	src/jp_say.h \
	src/jp_session.c \
	src/jp_session.h \
	src/jp_session_check.c \
	src/jp_session_filters.c \
	src/jp_session_names.c \
	src/jp_session_private.h \
	src/jp_session_read.c \
	src/jp_session_read.h \
	src/jp_spelling.c \
	src/jp_spelling.h \
	src/jp_sql_print.c \
	src/jp_sql_print.h \
	src/jp_stored.c \
	src/jp_stored.h \
	src/jp_stored_import.c \
	src/jp_stored_private.h \
	src/jp_target.c \
	src/jp_target.h \
	src/jp_threads.c \
	src/jp_threads.h \
	src/jp_uses.c \
	src/jp_uses.def \
	src/jp_uses.h \
	src/jp_viewer.c \
	src/jp_viewer.h \
	src/main.c
src_jeprof_c_SOURCES = $(jeprof_c_sources) src/jp_elsewhere.c
src_jeprof_c_LDADD = lib/libjp.a $(IBERTY_LIBS) $(STARTUP_LIBS)
src_jeprof_c_full_SOURCES = $(jeprof_c_sources) \
	src/jp_elsewhere_none.c \
	src/jp_mode_disasm.c \
	src/jp_mode_interactive.c \
	src/jp_mode_picture.c \
	src/jp_mode_weblist.c \
	src/jp_shell.h \
	src/jp_shell_commands.c \
	src/jp_shell_complete.c \
	src/jp_shell_complete.h \
	src/jp_shell_do.c \
	src/jp_shell_input.c \
	src/jp_shell_input.h \
	src/jp_shell_options.c \
	src/jp_shell_options.h \
	src/jp_shell_report.c \
	src/jp_shell_report.h \
	src/jp_shell_session.c \
	src/jp_shell_session.h \
	src/jp_shell_words.c \
	src/jp_shell_words.h
src_jeprof_c_full_LDADD = $(JP_LIBS) $(LIBEDIT_LIBS)

# Writes the manual and the completions from the option table; see doc/local.mk.
noinst_PROGRAMS += src/jp-docs
src_jp_docs_SOURCES = \
	src/jp_docs.c \
	src/jp_docs.h \
	src/jp_docs_manual.c \
	src/jp_docs_shell.c \
	src/jp_help.c \
	src/jp_options.c
src_jp_docs_LDADD = $(JP_LIBS)
