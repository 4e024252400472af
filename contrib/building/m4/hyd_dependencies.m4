# HYD_DEPENDENCIES: libraries. libibverbs and librdmacm are needed by the ibv conduit's module alone, libfabric by the
# ofi conduit's. hwloc, and libcrypto and nettle if the udp conduit is built, are looked for by libgasnet when it needs
# them, and so is libpmix; the rest serves examples and tests.

# HYD_LATE(VARIABLE, PACKAGE, LIBRARY): VARIABLE_FILE, its soname, and VARIABLE_PATH, where it is here.
AC_DEFUN([HYD_LATE], [
AS_IF([test "x$$1_LIBS" != x], [
hyd_dir=`$PKG_CONFIG --variable=libdir $2`
$1_FILE=`$READELF -d "$hyd_dir/lib$3.so" 2>/dev/null | tr -d '@<:@@:>@' | $AWK '/SONAME/ { print $NF }'`
AS_IF([test "x$$1_FILE" = x], [$1_FILE=lib$3.so])
$1_PATH=$hyd_dir/$$1_FILE])
AC_SUBST([$1_FILE])
AC_SUBST([$1_PATH])
])
# libipsec-mb makes the udp conduit's tags where it is installed. Debian's has no file for pkg-config.
AC_DEFUN([HYD_IPSEC_MB], [
AC_CHECK_MEMBER([IMB_MGR.gmac128_init], [have_ipsec_mb=yes], [have_ipsec_mb=no], [#include <intel-ipsec-mb.h>])
AS_IF([test $have_ipsec_mb = yes], [
hyd_so=`$CC -print-file-name=libIPSec_MB.so`
IPSEC_MB_FILE=`$READELF -d "$hyd_so" 2>/dev/null | tr -d '@<:@@:>@' | $AWK '/SONAME/ { print $NF }'`
IPSEC_MB_PATH=`dirname "$hyd_so"`/$IPSEC_MB_FILE
AS_IF([test "x$IPSEC_MB_FILE" = x], [have_ipsec_mb=no], [IPSEC_MB_LIBS=-lIPSec_MB])])
AC_SUBST([IPSEC_MB_FILE])
AC_SUBST([IPSEC_MB_PATH])
AM_CONDITIONAL([HAVE_IPSEC_MB], [test $have_ipsec_mb = yes])
])
AC_DEFUN([HYD_DEPENDENCIES], [
PKG_CHECK_MODULES([HWLOC], [hwloc >= 2.0], [],
  [AC_MSG_ERROR([hwloc 2.0 or newer is needed: apt-get install libhwloc-dev])])
PKG_CHECK_MODULES([CRYPTO], [libcrypto >= 1.1.1], [have_crypto=yes], [have_crypto=no])
PKG_CHECK_MODULES([NETTLE], [nettle >= 3.0], [have_nettle=yes], [have_nettle=no])
AC_CHECK_TOOL([READELF], [readelf], [readelf])
HYD_LATE([HWLOC], [hwloc], [hwloc])
HYD_LATE([CRYPTO], [libcrypto], [crypto])
HYD_LATE([NETTLE], [nettle], [nettle])
HYD_IPSEC_MB
AS_IF([test $have_crypto = yes && test $have_nettle = yes], [have_seals=yes], [have_seals=no])
PKG_CHECK_MODULES([ZLIB], [zlib], [have_zlib=yes], [have_zlib=no])
PKG_CHECK_MODULES([JANSSON], [jansson], [have_jansson=yes], [have_jansson=no])
PKG_CHECK_MODULES([CMOCKA], [cmocka], [have_cmocka=yes], [have_cmocka=no])
AM_CONDITIONAL([HAVE_ZLIB], [test $have_zlib = yes])
AM_CONDITIONAL([HAVE_JANSSON], [test $have_jansson = yes])
AM_CONDITIONAL([HAVE_CMOCKA], [test $have_cmocka = yes])
PKG_CHECK_MODULES([PMIX], [pmix >= 3], [have_pmix=yes], [have_pmix=no])
AM_CONDITIONAL([HAVE_PMIX], [test $have_pmix = yes])
PKG_CHECK_MODULES([IBVERBS], [libibverbs >= 1.8], [have_ibverbs=yes], [have_ibverbs=no])
PKG_CHECK_EXISTS([libibverbs >= 1.13], [IBVERBS_CFLAGS="$IBVERBS_CFLAGS -DHYD_HAVE_FORK_STATUS=1"])
PKG_CHECK_MODULES([RDMACM], [librdmacm >= 1.2], [have_rdmacm=yes], [have_rdmacm=no])
AM_CONDITIONAL([HAVE_IBVERBS], [test $have_ibverbs = yes && test $have_rdmacm = yes])
AS_IF([test $have_ibverbs = yes && test $have_rdmacm = yes], [have_verbs=yes], [have_verbs=no])
PKG_CHECK_MODULES([LIBFABRIC], [libfabric >= 1.14], [have_libfabric=yes], [have_libfabric=no])
HYD_MPI
PKG_CHECK_MODULES([LIBDW], [libdw >= 0.170], [have_libdw=yes], [have_libdw=no])
AM_CONDITIONAL([HAVE_LIBDW], [test $have_libdw = yes])
AC_CHECK_PROG([have_m4], [m4], [yes], [no])
AM_CONDITIONAL([HAVE_M4], [test $have_m4 = yes])
AC_CHECK_HEADER([execinfo.h], [have_execinfo=yes], [have_execinfo=no])
AM_CONDITIONAL([HAVE_EXECINFO], [test $have_execinfo = yes])
AC_CHECK_FUNC([on_exit], [have_on_exit=yes], [have_on_exit=no])
AM_CONDITIONAL([HAVE_ON_EXIT], [test $have_on_exit = yes])
AC_SEARCH_LIBS([pthread_create], [pthread])
])
