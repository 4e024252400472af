# HYD_OPTIONS: what the person who configures may choose. Options of other GASNet installations that
# have no meaning here are accepted by autoconf's ordinary warning (gasnet-env-launch.md 9.4).
AC_DEFUN([HYD_OPTIONS], [
AC_ARG_ENABLE([debug], [AS_HELP_STRING([--enable-debug],
  [make the checking library the default of this installation])], [], [enable_debug=no])
AS_IF([test "x$enable_debug" = xyes], [HYD_DEFAULT_DEBUG=1 HYD_DEFAULT_LIB=gasnet-debug],
  [HYD_DEFAULT_DEBUG=0 HYD_DEFAULT_LIB=gasnet])
AC_SUBST([HYD_DEFAULT_DEBUG])
AC_SUBST([HYD_DEFAULT_LIB])

HYD_SEGMENT=FAST
AC_ARG_ENABLE([segment-fast], [AS_HELP_STRING([--enable-segment-fast],
  [default segment mode FAST (default)])], [])
AC_ARG_ENABLE([segment-large], [AS_HELP_STRING([--enable-segment-large],
  [default segment mode LARGE])], [AS_IF([test "x$enableval" = xyes], [HYD_SEGMENT=LARGE])])
AC_ARG_ENABLE([segment-everything], [AS_HELP_STRING([--enable-segment-everything],
  [default segment mode EVERYTHING])],
  [AS_IF([test "x$enableval" = xyes], [HYD_SEGMENT=EVERYTHING])])
AC_SUBST([HYD_SEGMENT])

AC_ARG_ENABLE([pshm], [AS_HELP_STRING([--disable-pshm],
  [no shared memory between the processes of a host])], [], [enable_pshm=yes])
AS_IF([test "x$enable_pshm" = xno], [HYD_PSHM=0], [HYD_PSHM=1])
AC_SUBST([HYD_PSHM])

AC_ARG_WITH([max-segsize], [AS_HELP_STRING([--with-max-segsize=SPEC],
  [default of GASNET_MAX_SEGSIZE (0.85/H)])], [], [with_max_segsize=0.85/H])
HYD_MAX_SEGSIZE=$with_max_segsize
AC_SUBST([HYD_MAX_SEGSIZE])

AC_ARG_WITH([max-pthreads-per-node], [AS_HELP_STRING([--with-max-pthreads-per-node=N],
  [ceiling on client threads in a process (256)])], [], [with_max_pthreads_per_node=256])
HYD_MAX_THREADS=$with_max_pthreads_per_node
AC_SUBST([HYD_MAX_THREADS])

AC_ARG_WITH([cc], [AS_HELP_STRING([--with-cc=CC], [same as CC=CC])], [CC=$withval])
AC_ARG_WITH([cxx], [AS_HELP_STRING([--with-cxx=CXX], [same as CXX=CXX])], [CXX=$withval])
AC_ARG_WITH([cflags], [AS_HELP_STRING([--with-cflags=FLAGS], [same as CFLAGS=FLAGS])],
  [CFLAGS=$withval])
AC_ARG_ENABLE([werror], [AS_HELP_STRING([--enable-werror],
  [compiler warnings are errors (for developers)])], [], [enable_werror=no])

AC_ARG_ENABLE([usdt], [AS_HELP_STRING([--disable-usdt],
  [no probes for bpftrace and SystemTap (they need sys/sdt.h)])], [], [enable_usdt=yes])
have_usdt=no
AS_IF([test "$enable_usdt" != no], [AC_CHECK_HEADER([sys/sdt.h], [have_usdt=yes])])
AS_IF([test "$have_usdt" = yes], [HYD_USDT=1], [HYD_USDT=0])
AC_SUBST([HYD_USDT])

HYD_CONFIGURE_ARGS=`echo "$ac_configure_args" | sed 's/[["\\]]//g'`
HYD_BUILD_ID=`(cd "$srcdir" && git describe --always --dirty 2>/dev/null) || echo release-$PACKAGE_VERSION`
HYD_GASNET_RELEASE=`sed -n 's/^@%:@define GASNETI_RELEASE_VERSION //p' "$srcdir/core/include/gasnet_config.h.in"`
AS_IF([test -n "$HYD_GASNET_RELEASE"], [], [AC_MSG_ERROR([no GASNETI_RELEASE_VERSION in gasnet_config.h.in])])
# "1.2.3-rc1" is 1, 2, 3; a part that is missing is 0. No positional parameters: those are the macro's arguments here.
hyd_version=`echo "$PACKAGE_VERSION" | sed 's/[[^0-9.]].*//'`.0.0
HYD_VERSION_MAJOR=`echo "$hyd_version" | cut -d. -f1`
HYD_VERSION_MINOR=`echo "$hyd_version" | cut -d. -f2`
HYD_VERSION_PATCH=`echo "$hyd_version" | cut -d. -f3`
AC_SUBST([HYD_GASNET_RELEASE])
AC_SUBST([HYD_VERSION_MAJOR])
AC_SUBST([HYD_VERSION_MINOR])
AC_SUBST([HYD_VERSION_PATCH])
AC_SUBST([HYD_CONFIGURE_ARGS])
AC_SUBST([HYD_BUILD_ID])
])
