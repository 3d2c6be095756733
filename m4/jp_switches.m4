# JP_ENABLE(NAME, HELP): an --enable switch, off by default; sets enable_NAME to yes or no, with "_"
# for each "-" of NAME.
AC_DEFUN([JP_ENABLE],
  [AC_ARG_ENABLE([$1], [AS_HELP_STRING([--enable-$1], [$2])], [], [m4_translit([enable_$1], [-], [_])=no])])

# JP_TRY_CFLAG(FLAG, VARIABLE): append FLAG to VARIABLE when the compiler takes it.
# The probe runs with -Werror so that a compiler that merely warns about an unknown flag says no.
AC_DEFUN([JP_TRY_CFLAG],
  [AS_VAR_PUSHDEF([jp_var], [jp_cv_cflag_$1])dnl
   AC_CACHE_CHECK([whether $CC accepts $1], [jp_var],
     [jp_saved_CFLAGS=$CFLAGS
      CFLAGS="$CFLAGS -Werror $1"
      AC_COMPILE_IFELSE([AC_LANG_PROGRAM([], [])],
        [AS_VAR_SET([jp_var], [yes])], [AS_VAR_SET([jp_var], [no])])
      CFLAGS=$jp_saved_CFLAGS])
   AS_VAR_IF([jp_var], [yes], [AS_VAR_APPEND([$2], [" $1"])])
   AS_VAR_POPDEF([jp_var])])

# JP_WARNINGS: probed warning flags in WARN_CFLAGS; the user's CFLAGS stay untouched.
AC_DEFUN([JP_WARNINGS],
  [WARN_CFLAGS=
   m4_foreach_w([jp_flag],
     [-Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wcast-qual
      -Wwrite-strings -Wundef -Wformat=2 -Wvla -Wimplicit-fallthrough -Wnull-dereference],
     [JP_TRY_CFLAG(jp_flag, [WARN_CFLAGS])])
   AS_IF([test "$enable_werror" = yes], [WARN_CFLAGS="$WARN_CFLAGS -Werror"])
   AC_SUBST([WARN_CFLAGS])])

# JP_INSTRUMENT: flags of --enable-sanitizers, --enable-coverage and --enable-fuzzing.
AC_DEFUN([JP_INSTRUMENT],
  [INSTRUMENT_CFLAGS=
   AS_IF([test "$enable_sanitizers" = yes],
     [INSTRUMENT_CFLAGS="-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer"])
   AS_IF([test "$enable_coverage" = yes],
     [INSTRUMENT_CFLAGS="$INSTRUMENT_CFLAGS --coverage"])
   AS_IF([test "$enable_fuzzing" = yes],
     [jp_saved_CFLAGS=$CFLAGS
      CFLAGS="$CFLAGS -fsanitize=fuzzer-no-link"
      AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])], [],
        [AC_MSG_ERROR([--enable-fuzzing needs a compiler with libFuzzer: run configure with CC=clang])])
      CFLAGS=$jp_saved_CFLAGS
      INSTRUMENT_CFLAGS="$INSTRUMENT_CFLAGS -fsanitize=fuzzer-no-link"])
   AM_CONDITIONAL([ENABLE_FUZZING], [test "$enable_fuzzing" = yes])
   AM_CONDITIONAL([ENABLE_SANITIZERS], [test "$enable_sanitizers" = yes])
   AC_SUBST([INSTRUMENT_CFLAGS])])
