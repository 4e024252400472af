# HYD_HARDEN: what makes errors with memory that the network brought harder to use: stack protector, checked string
# functions, tables of calls that are read-only after start, and a launcher that may be anywhere. Functions without
# arrays and calls whose sizes are known are compiled as before. Not with sanitizers, which do it better.
AC_DEFUN([HYD_TRY_FLAGS], [
AC_MSG_CHECKING([whether $CC takes $2])
hyd_save_CFLAGS=$CFLAGS hyd_save_LDFLAGS=$LDFLAGS
CFLAGS="$CFLAGS $2 -Werror" LDFLAGS="$LDFLAGS $3"
AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])], [hyd_took=yes $1="$$1 m4_default([$3], [$2])"], [hyd_took=no])
CFLAGS=$hyd_save_CFLAGS LDFLAGS=$hyd_save_LDFLAGS
AC_MSG_RESULT([$hyd_took])
])
AC_DEFUN([HYD_HARDEN], [
AC_ARG_ENABLE([hardening], [AS_HELP_STRING([--disable-hardening],
  [no stack protector, no checked string functions, lazy binding])], [], [enable_hardening=yes])
AS_IF([test "x$enable_sanitize" != xno], [enable_hardening=no])
HYD_HARDEN_CFLAGS= HYD_HARDEN_LDFLAGS= HYD_PIE_CFLAGS= HYD_PIE_LDFLAGS= HYD_FORTIFY=
AS_IF([test "x$enable_hardening" != xno], [
  HYD_TRY_FLAGS([HYD_HARDEN_CFLAGS], [-fstack-protector-strong])
  HYD_TRY_FLAGS([HYD_HARDEN_LDFLAGS], [-Wl,-z,relro])
  HYD_TRY_FLAGS([HYD_HARDEN_LDFLAGS], [-Wl,-z,now])
  HYD_TRY_FLAGS([HYD_PIE_LDFLAGS], [-fPIE], [-pie])
  AS_IF([test "x$HYD_PIE_LDFLAGS" != x], [HYD_PIE_CFLAGS=-fPIE])
  dnl Some compilers define it themselves.
  hyd_save_CFLAGS=$CFLAGS
  CFLAGS="$CFLAGS -O2"
  AC_COMPILE_IFELSE([AC_LANG_SOURCE([[
#ifdef _FORTIFY_SOURCE
#error "yes"
#endif
    ]])], [HYD_FORTIFY=-D_FORTIFY_SOURCE=2])
  CFLAGS=$hyd_save_CFLAGS])
AC_SUBST([HYD_HARDEN_CFLAGS])
AC_SUBST([HYD_HARDEN_LDFLAGS])
AC_SUBST([HYD_PIE_CFLAGS])
AC_SUBST([HYD_PIE_LDFLAGS])
AC_SUBST([HYD_FORTIFY])
])
