# HYD_MPI: the MPIs of this machine, for the mpi conduit, which is a module for each: programs of one MPI cannot use
# another's. What their compilers say is used for those modules alone.

# HYD_MPI_ASK(COMPILER): hyd_mpi_kind: openmpi, or mpich also for what has its binary interface; empty: it is no MPI of
# version 3.
AC_DEFUN([HYD_MPI_ASK], [
AS_ECHO(["#include <mpi.h>
#if MPI_VERSION < 3
#elif defined OPEN_MPI
hyd_mpi_kind openmpi
#elif defined MPICH || defined MPICH_NAME || defined MPICH_NUMVERSION
hyd_mpi_kind mpich
#endif"]) >conftest.c
hyd_mpi_kind=`$1 -E conftest.c 2>/dev/null | $AWK '$[1] == "hyd_mpi_kind" { print $[2] }'`
rm -f conftest.c
])
# HYD_MPI_WORDS(COMPILER, PATTERN): those words of what it would run.
AC_DEFUN([HYD_MPI_WORDS], [`$1 -show 2>/dev/null | tr ' ' '\n' | grep -E -e '$2' | tr '\n' ' '`])
# HYD_MPI_TAKE(KIND, COMPILER)
AC_DEFUN([HYD_MPI_TAKE], [
AS_IF([test "x$hyd_mpi_kind" = x$1 && test "x$have_$1" = xno], [
  have_$1=yes have_mpi=yes HYD_MPI_FOUND="$HYD_MPI_FOUND $2"
  $1_CFLAGS=HYD_MPI_WORDS([$2], [^-@<:@ID@:>@]) $1_LIBS=HYD_MPI_WORDS([$2], [^-(L|l|Wl,)])
  $1_CC=$2
  $1_RUN=`AS_ECHO(["$2"]) | $SED 's/mpicc\(@<:@^/@:>@*\)$/mpirun\1/'`])
])
AC_DEFUN([HYD_MPI], [
AC_ARG_WITH([mpi-cc], [AS_HELP_STRING([--with-mpi-cc=LIST],
  [compilers of the MPIs that the mpi conduit is built for (mpicc.openmpi mpicc.mpich mpicc)])], [], [with_mpi_cc=])
have_mpi=no have_openmpi=no have_mpich=no
AS_CASE([$with_mpi_cc], [yes|no|''], [hyd_mpi_list="mpicc.openmpi mpicc.mpich mpicc"],
  [hyd_mpi_list=`AS_ECHO(["$with_mpi_cc"]) | tr , ' '`])
dnl What is found by itself is for this machine.
AS_IF([test "x$cross_compiling" = xyes && test "x$with_mpi_cc" = x], [hyd_mpi_list=])
AS_IF([test "x$with_mpi_cc" = xno || test "x$enable_mpi" = xno], [hyd_mpi_list=])
for hyd_mpi_cc in $hyd_mpi_list; do
  HYD_MPI_ASK([$hyd_mpi_cc])
  HYD_MPI_TAKE([openmpi], [$hyd_mpi_cc])
  HYD_MPI_TAKE([mpich], [$hyd_mpi_cc])
  AS_IF([test "x$with_mpi_cc" != x && test "x$hyd_mpi_kind" = x],
    [AC_MSG_ERROR([--with-mpi-cc: $hyd_mpi_cc does not compile for an MPI of version 3])])
done
AC_SUBST([openmpi_CC]) AC_SUBST([openmpi_CFLAGS]) AC_SUBST([openmpi_LIBS]) AC_SUBST([openmpi_RUN])
AC_SUBST([mpich_CC]) AC_SUBST([mpich_CFLAGS]) AC_SUBST([mpich_LIBS]) AC_SUBST([mpich_RUN])
])
# HYD_MPI_MODULES: which of them are built.
AC_DEFUN([HYD_MPI_MODULES], [
AM_CONDITIONAL([MPI_openmpi], [test "x$enable_mpi" != xno && test $have_openmpi = yes])
AM_CONDITIONAL([MPI_any], [test "x$enable_mpi" != xno && test $have_mpi = yes])
AM_CONDITIONAL([MPI_mpich], [test "x$enable_mpi" != xno && test $have_mpich = yes])
AS_IF([test $have_openmpi = yes], [hyd_openmpi=1], [hyd_openmpi=0])
AS_IF([test $have_mpich = yes], [hyd_mpich=1], [hyd_mpich=0])
HYD_MPI_BUILT="-DHYD_MPI_BUILT_OPENMPI=$hyd_openmpi -DHYD_MPI_BUILT_MPICH=$hyd_mpich"
AC_SUBST([HYD_MPI_BUILT])
])
