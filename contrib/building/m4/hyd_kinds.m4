# HYD_KINDS: memory kinds (gex-memkinds.md 5). A kind of device memory is a module of its own, built where
# its headers are found and somebody asks: --enable-kind-X must succeed, --enable-kind-X=probe and
# --enable-memory-kinds take what there is. Without, only host memory.
AC_DEFUN([HYD_KINDS], [
AC_ARG_WITH([maxeps], [AS_HELP_STRING([--with-maxeps=N],
  [endpoints of a process at most, 1 to 255 (33)])], [], [with_maxeps=33])
AS_CASE([$with_maxeps],
  [@<:@1-9@:>@|@<:@1-9@:>@@<:@0-9@:>@|1@<:@0-9@:>@@<:@0-9@:>@|2@<:@0-4@:>@@<:@0-9@:>@|25@<:@0-5@:>@], [],
  [AC_MSG_ERROR([--with-maxeps=$with_maxeps: expected a number from 1 to 255])])
AC_SUBST([HYD_MAXEPS], [$with_maxeps])
AC_ARG_ENABLE([memory-kinds], [AS_HELP_STRING([--enable-memory-kinds],
  [all kinds of device memory whose headers are found (default: none)])], [], [enable_memory_kinds=no])
AS_IF([test "x$enable_memory_kinds" = xyes], [hyd_kinds_default=probe], [hyd_kinds_default=no])

AC_ARG_ENABLE([kind-cuda-uva], [AS_HELP_STRING([--enable-kind-cuda-uva@<:@=probe@:>@],
  [CUDA device memory; probe: if cuda.h is found])], [], [enable_kind_cuda_uva=$hyd_kinds_default])
AC_ARG_WITH([cuda-home], [AS_HELP_STRING([--with-cuda-home=DIR], [CUDA's installation (/usr/local/cuda)])],
  [CUDA_HOME=$withval], [CUDA_HOME=${CUDA_HOME:-/usr/local/cuda}])
AC_ARG_WITH([cuda-cflags], [AS_HELP_STRING([--with-cuda-cflags=FLAGS], [to find cuda.h])],
  [CUDA_CFLAGS=$withval], [CUDA_CFLAGS=${CUDA_CFLAGS:--I$CUDA_HOME/include}])
HYD_KIND_CUDA_UVA=0
AS_IF([test "x$enable_kind_cuda_uva" != xno], [
  hyd_save_CPPFLAGS=$CPPFLAGS
  CPPFLAGS="$CPPFLAGS $CUDA_CFLAGS"
  AC_CHECK_HEADER([cuda.h], [HYD_KIND_CUDA_UVA=1])
  CPPFLAGS=$hyd_save_CPPFLAGS
  AS_IF([test "x$enable_shared" = xno], [HYD_KIND_CUDA_UVA=0])
  AS_IF([test $HYD_KIND_CUDA_UVA.$enable_kind_cuda_uva = 0.yes],
    [AC_MSG_ERROR([--enable-kind-cuda-uva: needs cuda.h (--with-cuda-home=DIR) and --enable-shared])])])
AC_SUBST([CUDA_CFLAGS])
AC_SUBST([HYD_KIND_CUDA_UVA])
AM_CONDITIONAL([KIND_CUDA_UVA], [test $HYD_KIND_CUDA_UVA = 1])
# Paged memory needs no more than the kernel's headers, of 5.19 or later.
HYD_KIND_NETVM=0
AC_CHECK_DECL([UFFD_FEATURE_WP_HUGETLBFS_SHMEM], [HYD_KIND_NETVM=1], [], [[#include <linux/userfaultfd.h>]])
AS_IF([test "x$enable_shared" = xno], [HYD_KIND_NETVM=0])
AC_SUBST([HYD_KIND_NETVM])
AM_CONDITIONAL([KIND_NETVM], [test $HYD_KIND_NETVM = 1])
HYD_KIND_LIST=host
AS_IF([test $HYD_KIND_CUDA_UVA = 1], [HYD_KIND_LIST="$HYD_KIND_LIST cuda_uva"])
AS_IF([test $HYD_KIND_NETVM = 1], [HYD_KIND_LIST="$HYD_KIND_LIST paged"])

hyd_save_LIBS=$LIBS
AC_SEARCH_LIBS([dlopen], [dl])
LIBS=$hyd_save_LIBS
AS_CASE([$ac_cv_search_dlopen], [-l*], [HYD_DL_LIBS=$ac_cv_search_dlopen], [HYD_DL_LIBS=])
AC_SUBST([HYD_DL_LIBS])
])
