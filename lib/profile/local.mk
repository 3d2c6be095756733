lib_libjp_a_SOURCES += \
	lib/profile/jp_allocator.c \
	lib/profile/jp_allocator.h \
	lib/profile/jp_allocator_module.c \
	lib/profile/jp_allocator_name.c \
	lib/profile/jp_allocator_name.h \
	lib/profile/jp_bare.c \
	lib/profile/jp_bare.h \
	lib/profile/jp_brackets.c \
	lib/profile/jp_brackets.h \
	lib/profile/jp_builds.c \
	lib/profile/jp_builds.h \
	lib/profile/jp_code.c \
	lib/profile/jp_code.h \
	lib/profile/jp_code_files.c \
	lib/profile/jp_code_files.h \
	lib/profile/jp_dump_time.c \
	lib/profile/jp_dump_time.h \
	lib/profile/jp_extents.c \
	lib/profile/jp_extents.h \
	lib/profile/jp_fold.c \
	lib/profile/jp_fold.h \
	lib/profile/jp_jit.c \
	lib/profile/jp_jit.h \
	lib/profile/jp_join.c \
	lib/profile/jp_join.h \
	lib/profile/jp_join_check.c \
	lib/profile/jp_join_pprof.c \
	lib/profile/jp_join_pprof.h \
	lib/profile/jp_join_private.h \
	lib/profile/jp_join_stacks.c \
	lib/profile/jp_join_tell.c \
	lib/profile/jp_malloc_stats.c \
	lib/profile/jp_malloc_stats.h \
	lib/profile/jp_mappings.c \
	lib/profile/jp_mappings.h \
	lib/profile/jp_module_facts.c \
	lib/profile/jp_module_facts.h \
	lib/profile/jp_modules.c \
	lib/profile/jp_modules.h \
	lib/profile/jp_modules_describe.c \
	lib/profile/jp_modules_private.h \
	lib/profile/jp_name_table.c \
	lib/profile/jp_name_table.h \
	lib/profile/jp_naming.c \
	lib/profile/jp_naming.h \
	lib/profile/jp_naming_jeprof.c \
	lib/profile/jp_naming_short.c \
	lib/profile/jp_narrow.c \
	lib/profile/jp_narrow.h \
	lib/profile/jp_noise.c \
	lib/profile/jp_noise.h \
	lib/profile/jp_origin.c \
	lib/profile/jp_origin.h \
	lib/profile/jp_plumbing.c \
	lib/profile/jp_plumbing.h \
	lib/profile/jp_pprof_names.c \
	lib/profile/jp_pprof_names.h \
	lib/profile/jp_process.c \
	lib/profile/jp_process.h \
	lib/profile/jp_profile.c \
	lib/profile/jp_profile.h \
	lib/profile/jp_remedy.c \
	lib/profile/jp_remedy.h \
	lib/profile/jp_resolve.c \
	lib/profile/jp_resolve.h \
	lib/profile/jp_resolve_tell.c \
	lib/profile/jp_resolve_tell.h \
	lib/profile/jp_rounding.c \
	lib/profile/jp_rounding.h \
	lib/profile/jp_routines.c \
	lib/profile/jp_routines.h \
	lib/profile/jp_rules.c \
	lib/profile/jp_rules.h \
	lib/profile/jp_rules_match.c \
	lib/profile/jp_samples.c \
	lib/profile/jp_samples.h \
	lib/profile/jp_shortener.h \
	lib/profile/jp_shortener_path.c \
	lib/profile/jp_shortener_type.c \
	lib/profile/jp_sources.c \
	lib/profile/jp_sources.h \
	lib/profile/jp_stack_facts.c \
	lib/profile/jp_stack_facts.h \
	lib/profile/jp_stack_index.c \
	lib/profile/jp_stack_index.h \
	lib/profile/jp_stack_memo.c \
	lib/profile/jp_stack_memo.h \
	lib/profile/jp_stack_order.c \
	lib/profile/jp_stack_order.h \
	lib/profile/jp_thread_pairs.c \
	lib/profile/jp_thread_pairs.h \
	lib/profile/jp_totals.c \
	lib/profile/jp_totals.h \
	lib/profile/jp_twin.c \
	lib/profile/jp_twin.h \
	lib/profile/jp_unbias.c \
	lib/profile/jp_unbias.h \
	lib/profile/jp_vaddr.c \
	lib/profile/jp_vaddr.h \
	lib/profile/jp_view.c \
	lib/profile/jp_view.h \
	lib/profile/jp_view_judge.c \
	lib/profile/jp_view_parts.h \
	lib/profile/jp_view_values.c \
	lib/profile/jp_whole.c \
	lib/profile/jp_whole.h

nodist_lib_libjp_a_SOURCES += lib/profile/frames_rules.c
CLEANFILES += lib/profile/frames_rules.c
EXTRA_DIST += lib/profile/frames.rules build-aux/embed.sh

lib/profile/frames_rules.c: $(srcdir)/lib/profile/frames.rules $(srcdir)/build-aux/embed.sh
	$(AM_V_GEN)$(MKDIR_P) lib/profile && \
	$(SHELL) $(srcdir)/build-aux/embed.sh jp_frames_rules \
		$(srcdir)/lib/profile/frames.rules >$@.tmp && mv $@.tmp $@
