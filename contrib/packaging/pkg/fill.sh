#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# fill.sh: fills a template of this directory for one place and one mode, on standard output.
#
#   fill.sh TEMPLATE MODE WHERE     MODE: seq par parsync, or with -debug for the checking library;
#                                   WHERE: installed or built
#
# The environment has what configure and make know: PKG_PREFIX, PKG_LIBDIR, PKG_INCLUDEDIR (or, for
# the build tree, PKG_SRCDIR and PKG_BUILDDIR), PKG_NET, PKG_CC, PKG_CXX, PKG_CFLAGS, PKG_CXXFLAGS,
# PKG_PC_PREFIX (the prefix as seen from a .pc file), PKG_SAN, PKG_DEBUG (0 or 1: the library without -debug checks),
# PKG_STATIC (0: there are no archives), PKG_VERSION (Hydrant's), PKG_RELEASE (the interface's), PKG_NETS (the
# conduits). Blanks and other special characters in directories are escaped with backslashes, for make's recipes and for
# pkg-config.
set -eu
template=$1 mode=$2 where=$3

debug=$PKG_DEBUG suffix=
case $mode in *-debug) debug=1 suffix=-debug mode=${mode%-debug} ;; esac

# With the compiler's place, because clients compare it with the place of theirs.
absolute() {
  command=${1%% *} rest=${1#"${1%% *}"}
  printf '%s%s' "$(command -v "$command" || printf '%s' "$command")" "$rest"
}
escape() { printf '%s' "$1" | sed 's/[^A-Za-z0-9_@%+=:,./-]/\\&/g'; }

# A directory, for pkg-config by ${prefix}, so that a tree which was moved serves with --define-prefix.
place() {
  case $template:$where:$1 in
  *.pc.in:installed:"$PKG_PREFIX"/*)
    if [ "$(escape "$PKG_PREFIX")" = "$PKG_PREFIX" ]; then
      printf '${prefix}%s' "$(escape "${1#"$PKG_PREFIX"}")"
      return
    fi
    ;;
  esac
  escape "$1"
}

net=$PKG_NET
if [ "$where" = installed ]; then
  prefix=$PKG_PREFIX
  libdir=$PKG_LIBDIR
  tools_libdir=$PKG_LIBDIR
  includes="-I$(place "$PKG_INCLUDEDIR")"
  net_include="-I$(place "$PKG_INCLUDEDIR/$net-conduit")"
else
  prefix=$PKG_BUILDDIR
  libdir=$PKG_BUILDDIR/$net-conduit
  tools_libdir=$PKG_BUILDDIR
  includes="-I$(escape "$PKG_SRCDIR/core/include") -I$(escape "$PKG_SRCDIR/extended/include") -I$(escape \
    "$PKG_SRCDIR/vis") -I$(escape "$PKG_BUILDDIR/core/include")"
  net_include="-I$(escape "$PKG_BUILDDIR/$net-conduit")"
fi
case $template in *tools*) libdir=$tools_libdir ;; esac

# Clients link the archive of a mode, which needs nothing to be found at start. Where there are none, the
# shared library, and say where it is unless the loader looks there anyway.
library=gasnet-$net-$mode$suffix tools_library=gasnet_tools-$mode rpath=
hydrant=gasnet$suffix
[ "$PKG_DEBUG" = 0 ] || hydrant=gasnet-debug
shared_rpath="-Wl,-rpath,$(place "$libdir")"
[ "$where" = installed ] || shared_rpath="$shared_rpath -Wl,-rpath,$(escape "$PKG_BUILDDIR/.libs")"
case $libdir in /lib | /usr/lib | /lib64 | /usr/lib64 | /usr/lib/*-linux-gnu*) shared_rpath= ;; esac
if [ "$PKG_STATIC" = 0 ]; then
  library=$hydrant tools_library=gasnet_tools rpath=$shared_rpath
  [ "$where" = installed ] || libdir=$PKG_BUILDDIR/.libs
fi

# What starts the ranks if nothing is said, and what -spawner takes beside mpi and pmi
# (contrib/tools/gasnetrun/spawner.c).
spawner=fork by_fork=1
case $net in udp) spawner=ssh ;; mpi) spawner=mpi by_fork=0 ;; esac
threads=
[ "$mode" = seq ] || threads=-D_REENTRANT
case $mode in
seq) tools_mode=GASNETT_THREAD_SINGLE tools_threads= ;;
*) tools_mode=GASNETT_THREAD_SAFE tools_threads=-D_REENTRANT ;;
esac
opt_cflags=$PKG_CFLAGS opt_cxxflags=$PKG_CXXFLAGS debugflags=-DGASNET_NDEBUG=1
if [ "$debug" = 1 ]; then # a checking client is not optimised (gasnetex.h refuses it)
  opt_cflags='-g -O0' opt_cxxflags='-g -O0' debugflags=-DGASNET_DEBUG=1
fi
debug_define= # without a suffix, gasnet_config.h says it
[ -z "$suffix" ] || debug_define=' -DGASNET_DEBUG=1'

value() {
  case $1 in
  NET) printf '%s' "$net" ;;
  MODE) printf '%s' "$mode" ;;
  MODE_UPPER) printf '%s' "$mode" | tr a-z A-Z ;;
  PREFIX) printf '%s' "$prefix" ;;
  PC_PREFIX) printf '%s' "$PKG_PC_PREFIX" ;;
  LIBDIR) printf '%s' "$libdir" ;;
  LIBDIR_PLACE) place "$libdir" ;;
  LIBFLAG) printf '%s' "-L$(place "$libdir")" ;;
  INCLUDES) printf '%s' "$includes" ;;
  NET_INCLUDE) printf '%s' "$net_include" ;;
  INCLUDEDIR) place "${PKG_INCLUDEDIR-}" ;;
  INCLUDEDIR_PATH) printf '%s' "${PKG_INCLUDEDIR-}" ;;
  SPAWNER) printf '%s' "$spawner" ;;
  BY_FORK) printf '%s' "$by_fork" ;;
  NETS) printf '%s' "$PKG_NETS" ;;
  RPATH) printf '%s' "$rpath" ;;
  SHARED_RPATH) printf '%s' "$shared_rpath" ;;
  LIBRARY) printf '%s' "$library" ;;
  TOOLS_LIBRARY) printf '%s' "$tools_library" ;;
  HYDRANT) printf '%s' "$hydrant" ;;
  DEBUG_DEFINE) printf '%s' "$debug_define" ;;
  THREADS) printf '%s' "$threads" ;;
  TOOLS_MODE) printf '%s' "$tools_mode" ;;
  TOOLS_THREADS) printf '%s' "$tools_threads" ;;
  OPT_CFLAGS) printf '%s' "$opt_cflags" ;;
  OPT_CXXFLAGS) printf '%s' "$opt_cxxflags" ;;
  DEBUGFLAGS) printf '%s' "$debugflags" ;;
  CC) absolute "$PKG_CC" ;;
  CXX) absolute "$PKG_CXX" ;;
  SAN) printf '%s' "$PKG_SAN" ;;
  VERSION) printf '%s' "$PKG_VERSION" ;;
  RELEASE) printf '%s' "$PKG_RELEASE" ;;
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
