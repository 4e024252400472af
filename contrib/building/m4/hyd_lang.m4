# HYD_LANG: other languages than C (contrib/languages). Nothing here is needed to build the library; what is missing is
# left out.
AC_DEFUN([HYD_LANG], [
AC_CHECK_PROGS([PYTHON3], [python3])
AM_CONDITIONAL([HAVE_PYTHON3], [test "x$PYTHON3" != x])
AS_IF([test "x$PYTHON3" = x && test ! -e "$srcdir/contrib/languages/ffi/gasnet_ffi.h"],
  [AC_MSG_ERROR([no python3, which a clone needs: it makes gasnet_ffi.h and other bindings from the headers])])
AC_MSG_CHECKING([for a python3 with cffi])
PYTHON_CFFI=
for hyd_python in $PYTHON3 /usr/bin/python3; do
  AS_IF([test "x$PYTHON_CFFI" = x && $hyd_python -c 'import cffi; cffi.FFI()' >/dev/null 2>&1],
    [PYTHON_CFFI=`command -v $hyd_python`])
done
AC_MSG_RESULT([${PYTHON_CFFI:-no}])
AC_SUBST([PYTHON_CFFI])
AC_CHECK_PROGS([RUSTC], [rustc], [])
AM_CONDITIONAL([HAVE_PYTHON_CFFI], [test "x$PYTHON_CFFI" != x])
have_cffi=no have_rustc=no have_gfortran=no
AS_IF([test "x$PYTHON_CFFI" != x], [have_cffi=yes])
AS_IF([test "x$RUSTC" != x], [have_rustc=yes])
AS_IF([test "x$GFORTRAN" != x], [have_gfortran=yes])
])
