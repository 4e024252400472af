# HYD_KINDS: memory kinds (gex-memkinds.md 5). A kind of device memory is a module of its own, built where
# its headers are found and configure is asked for it: --enable-kind-X must succeed, --enable-kind-X=probe and
# --enable-memory-kinds take what there is. Without, only host memory.
dnl HYD_KIND(KIND, PACKAGE, DEVICES, DIR, HEADER, FLAGS): a kind of devices, whose header is looked for in DIR/include.
dnl Sets PACKAGE_CFLAGS and HYD_KIND_*, and have_kind_* for HYD_SUMMARY.
AC_DEFUN([HYD_KIND], [
m4_pushdef([hyd_id], [m4_translit([$1], [-], [_])])
m4_pushdef([hyd_ID], [m4_translit([$1], [-a-z], [_A-Z])])
m4_pushdef([hyd_PKG], [m4_translit([$2], [a-z], [A-Z])])
AC_ARG_ENABLE([kind-$1], [AS_HELP_STRING([--enable-kind-$1@<:@=probe@:>@],
  [$3 device memory; probe: if $5 is found])], [], [enable_kind_[]hyd_id=$hyd_kinds_default])
AC_ARG_WITH([$2-home], [AS_HELP_STRING([--with-$2-home=DIR], [the installation of $3 ($4)])],
  [hyd_PKG[]_HOME=$withval], [hyd_PKG[]_HOME=${hyd_PKG[]_HOME:-$4}])
AC_ARG_WITH([$2-cflags], [AS_HELP_STRING([--with-$2-cflags=FLAGS], [to find $5])],
  [hyd_PKG[]_CFLAGS=$withval], [hyd_PKG[]_CFLAGS=${hyd_PKG[]_CFLAGS:--I$hyd_PKG[]_HOME/include}])
HYD_KIND_[]hyd_ID=0
have_kind_[]hyd_id="not asked for (--enable-kind-$1)"
AS_IF([test "x$enable_kind_[]hyd_id" != xno], [
  hyd_save_CPPFLAGS=$CPPFLAGS
  CPPFLAGS="$CPPFLAGS $6 $hyd_PKG[]_CFLAGS"
  AC_CHECK_HEADER([$5], [HYD_KIND_[]hyd_ID=1])
  CPPFLAGS=$hyd_save_CPPFLAGS
  AS_IF([test "x$enable_shared" = xno], [HYD_KIND_[]hyd_ID=0])
  AS_IF([test $HYD_KIND_[]hyd_ID.$enable_kind_[]hyd_id = 0.yes],
    [AC_MSG_ERROR([--enable-kind-$1: needs $5 (--with-$2-home=DIR) and --enable-shared])])
  have_kind_[]hyd_id=no])
AS_IF([test $HYD_KIND_[]hyd_ID = 1], [
  have_kind_[]hyd_id=yes
  HYD_KIND_LIST="$HYD_KIND_LIST hyd_id"])
AC_SUBST(hyd_PKG[_CFLAGS])
AC_SUBST([HYD_KIND_]hyd_ID)
AM_CONDITIONAL([KIND_]hyd_ID, [test $HYD_KIND_[]hyd_ID = 1])
m4_popdef([hyd_id])
m4_popdef([hyd_ID])
m4_popdef([hyd_PKG])
])
AC_DEFUN([HYD_KINDS], [
AC_ARG_WITH([maxeps], [AS_HELP_STRING([--with-maxeps=N],
  [endpoints of a process at most, 1 to 255 (33)])], [], [with_maxeps=33])
AS_CASE([$with_maxeps],
  [@<:@1-9@:>@|@<:@1-9@:>@@<:@0-9@:>@|1@<:@0-9@:>@@<:@0-9@:>@|2@<:@0-4@:>@@<:@0-9@:>@|25@<:@0-5@:>@], [],
  [AC_MSG_ERROR([--with-maxeps=$with_maxeps: expected a number from 1 to 255])])
AC_SUBST([HYD_MAXEPS], [$with_maxeps])
HYD_KIND_LIST=host
AC_ARG_ENABLE([memory-kinds], [AS_HELP_STRING([--enable-memory-kinds],
  [all kinds of device memory whose headers are found (default: none)])], [], [enable_memory_kinds=no])
AS_IF([test "x$enable_memory_kinds" = xyes], [hyd_kinds_default=probe], [hyd_kinds_default=no])

HYD_KIND([cuda-uva], [cuda], [CUDA], [/usr/local/cuda], [cuda.h], [])
HYD_KIND([hip], [hip], [HIP], [/opt/rocm], [hip/hip_runtime_api.h], [-D__HIP_PLATFORM_AMD__=1])
dnl The runtime's soname, for the tests.
AS_IF([test $HYD_KIND_HIP = 1], [
  hyd_save_CPPFLAGS=$CPPFLAGS
  CPPFLAGS="$CPPFLAGS $HIP_CFLAGS"
  AC_COMPUTE_INT([HIP_MAJOR], [HIP_VERSION_MAJOR], [#include <hip/hip_version.h>])
  CPPFLAGS=$hyd_save_CPPFLAGS])
AC_SUBST([HIP_MAJOR])
HYD_KIND([ze], [ze], [Level Zero], [/usr], [level_zero/ze_api.h], [])
# Paged memory needs no more than the kernel's headers, of 5.19 or later.
HYD_KIND_NETVM=0
AC_CHECK_DECL([UFFD_FEATURE_WP_HUGETLBFS_SHMEM], [HYD_KIND_NETVM=1], [], [[#include <linux/userfaultfd.h>]])
AS_IF([test "x$enable_shared" = xno], [HYD_KIND_NETVM=0])
AC_SUBST([HYD_KIND_NETVM])
AM_CONDITIONAL([KIND_NETVM], [test $HYD_KIND_NETVM = 1])
AS_IF([test $HYD_KIND_NETVM = 1], [HYD_KIND_LIST="$HYD_KIND_LIST paged"])

hyd_save_LIBS=$LIBS
AC_SEARCH_LIBS([dlopen], [dl])
LIBS=$hyd_save_LIBS
AS_CASE([$ac_cv_search_dlopen], [-l*], [HYD_DL_LIBS=$ac_cv_search_dlopen], [HYD_DL_LIBS=])
AC_SUBST([HYD_DL_LIBS])
])
