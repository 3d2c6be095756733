# JP_MISSING(WHAT, DEBIAN-PACKAGE): stop with one message that says what to install.
AC_DEFUN([JP_MISSING],
  [AC_MSG_ERROR([$1 was not found.
  Debian, Ubuntu:  apt-get install $2
  elsewhere:       install the development files of $1, or run ./bootstrap, which lists everything])])

# JP_NEED_PKG(VAR, PKG-CONFIG-NAME, VERSION, HEADERS, LIB, FUNCTION, DEBIAN-PACKAGE):
# pkg-config first, then a probe for header and function; sets VAR_CFLAGS and VAR_LIBS.
AC_DEFUN([JP_NEED_PKG],
  [PKG_CHECK_MODULES([$1], [$2 >= $3], [],
     [m4_ifval([$5],
       [AC_CHECK_HEADERS([$4], [], [JP_MISSING([$2], [$7])])
        AC_CHECK_LIB([$5], [$6], [$1_LIBS=-l$5 $1_CFLAGS=], [JP_MISSING([$2], [$7])])],
       [JP_MISSING([$2 >= $3], [$7])])
      AC_SUBST([$1_CFLAGS])
      AC_SUBST([$1_LIBS])])])

# JP_LIBIBERTY: binutils' demangler. No pkg-config file exists; the header lies in
# <libiberty/demangle.h> or, on some systems, in <demangle.h>.
AC_DEFUN([JP_LIBIBERTY],
  [AC_CHECK_HEADERS([libiberty/demangle.h demangle.h], [break], [],
     [#include <stddef.h>])
   AS_IF([test "x$ac_cv_header_libiberty_demangle_h$ac_cv_header_demangle_h" != xyes &&
          test "x$ac_cv_header_libiberty_demangle_h" != xyes],
     [JP_MISSING([libiberty (demangle.h)], [libiberty-dev])])
   jp_saved_LIBS=$LIBS
   AC_CHECK_LIB([iberty], [cplus_demangle], [IBERTY_LIBS=-liberty],
     [JP_MISSING([libiberty], [libiberty-dev])])
   LIBS=$jp_saved_LIBS
   AC_SUBST([IBERTY_LIBS])])

# JP_LIBDWARF: generations differ in header folder, .pc file and signatures.
# Defines HAVE_LIBDWARF_H_IN_SUBDIR when the header is <libdwarf/libdwarf.h> and
# HAVE_LIBDWARF_0_4_API when dwarf_init_path has eight arguments (0.4.0 and later).
AC_DEFUN([JP_LIBDWARF],
  [PKG_CHECK_MODULES([DWARF], [libdwarf], [],
     [AC_CHECK_LIB([dwarf], [dwarf_siblingof_b], [DWARF_LIBS=-ldwarf DWARF_CFLAGS=],
        [JP_MISSING([libdwarf], [libdwarf-dev])], [-lelf -lz])])
   jp_saved_CPPFLAGS=$CPPFLAGS
   CPPFLAGS="$CPPFLAGS $DWARF_CFLAGS"
   AC_CHECK_HEADER([libdwarf.h], [],
     [AC_CHECK_HEADER([libdwarf/libdwarf.h],
        [AC_DEFINE([HAVE_LIBDWARF_H_IN_SUBDIR], [1], [libdwarf.h lies in <libdwarf/>])],
        [JP_MISSING([libdwarf.h], [libdwarf-dev])])])
   AC_CACHE_CHECK([for the libdwarf interface of 0.4 and later], [jp_cv_libdwarf_0_4],
     [AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[
        #ifdef HAVE_LIBDWARF_H_IN_SUBDIR
        #include <libdwarf/libdwarf.h>
        #else
        #include <libdwarf.h>
        #endif]],
        [[Dwarf_Debug dbg; Dwarf_Error error; char path[8];
          return dwarf_init_path("", path, sizeof path, DW_GROUPNUMBER_ANY, 0, 0, &dbg, &error);]])],
        [jp_cv_libdwarf_0_4=yes], [jp_cv_libdwarf_0_4=no])])
   CPPFLAGS=$jp_saved_CPPFLAGS
   AS_IF([test "$jp_cv_libdwarf_0_4" = yes],
     [AC_DEFINE([HAVE_LIBDWARF_0_4_API], [1], [dwarf_init_path takes eight arguments])
      jp_libdwarf_kind="interface of 0.4 and later"],
     [jp_libdwarf_kind="interface of 2021 (before 0.4)"])
   AC_SUBST([DWARF_CFLAGS])
   AC_SUBST([DWARF_LIBS])])

# JP_STARTUP_LIBS: sets STARTUP_LIBS, the libraries of the program that is started most often, and
# jp_linked_in, how many of them are part of it. To load ten libraries takes the system longer than a
# report of a small dump takes, and the C library alone a third of the start, so they are linked in,
# where all of their archives are installed and --enable-shared-libs was not given. With all of them
# the code still lies at random places, which takes objects like those of the library. The linker
# warns of SQLite's extensions, which would have to be loaded: none are.
AC_DEFUN([JP_STARTUP_LIBS],
  [jp_libs="$ELF_LIBS $DWARF_LIBS $PCRE2_LIBS $ZLIB_LIBS $ZSTD_LIBS $DEFLATE_LIBS $LZMA_LIBS"
   jp_libs="$jp_libs $PROTOBUF_C_LIBS $SQLITE3_LIBS"
   STARTUP_LIBS=$jp_libs
   jp_linked_in=none
   AS_IF([test "$enable_shared_libs" != yes],
     [jp_group="-Wl,--start-group $jp_libs -Wl,--end-group"
      AS_IF([test "$enable_library" = yes],
        [JP_TRY_STARTUP_LIBS([all], [-static-pie -Wl,--no-warnings $jp_group])
         JP_TRY_STARTUP_LIBS([all], [-static-pie $jp_group])])
      JP_TRY_STARTUP_LIBS([all but the C library], [-Wl,-Bstatic $jp_group -Wl,-Bdynamic])])
   AC_SUBST([STARTUP_LIBS])])

# JP_TRY_STARTUP_LIBS(WHICH, FLAGS): unless an earlier way did, can the program be linked with FLAGS?
AC_DEFUN([JP_TRY_STARTUP_LIBS],
  [AS_IF([test "$jp_linked_in" = none],
     [AC_MSG_CHECKING([whether $1 can be linked in])
      jp_saved_LIBS=$LIBS
      LIBS="$2 $LIBS"
      AC_LINK_IFELSE([AC_LANG_SOURCE([[
          #define NEEDS(function) extern char function(void);
          #define ALL(X) X(elf_begin) X(dwarf_siblingof_b) X(pcre2_compile_8) X(inflate) \
              X(ZSTD_decompressStream) X(libdeflate_zlib_decompress) X(lzma_stream_decoder) \
              X(sqlite3_open_v2)
          ALL(NEEDS)
          #define CALL(function) + function()
          int main(void) { return 0 ALL(CALL); }]])],
        [jp_linked_in="$1" STARTUP_LIBS="$2"
         AC_MSG_RESULT([yes])],
        [AC_MSG_RESULT([no])])
      LIBS=$jp_saved_LIBS])])

# JP_PICTURES: cairo with its four kinds of output, Pango's text for it, and Graphviz as a library.
# The layout engine is a plug-in of Graphviz. Linking it in needs no list of plug-ins at run time
# and loads nothing by name; where its file cannot be linked with, Graphviz looks for it itself.
AC_DEFUN([JP_PICTURES],
  [PKG_CHECK_MODULES([CAIRO],
     [cairo >= 1.16 cairo-pdf cairo-png cairo-ps cairo-svg pangocairo >= 1.50 pangoft2], [],
     [JP_MISSING([cairo with PDF, PNG, PS and SVG, or pangocairo,], [libcairo2-dev libpango1.0-dev])])
   PKG_CHECK_MODULES([GRAPHVIZ], [libgvc >= 2.42 libcgraph], [],
     [JP_MISSING([libgvc (Graphviz)], [libgraphviz-dev])])
   PKG_CHECK_VAR([jp_graphviz_libdir], [libgvc], [libdir])
   jp_saved_LIBS=$LIBS
   jp_plugin="-L$jp_graphviz_libdir/graphviz -Wl,-rpath,$jp_graphviz_libdir/graphviz"
   AC_CHECK_LIB([gvplugin_dot_layout], [gvplugin_dot_layout_LTX_library],
     [GRAPHVIZ_LIBS="$jp_plugin -lgvplugin_dot_layout $GRAPHVIZ_LIBS"
      AC_DEFINE([HAVE_DOT_LAYOUT_PLUGIN], [1], [the layout engine of Graphviz is linked in])],
     [], [$jp_plugin $GRAPHVIZ_LIBS])
   LIBS=$jp_saved_LIBS])
