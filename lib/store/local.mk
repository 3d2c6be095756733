lib_libjp_a_SOURCES += \
	lib/store/jp_closure.c \
	lib/store/jp_closure.h \
	lib/store/jp_dictionary.c \
	lib/store/jp_dictionary.h \
	lib/store/jp_dictionary_read.c \
	lib/store/jp_dictionary_write.c \
	lib/store/jp_rows.c \
	lib/store/jp_rows.h \
	lib/store/jp_sql.c \
	lib/store/jp_sql.h \
	lib/store/jp_store.h \
	lib/store/jp_store_cum.c \
	lib/store/jp_store_cum.h \
	lib/store/jp_store_dump.c \
	lib/store/jp_store_dump.h \
	lib/store/jp_store_fetch.c \
	lib/store/jp_store_fetch.h \
	lib/store/jp_store_fetch_names.c \
	lib/store/jp_store_fetch_private.h \
	lib/store/jp_store_find.c \
	lib/store/jp_store_functions.c \
	lib/store/jp_store_functions.h \
	lib/store/jp_store_growth.c \
	lib/store/jp_store_growth.h \
	lib/store/jp_store_import.c \
	lib/store/jp_store_jit.c \
	lib/store/jp_store_jit.h \
	lib/store/jp_store_keep.c \
	lib/store/jp_store_load.c \
	lib/store/jp_store_map.c \
	lib/store/jp_store_map.h \
	lib/store/jp_store_maps.c \
	lib/store/jp_store_maps.h \
	lib/store/jp_store_new.c \
	lib/store/jp_store_open.c \
	lib/store/jp_store_private.h \
	lib/store/jp_store_query.c \
	lib/store/jp_store_query.h \
	lib/store/jp_store_records.c \
	lib/store/jp_store_records.h \
	lib/store/jp_store_resymbolize.c \
	lib/store/jp_store_series.c \
	lib/store/jp_store_series.h \
	lib/store/jp_store_table.c \
	lib/store/jp_store_table.h \
	lib/store/jp_store_tables.c \
	lib/store/jp_store_upgrade.c

nodist_lib_libjp_a_SOURCES += \
	lib/store/jp_store_info.c \
	lib/store/jp_store_schema.c \
	lib/store/jp_store_sizes.c \
	lib/store/jp_store_upgrade_1.c \
	lib/store/jp_store_views.c
CLEANFILES += \
	lib/store/jp_store_info.c \
	lib/store/jp_store_schema.c \
	lib/store/jp_store_sizes.c \
	lib/store/jp_store_upgrade_1.c \
	lib/store/jp_store_views.c
EXTRA_DIST += \
	lib/store/info.sql \
	lib/store/schema.sql \
	lib/store/sizes.sql \
	lib/store/upgrade-1.sql \
	lib/store/views.sql

lib/store/jp_store_info.c: $(srcdir)/lib/store/info.sql $(srcdir)/build-aux/embed.sh
	$(AM_V_GEN)$(MKDIR_P) lib/store && $(SHELL) $(srcdir)/build-aux/embed.sh jp_store_info $(srcdir)/lib/store/info.sql >$@.tmp && mv $@.tmp $@
lib/store/jp_store_schema.c: $(srcdir)/lib/store/schema.sql $(srcdir)/build-aux/embed.sh
	$(AM_V_GEN)$(MKDIR_P) lib/store && $(SHELL) $(srcdir)/build-aux/embed.sh jp_store_schema $(srcdir)/lib/store/schema.sql >$@.tmp && mv $@.tmp $@
lib/store/jp_store_sizes.c: $(srcdir)/lib/store/sizes.sql $(srcdir)/build-aux/embed.sh
	$(AM_V_GEN)$(MKDIR_P) lib/store && $(SHELL) $(srcdir)/build-aux/embed.sh jp_store_sizes $(srcdir)/lib/store/sizes.sql >$@.tmp && mv $@.tmp $@
lib/store/jp_store_upgrade_1.c: $(srcdir)/lib/store/upgrade-1.sql $(srcdir)/build-aux/embed.sh
	$(AM_V_GEN)$(MKDIR_P) lib/store && $(SHELL) $(srcdir)/build-aux/embed.sh jp_store_upgrade_1 $(srcdir)/lib/store/upgrade-1.sql >$@.tmp && mv $@.tmp $@
lib/store/jp_store_views.c: $(srcdir)/lib/store/views.sql $(srcdir)/build-aux/embed.sh
	$(AM_V_GEN)$(MKDIR_P) lib/store && $(SHELL) $(srcdir)/build-aux/embed.sh jp_store_views $(srcdir)/lib/store/views.sql >$@.tmp && mv $@.tmp $@
