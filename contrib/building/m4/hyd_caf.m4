# HYD_CAF: the coarray library for gfortran (contrib/layers/caf). The library is C; a gfortran is needed to use it and
# for its tests.
AC_DEFUN([HYD_CAF], [
AC_ARG_ENABLE([caf], [AS_HELP_STRING([--disable-caf],
  [no coarray library for gfortran (built if there is a gfortran)])], [], [enable_caf=auto])
AC_ARG_ENABLE([caf-names], [AS_HELP_STRING([--enable-caf-names],
  [also install the names caf and cafrun, which another package owns])], [], [enable_caf_names=no])
AC_CHECK_PROGS([GFORTRAN], [gfortran gfortran-15 gfortran-14 gfortran-13 gfortran-12 gfortran-11], [])
have_caf=yes
AS_IF([test "x$enable_caf" = xno], [have_caf=no])
AS_IF([test "x$enable_caf" = xauto && test "x$GFORTRAN" = x], [have_caf=no])
AS_IF([test "x$enable_caf" = xyes && test "x$GFORTRAN" = x],
  [AC_MSG_ERROR([--enable-caf: no gfortran: apt-get install gfortran])])
AM_CONDITIONAL([HAVE_CAF], [test $have_caf = yes])
AM_CONDITIONAL([CAF_NAMES], [test "x$enable_caf_names" = xyes])
])
