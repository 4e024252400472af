# HYD_COMPILER: C11 with the atomics and sections that the public headers use, and warning flags.
AC_DEFUN([HYD_COMPILER], [
AC_CACHE_CHECK([whether $CC has C11 atomics and named sections], [hyd_cv_cc],
  [AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[#include <stdatomic.h>
    static int x; static int *p __attribute__((used, section("hyd_probe"))) = &x;]],
    [[_Atomic int a = 0; return atomic_fetch_add(&a, 1) + (p == 0);]])],
    [hyd_cv_cc=yes], [hyd_cv_cc=no])])
AS_IF([test $hyd_cv_cc = no],
  [AC_MSG_ERROR([$CC cannot compile C11 atomics for ELF; use gcc 8 or clang 10 or newer])])
HYD_WARN="-Wall -Wextra"
AS_IF([test "x$enable_werror" = xyes], [HYD_WARN="$HYD_WARN -Werror"])
AC_SUBST([HYD_WARN])
HYD_CC_ID=`$CC --version | head -n 1 | sed 's/[["\\]]//g'`
AC_SUBST([HYD_CC_ID])
])
