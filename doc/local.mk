dist_doc_DATA += \
	README.md \
	doc/architecture.md \
	doc/c-api.md \
	doc/call-graphs.md \
	doc/differences-symbolizers.md \
	doc/differences.md \
	doc/dump-format.md \
	doc/faults.md \
	doc/flame-graphs.md \
	doc/leaks.md \
	doc/html-page.md \
	doc/performance.md \
	doc/sampling.md \
	doc/schema.md \
	doc/symbols.md

jsonschemadir = $(docdir)/json-schema
dist_jsonschema_DATA = \
	doc/json-schema/README.md \
	doc/json-schema/info.json \
	doc/json-schema/symbols.json \
	doc/json-schema/diff.json \
	doc/json-schema/disasm.json \
	doc/json-schema/list.json \
	doc/json-schema/gate.json \
	doc/json-schema/sizes.json \
	doc/json-schema/threads.json \
	doc/json-schema/churn.json \
	doc/json-schema/malloc_stats.json \
	doc/json-schema/leaks.json \
	doc/json-schema/peek.json \
	doc/json-schema/top.json \
	doc/json-schema/traces.json \
	doc/json-schema/tree.json

# Pictures that the documents show. They are named from the root of the tree, so they are not
# installed.
EXTRA_DIST += \
	doc/gallery/flame-c.png \
	doc/gallery/flame-change.png \
	doc/gallery/flame-cpp.png \
	doc/gallery/flame-rust.png \
	doc/gallery/graph-async.png \
	doc/gallery/graph-c.png \
	doc/gallery/graph-cpp.png \
	doc/gallery/graph-rust-change.png \
	doc/gallery/graph-rust.png \
	doc/gallery/graph-small.png \
	doc/gallery/page.png \
	doc/gallery/draw.sh

gallery: all corpus/unpacked/stamp
	top_srcdir='$(abs_top_srcdir)' CORPUS='$(abs_top_builddir)/corpus/unpacked' \
	JEPROF_C='$(abs_top_builddir)/src/jeprof-c' $(SHELL) '$(srcdir)/doc/gallery/draw.sh'
.PHONY: gallery

# The manual and the completions are made from the option table. They are in the tree, so that
# neither a build nor a reader needs a generator; a test fails when they are out of date.
dist_man1_MANS += doc/jeprof-c.1
EXTRA_DIST += \
	doc/jeprof-c.1.in \
	doc/completions/_jeprof-c \
	doc/completions/jeprof-c.bash \
	doc/completions/jeprof-c.fish

bashcompletionsdir = $(datadir)/bash-completion/completions
zshcompletionsdir = $(datadir)/zsh/site-functions
fishcompletionsdir = $(datadir)/fish/vendor_completions.d
dist_zshcompletions_DATA = doc/completions/_jeprof-c
dist_fishcompletions_DATA = doc/completions/jeprof-c.fish

# bash looks for a file called like the command.
install-data-local:
	$(MKDIR_P) '$(DESTDIR)$(bashcompletionsdir)'
	$(INSTALL_DATA) '$(srcdir)/doc/completions/jeprof-c.bash' \
		'$(DESTDIR)$(bashcompletionsdir)/jeprof-c'
uninstall-local:
	rm -f '$(DESTDIR)$(bashcompletionsdir)/jeprof-c'

# Write them again after a change of the option table or of the manual's template.
.PHONY: docs
docs: src/jp-docs$(EXEEXT)
	src/jp-docs$(EXEEXT) man '$(srcdir)/doc/jeprof-c.1.in' >'$(srcdir)/doc/jeprof-c.1'
	src/jp-docs$(EXEEXT) bash >'$(srcdir)/doc/completions/jeprof-c.bash'
	src/jp-docs$(EXEEXT) zsh >'$(srcdir)/doc/completions/_jeprof-c'
	src/jp-docs$(EXEEXT) fish >'$(srcdir)/doc/completions/jeprof-c.fish'
