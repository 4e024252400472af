#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# fill.sh: fills a template of this directory for one place and one mode, on standard output.
#
#   fill.sh TEMPLATE MODE WHERE     MODE: seq par parsync; WHERE: installed or built
#
# The environment has what configure and make know: PKG_PREFIX, PKG_LIBDIR, PKG_INCLUDEDIR (or, for
# the build tree, PKG_SRCDIR and PKG_BUILDDIR), PKG_NET, PKG_CC, PKG_CXX, PKG_CFLAGS, PKG_CXXFLAGS,
# PKG_SAN, PKG_DEBUG (0 or 1), PKG_HWLOC_LIBS, PKG_VERSION. Blanks and other special characters in
# directories are escaped with backslashes, for make's recipes and for pkg-config.
set -eu
template=$1 mode=$2 where=$3

escape() { printf '%s' "$1" | sed 's/[^A-Za-z0-9_@%+=:,./-]/\\&/g'; }

net=$PKG_NET
if [ "$where" = installed ]; then
  prefix=$PKG_PREFIX
  libdir=$PKG_LIBDIR
  tools_libdir=$PKG_LIBDIR
  includes="-I$(escape "$PKG_INCLUDEDIR")"
  net_include="-I$(escape "$PKG_INCLUDEDIR/$net-conduit")"
else
  prefix=$PKG_BUILDDIR
  libdir=$PKG_BUILDDIR/$net-conduit
  tools_libdir=$PKG_BUILDDIR
  includes="-I$(escape "$PKG_SRCDIR/core") -I$(escape "$PKG_SRCDIR/extended") -I$(escape "$PKG_SRCDIR/vis") -I$(escape "$PKG_BUILDDIR/core")"
  net_include="-I$(escape "$PKG_BUILDDIR/$net-conduit")"
fi
case $template in *tools*) libdir=$tools_libdir ;; esac

# Where the loader looks anyway, nothing need be said.
rpath="-Wl,-rpath,$(escape "$libdir")"
[ "$where" = installed ] || rpath="$rpath -Wl,-rpath,$(escape "$PKG_BUILDDIR/.libs")"
case $libdir in /lib | /usr/lib | /usr/lib/*-linux-gnu*) rpath= ;; esac

threads=
[ "$mode" = seq ] || threads=-D_REENTRANT
case $mode in
seq) tools_mode=GASNETT_THREAD_SINGLE tools_threads= ;;
*) tools_mode=GASNETT_THREAD_SAFE tools_threads=-D_REENTRANT ;;
esac
opt_cflags=$PKG_CFLAGS opt_cxxflags=$PKG_CXXFLAGS debugflags=-DGASNET_NDEBUG=1
if [ "$PKG_DEBUG" = 1 ]; then # a checking client is not optimised (gasnetex.h refuses it)
  opt_cflags='-g -O0' opt_cxxflags='-g -O0' debugflags=-DGASNET_DEBUG=1
fi

value() {
  case $1 in
  NET) printf '%s' "$net" ;;
  MODE) printf '%s' "$mode" ;;
  MODE_UPPER) printf '%s' "$mode" | tr a-z A-Z ;;
  PREFIX) printf '%s' "$prefix" ;;
  LIBDIR) printf '%s' "$libdir" ;;
  LIBFLAG) printf '%s' "-L$(escape "$libdir")" ;;
  INCLUDES) printf '%s' "$includes" ;;
  NET_INCLUDE) printf '%s' "$net_include" ;;
  RPATH) printf '%s' "$rpath" ;;
  THREADS) printf '%s' "$threads" ;;
  TOOLS_MODE) printf '%s' "$tools_mode" ;;
  TOOLS_THREADS) printf '%s' "$tools_threads" ;;
  OPT_CFLAGS) printf '%s' "$opt_cflags" ;;
  OPT_CXXFLAGS) printf '%s' "$opt_cxxflags" ;;
  DEBUGFLAGS) printf '%s' "$debugflags" ;;
  CC) printf '%s' "$PKG_CC" ;;
  CXX) printf '%s' "$PKG_CXX" ;;
  SAN) printf '%s' "$PKG_SAN" ;;
  HWLOC_LIBS) printf '%s' "$PKG_HWLOC_LIBS" ;;
  VERSION) printf '%s' "$PKG_VERSION" ;;
  NET_UPPER) printf '%s' "$net" | tr a-z A-Z ;;
  WHERE) printf '%s' "$where" ;;
  *) echo "fill.sh: $template: no value for @$1@" >&2; return 1 ;;
  esac
}

for name in $(grep -o '@[A-Z_]*@' "$template" | tr -d @ | sort -u); do
  eval "FILL_$name=\$(value $name)"
  export "FILL_$name"
done
awk '{
  rest = $0; line = ""
  while (match(rest, /@[A-Z_]+@/)) {
    line = line substr(rest, 1, RSTART - 1) ENVIRON["FILL_" substr(rest, RSTART + 1, RLENGTH - 2)]
    rest = substr(rest, RSTART + RLENGTH)
  }
  line = line rest
  sub(/[ \t]+$/, "", line)
  print line
}' "$template"
