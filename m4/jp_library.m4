# JP_LIBRARY: may libjeprof-c be built? Sets enable_library to yes or no, HAVE_LIBRARY and
# LIBRARY_CFLAGS, with which everything is compiled then, so that one set of objects serves the
# programs and the library. It needs a linker with version scripts and a libiberty that can be part
# of a shared library; what loads it would have to be built with the same sanitizers.
AC_DEFUN([JP_LIBRARY],
  [AC_ARG_ENABLE([library], [AS_HELP_STRING([--disable-library],
     [build the program only, without libjeprof-c])], [], [enable_library=yes])
   AS_IF([test "$enable_sanitizers$enable_fuzzing" != nono], [enable_library=no])
   AC_CHECK_TOOL([OBJCOPY], [objcopy])
   AS_IF([test -z "$OBJCOPY"], [enable_library=no])
   AS_IF([test "$enable_library" = yes],
     [AC_CACHE_CHECK([whether a shared library can be built], [jp_cv_library],
        [jp_saved_CFLAGS=$CFLAGS
         jp_saved_LIBS=$LIBS
         echo 'T { global: jp_probe; local: *; };' >conftest.map
         CFLAGS="$CFLAGS -fPIC -fvisibility=hidden -shared -Wl,--version-script=conftest.map"
         LIBS="$IBERTY_LIBS $LIBS"
         AC_LINK_IFELSE([AC_LANG_SOURCE([[
           char *cplus_demangle_v3(const char *, int);
           char *rust_demangle(const char *, int);
           char *jp_probe(const char *name);
           char *jp_probe(const char *name)
           {
               char *const text = rust_demangle(name, 0);
               return text ? text : cplus_demangle_v3(name, 0);
           }]])], [jp_cv_library=yes], [jp_cv_library=no])
         CFLAGS=$jp_saved_CFLAGS
         LIBS=$jp_saved_LIBS
         rm -f conftest.map])
      enable_library=$jp_cv_library])
   AS_IF([test "$enable_library" = yes], [LIBRARY_CFLAGS='-fPIC -fvisibility=hidden'])
   AC_SUBST([LIBRARY_CFLAGS])
   AM_CONDITIONAL([HAVE_LIBRARY], [test "$enable_library" = yes])])
