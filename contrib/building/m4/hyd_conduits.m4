# HYD_CONDUITS: one line for each conduit: HYD_CONDUIT(name, default, what loads the libraries it needs
# (core/optlib/load.h)). The list becomes conduits/list.c, best first. What needs libraries that not
# every machine has is a module of its own (HYD_CONDUIT_MODULE(name, default, what chooses among its files
# (conduits/conduit.h)); conduits/module.h), loaded when it is asked for.
AC_DEFUN([HYD_CONDUIT], [
AC_ARG_ENABLE([$1], [AS_HELP_STRING([--disable-$1], [leave out the $1 conduit])],
  [], [enable_$1=$2])
AS_IF([test "x$enable_$1" != xno], [
  HYD_CONDUIT_LIST="$HYD_CONDUIT_LIST $1"
  HYD_CONDUIT_DECLS="$HYD_CONDUIT_DECLS extern const struct hyd_conduit hyd_conduit_$1;"
  HYD_CONDUIT_REFS="$HYD_CONDUIT_REFS &hyd_conduit_$1,"
  HYD_CONDUIT_NEEDS="$HYD_CONDUIT_NEEDS m4_default([$3], [0]),"])
AM_CONDITIONAL([CONDUIT_$1], [test "x$enable_$1" != xno])
])
AC_DEFUN([HYD_CONDUIT_MODULE], [
AC_ARG_ENABLE([$1], [AS_HELP_STRING([--disable-$1], [leave out the $1 conduit])],
  [], [enable_$1=$2])
AS_IF([test "x$enable_shared" = xno], [enable_$1=no])
AS_IF([test "x$enable_$1" != xno], [
  HYD_CONDUIT_LIST="$HYD_CONDUIT_LIST $1"
  HYD_CONDUIT_MODULES="$HYD_CONDUIT_MODULES \"$1\","
  HYD_CONDUIT_WHICH="$HYD_CONDUIT_WHICH m4_default([$3], [0]),"
  m4_ifval([$3], [HYD_CONDUIT_WHICH_DECLS="$HYD_CONDUIT_WHICH_DECLS hyd_which_fn $3;"])
  HYD_CONDUIT_LIMITS="$HYD_CONDUIT_LIMITS {HYD_[]m4_toupper([$1])_MAX_MEDIUM, HYD_[]m4_toupper([$1])_MAX_LONG},"])
AM_CONDITIONAL([CONDUIT_$1], [test "x$enable_$1" != xno])
])
AC_DEFUN([HYD_CONDUITS], [
HYD_CONDUIT([smp], [yes])
HYD_CONDUIT([template], [yes])
HYD_CONDUIT([udp], [$have_seals], [hyd_late_nettle])
AS_IF([test "x$enable_udp" = xyes], [
  HYD_NET_CFLAGS="$CRYPTO_CFLAGS $NETTLE_CFLAGS" HYD_NET_LIBS="$CRYPTO_LIBS $NETTLE_LIBS"
  HYD_SEAL_LIBS="$HYD_NET_LIBS $IPSEC_MB_LIBS"
  AS_IF([test "x$have_seals" = xno],
    [AC_MSG_ERROR([--enable-udp: needs OpenSSL and nettle: apt-get install libssl-dev nettle-dev])])])
HYD_CONDUIT_MODULE([ibv], [$have_verbs])
AS_IF([test "x$enable_ibv" = xyes && test "x$have_verbs" = xno],
  [AC_MSG_ERROR([--enable-ibv: needs libibverbs and librdmacm: apt-get install libibverbs-dev librdmacm-dev])])
HYD_CONDUIT_MODULE([ofi], [$have_libfabric])
AS_IF([test "x$enable_ofi" = xyes && test "x$have_libfabric" = xno],
  [AC_MSG_ERROR([--enable-ofi: needs libfabric 1.14 or newer: apt-get install libfabric-dev, or PKG_CONFIG_PATH])])
HYD_CONDUIT_MODULE([mpi], [$have_mpi], [hyd_mpi_which])
AS_IF([test "x$enable_mpi" = xyes && test "x$have_mpi" = xno],
  [AC_MSG_ERROR([--enable-mpi: needs an MPI: apt-get install libopenmpi-dev or libmpich-dev, or --with-mpi-cc=mpicc])])
HYD_MPI_MODULES
AC_SUBST([HYD_CONDUIT_MODULES])
AC_SUBST([HYD_CONDUIT_WHICH])
AC_SUBST([HYD_CONDUIT_WHICH_DECLS])
AC_SUBST([HYD_CONDUIT_LIMITS])
AC_SUBST([HYD_NET_CFLAGS])
AC_SUBST([HYD_NET_LIBS])
AC_SUBST([HYD_SEAL_LIBS])
AC_SUBST([HYD_CONDUIT_LIST])
AC_SUBST([HYD_CONDUIT_DECLS])
AC_SUBST([HYD_CONDUIT_REFS])
AC_SUBST([HYD_CONDUIT_NEEDS])
])
dnl What was found, also with -q: what is missing is seen at once, and what to install.
AC_DEFUN([HYD_SAY], [AS_ECHO(["  m4_format([%-34s], [$1]) $2"])])
AC_DEFUN([HYD_SUMMARY], [
hyd_parts="conduits$HYD_CONDUIT_LIST; segment $HYD_SEGMENT; default library lib$HYD_DEFAULT_LIB"
hyd_parts="$hyd_parts; memory kinds $HYD_KIND_LIST; sanitizers $enable_sanitize; hardening $enable_hardening"
AS_ECHO(["hydrant $PACKAGE_VERSION: $hyd_parts"])
HYD_SAY([manual], [yes])
HYD_SAY([PMIx], [yes (libpmix.so.2, when a job is started under it)])
HYD_SAY([udp (libssl-dev, nettle-dev)], [$have_seals])
HYD_SAY([udp: fast tags (libipsec-mb-dev)], [$have_ipsec_mb])
HYD_SAY([ibv (libibverbs-dev, librdmacm-dev)], [$have_verbs])
HYD_SAY([ofi (libfabric-dev, 1.14 or newer)], [$have_libfabric])
HYD_SAY([mpi (libopenmpi-dev, libmpich-dev)], [$have_mpi$HYD_MPI_FOUND])
HYD_SAY([ARMCI (libopenmpi-dev, libmpich-dev)], [$have_mpi])
HYD_SAY([CUDA memory (cuda.h)], [$have_kind_cuda_uva])
HYD_SAY([HIP memory (libamdhip64-dev)], [$have_kind_hip])
HYD_SAY([Level Zero memory (libze-dev)], [$have_kind_ze])
HYD_SAY([USDT probes (systemtap-sdt-dev)], [$have_usdt])
HYD_SAY([gasnet-bench (libjansson-dev)], [$have_jansson])
HYD_SAY([stack traces: lines (libdw-dev)], [$have_libdw])
HYD_SAY([example kmer (zlib1g-dev)], [$have_zlib])
HYD_SAY([examples of ANL macros (m4)], [$have_m4])
HYD_SAY([unit tests (libcmocka-dev)], [$have_cmocka])
HYD_SAY([tests of PMIx (libpmix-dev)], [$have_pmix])
HYD_SAY([Python package (python3-cffi)], [$have_cffi])
HYD_SAY([tests of Fortran (gfortran)], [$have_gfortran])
HYD_SAY([tests of Rust (rustc)], [$have_rustc])
])
