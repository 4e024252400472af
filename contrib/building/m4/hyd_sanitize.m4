# HYD_SANITIZE: --enable-sanitize=address,undefined or =thread builds everything with sanitizers.
AC_DEFUN([HYD_SANITIZE], [
AC_ARG_ENABLE([sanitize], [AS_HELP_STRING([--enable-sanitize=LIST],
  [build with -fsanitize=LIST (address,undefined or thread)])], [], [enable_sanitize=no])
HYD_SAN_FLAGS=
AS_IF([test "x$enable_sanitize" != xno], [
  HYD_SAN_FLAGS="-fsanitize=$enable_sanitize -fno-omit-frame-pointer -g"
  AS_CASE([$enable_sanitize], [*undefined*],
    [HYD_SAN_FLAGS="$HYD_SAN_FLAGS -fno-sanitize-recover=undefined"])
  AS_CASE([$enable_sanitize/$CC], [thread/*clang*], [], [thread/*],
    [HYD_SAN_FLAGS="$HYD_SAN_FLAGS -Wno-tsan"])])
dnl tests/weak has plain accesses reported to callbacks of its own.
AC_MSG_CHECKING([whether $CC reports plain accesses])
hyd_save_CFLAGS=$CFLAGS hyd_weak=no
CFLAGS="$CFLAGS -fsanitize=thread"
AS_IF([test "x$enable_sanitize" = xno],
  [AC_COMPILE_IFELSE([AC_LANG_PROGRAM([], [])], [hyd_weak=yes])])
CFLAGS=$hyd_save_CFLAGS
AC_MSG_RESULT([$hyd_weak])
AM_CONDITIONAL([HYD_WEAK], [test $hyd_weak = yes])
dnl A shared object with a sanitizer has symbols of the program's.
HYD_DEFS=
AS_IF([test "x$enable_sanitize" = xno], [HYD_DEFS="-Wl,-z,defs"])
AC_SUBST([HYD_DEFS])
AC_SUBST([HYD_SAN_FLAGS])
AC_SUBST([HYD_SANITIZE], [$enable_sanitize])
])
