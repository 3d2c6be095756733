# The public library: these files, and what they need of lib/libjp.a. Its objects are an archive of
# their own because the program has no use for them.
noinst_LIBRARIES += lib/libjpapi.a
lib_libjpapi_a_SOURCES = \
	lib/api/jp_api.c \
	lib/api/jp_api.h \
	lib/api/jp_api_about.c \
	lib/api/jp_api_heap.c \
	lib/api/jp_api_stacks.c \
	lib/api/jp_api_summary.c \
	lib/api/jp_api_write.c
EXTRA_DIST += lib/api/jeprof-c.map lib/jeprof-c.h

if HAVE_LIBRARY
# The number changes when programs that were linked with the library would not work any more.
library_soname = libjeprof-c.so.0
library_file = libjeprof-c.so.$(VERSION)

include_HEADERS = lib/jeprof-c.h
pkgconfigdir = $(libdir)/pkgconfig
nodist_pkgconfig_DATA = lib/jeprof-c.pc
libraryexecdir = $(libdir)
nodist_libraryexec_DATA = lib/$(library_file) lib/libjeprof-c.a
CLEANFILES += lib/$(library_file) lib/libjeprof-c.a lib/jeprof-c-all.o lib/jeprof-c.names

lib/$(library_file): lib/libjpapi.a lib/libjp.a lib/api/jeprof-c.map
	$(AM_V_CCLD)$(CC) $(AM_CFLAGS) $(CFLAGS) $(AM_LDFLAGS) $(LDFLAGS) -shared -o $@ \
		-Wl,-soname,$(library_soname) -Wl,--version-script='$(srcdir)/lib/api/jeprof-c.map' \
		-Wl,--no-undefined -Wl,--as-needed \
		-Wl,--whole-archive lib/libjpapi.a -Wl,--no-whole-archive $(JP_SMALL_LIBS) $(LIBS)

# One object, in which only the public names are left: the others cannot meet names of a program.
lib/libjeprof-c.a: lib/libjpapi.a lib/libjp.a lib/api/jeprof-c.map
	$(AM_V_AR)$(CC) -r -nostdlib -o lib/jeprof-c-all.o \
		-Wl,--whole-archive lib/libjpapi.a -Wl,--no-whole-archive lib/libjp.a && \
	$(SED) -n 's/^ *\(jp_[a-z_]*\);$$/\1/p' '$(srcdir)/lib/api/jeprof-c.map' >lib/jeprof-c.names && \
	$(OBJCOPY) --keep-global-symbols=lib/jeprof-c.names lib/jeprof-c-all.o && \
	rm -f $@ && $(AR) cr $@ lib/jeprof-c-all.o

install-exec-hook: install-library-links
install-library-links:
	cd '$(DESTDIR)$(libdir)' && \
	ln -sf $(library_file) $(library_soname) && ln -sf $(library_soname) libjeprof-c.so
uninstall-hook:
	cd '$(DESTDIR)$(libdir)' && rm -f $(library_soname) libjeprof-c.so

# The library alone, with its header and its file for pkg-config.
install-library: install-nodist_libraryexecDATA install-nodist_pkgconfigDATA install-includeHEADERS
	$(MAKE) $(AM_MAKEFLAGS) install-library-links
endif
.PHONY: install-library install-library-links
