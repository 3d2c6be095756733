lib_libjp_a_SOURCES += \
	lib/draw/jp_canvas.h \
	lib/draw/jp_canvas_cairo.h \
	lib/draw/jp_canvas_svg.h \
	lib/draw/jp_caption.c \
	lib/draw/jp_caption.h \
	lib/draw/jp_caption_break.c \
	lib/draw/jp_caption_private.h \
	lib/draw/jp_chart.h \
	lib/draw/jp_chart_private.h \
	lib/draw/jp_draw_graph.h \
	lib/draw/jp_flame.c \
	lib/draw/jp_flame.h \
	lib/draw/jp_flame_box.c \
	lib/draw/jp_flame_box.h \
	lib/draw/jp_flame_data.c \
	lib/draw/jp_flame_files.h \
	lib/draw/jp_flame_groups.c \
	lib/draw/jp_flame_groups.h \
	lib/draw/jp_flame_heading.c \
	lib/draw/jp_flame_label.c \
	lib/draw/jp_flame_label.h \
	lib/draw/jp_flame_layout.c \
	lib/draw/jp_flame_layout.h \
	lib/draw/jp_flame_legend.c \
	lib/draw/jp_flame_legend.h \
	lib/draw/jp_flame_svg.c \
	lib/draw/jp_font.h \
	lib/draw/jp_layout.h \
	lib/draw/jp_page.c \
	lib/draw/jp_page.h \
	lib/draw/jp_page_data.c \
	lib/draw/jp_page_files.h \
	lib/draw/jp_page_numbers.c \
	lib/draw/jp_page_numbers.h \
	lib/draw/jp_palette.c \
	lib/draw/jp_palette.h \
	lib/draw/jp_script.c \
	lib/draw/jp_script.h \
	lib/draw/jp_svg.c \
	lib/draw/jp_svg.h \
	lib/draw/jp_thin.c \
	lib/draw/jp_thin.h \
	lib/draw/jp_weblist.c \
	lib/draw/jp_weblist.h

# Style and scripts of pictures and pages are files of their own; the program carries them.
EXTRA_DIST += \
	lib/draw/jp_flame.css \
	lib/draw/jp_flame.js \
	lib/draw/jp_flame_file.js \
	lib/draw/jp_flame_tree.js \
	lib/draw/jp_flame_words.js \
	lib/draw/jp_graph.css \
	lib/draw/jp_graph.js \
	lib/draw/jp_hash.js \
	lib/draw/jp_page.css \
	lib/draw/jp_page.html \
	lib/draw/jp_page.js \
	lib/draw/jp_page_details.js \
	lib/draw/jp_page_table.js \
	lib/draw/jp_weblist.css
embedded = \
	lib/draw/embed_flame_css.c \
	lib/draw/embed_flame_file_js.c \
	lib/draw/embed_flame_js.c \
	lib/draw/embed_flame_tree_js.c \
	lib/draw/embed_flame_words_js.c \
	lib/draw/embed_hash_js.c \
	lib/draw/embed_page_css.c \
	lib/draw/embed_page_details_js.c \
	lib/draw/embed_page_html.c \
	lib/draw/embed_page_js.c \
	lib/draw/embed_page_table_js.c \
	lib/draw/embed_weblist_css.c
nodist_lib_libjp_a_SOURCES += $(embedded)
CLEANFILES += $(embedded)
embed_draw = $(MKDIR_P) lib/draw && $(SHELL) $(srcdir)/build-aux/embed.sh

lib/draw/embed_flame_css.c: $(srcdir)/lib/draw/jp_flame.css $(srcdir)/build-aux/embed.sh
	$(AM_V_GEN)$(embed_draw) jp_flame_css $(srcdir)/lib/draw/jp_flame.css >$@.tmp && mv $@.tmp $@
lib/draw/embed_flame_js.c: $(srcdir)/lib/draw/jp_flame.js $(srcdir)/build-aux/embed.sh
	$(AM_V_GEN)$(embed_draw) jp_flame_js $(srcdir)/lib/draw/jp_flame.js >$@.tmp && mv $@.tmp $@
lib/draw/embed_flame_file_js.c: $(srcdir)/lib/draw/jp_flame_file.js $(srcdir)/build-aux/embed.sh
	$(AM_V_GEN)$(embed_draw) jp_flame_file_js $(srcdir)/lib/draw/jp_flame_file.js >$@.tmp && mv $@.tmp $@
lib/draw/embed_flame_tree_js.c: $(srcdir)/lib/draw/jp_flame_tree.js $(srcdir)/build-aux/embed.sh
	$(AM_V_GEN)$(embed_draw) jp_flame_tree_js $(srcdir)/lib/draw/jp_flame_tree.js >$@.tmp && mv $@.tmp $@
lib/draw/embed_flame_words_js.c: $(srcdir)/lib/draw/jp_flame_words.js $(srcdir)/build-aux/embed.sh
	$(AM_V_GEN)$(embed_draw) jp_flame_words_js $(srcdir)/lib/draw/jp_flame_words.js >$@.tmp && mv $@.tmp $@
lib/draw/embed_hash_js.c: $(srcdir)/lib/draw/jp_hash.js $(srcdir)/build-aux/embed.sh
	$(AM_V_GEN)$(embed_draw) jp_hash_js $(srcdir)/lib/draw/jp_hash.js >$@.tmp && mv $@.tmp $@
lib/draw/embed_page_css.c: $(srcdir)/lib/draw/jp_page.css $(srcdir)/build-aux/embed.sh
	$(AM_V_GEN)$(embed_draw) jp_page_css $(srcdir)/lib/draw/jp_page.css >$@.tmp && mv $@.tmp $@
lib/draw/embed_page_html.c: $(srcdir)/lib/draw/jp_page.html $(srcdir)/build-aux/embed.sh
	$(AM_V_GEN)$(embed_draw) jp_page_html $(srcdir)/lib/draw/jp_page.html >$@.tmp && mv $@.tmp $@
lib/draw/embed_page_js.c: $(srcdir)/lib/draw/jp_page.js $(srcdir)/build-aux/embed.sh
	$(AM_V_GEN)$(embed_draw) jp_page_js $(srcdir)/lib/draw/jp_page.js >$@.tmp && mv $@.tmp $@
lib/draw/embed_page_details_js.c: $(srcdir)/lib/draw/jp_page_details.js $(srcdir)/build-aux/embed.sh
	$(AM_V_GEN)$(embed_draw) jp_page_details_js $(srcdir)/lib/draw/jp_page_details.js >$@.tmp && mv $@.tmp $@
lib/draw/embed_page_table_js.c: $(srcdir)/lib/draw/jp_page_table.js $(srcdir)/build-aux/embed.sh
	$(AM_V_GEN)$(embed_draw) jp_page_table_js $(srcdir)/lib/draw/jp_page_table.js >$@.tmp && mv $@.tmp $@
lib/draw/embed_weblist_css.c: $(srcdir)/lib/draw/jp_weblist.css $(srcdir)/build-aux/embed.sh
	$(AM_V_GEN)$(embed_draw) jp_weblist_css $(srcdir)/lib/draw/jp_weblist.css >$@.tmp && mv $@.tmp $@

if HAVE_PICTURES
lib_libjp_a_SOURCES += \
	lib/draw/jp_canvas_cairo.c \
	lib/draw/jp_canvas_svg.c \
	lib/draw/jp_chart.c \
	lib/draw/jp_chart_box.c \
	lib/draw/jp_chart_edge.c \
	lib/draw/jp_chart_legend.c \
	lib/draw/jp_chart_text.c \
	lib/draw/jp_draw_graph.c \
	lib/draw/jp_font.c \
	lib/draw/jp_layout.c
nodist_lib_libjp_a_SOURCES += lib/draw/embed_graph_css.c lib/draw/embed_graph_js.c
CLEANFILES += lib/draw/embed_graph_css.c lib/draw/embed_graph_js.c

lib/draw/embed_graph_css.c: $(srcdir)/lib/draw/jp_graph.css $(srcdir)/build-aux/embed.sh
	$(AM_V_GEN)$(embed_draw) jp_graph_css $(srcdir)/lib/draw/jp_graph.css >$@.tmp && mv $@.tmp $@
lib/draw/embed_graph_js.c: $(srcdir)/lib/draw/jp_graph.js $(srcdir)/build-aux/embed.sh
	$(AM_V_GEN)$(embed_draw) jp_graph_js $(srcdir)/lib/draw/jp_graph.js >$@.tmp && mv $@.tmp $@
endif
