#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# run.sh: installs this build tree into a temporary directory and builds clients against it outside
# both trees, as other projects do: fragments, pkg-config, in place, static, shared, gcc, clang; then
# runs them. Also what must be refused. Run in the build tree, after make. Prints `N passed, N failed`.
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=${abs_top_builddir:-$PWD}
cd "$build" || exit 99
[ -f Makefile ] && [ -f libgasnet.la ] || { echo "no build tree in $build"; exit 77; }
tmp=$(mktemp -d "${TMPDIR:-/tmp}/hyd-install.XXXXXX") || exit 99
trap 'rm -rf "$tmp"' EXIT
log="$tmp/log"
passed=0 failed=0
verdict() { # STATUS TEXT
  if [ "$1" = 0 ]; then
    passed=$((passed + 1)); echo "ok $2"
  else
    failed=$((failed + 1)); echo "not ok $2"
    tail -15 "$log" | sed 's/^/#   /'
  fi
}
try() { # TEXT COMMAND...
  local text=$1
  shift
  "$@" >"$log" 2>&1
  verdict $? "$text"
}
unset MAKEFLAGS MFLAGS PKG_CONFIG_PATH
for v in $(compgen -e | grep '^GASNET_'); do unset "$v"; done
sanitized=$(sed -n 's/^HYD_SAN_FLAGS = *//p' Makefile)
compilers="gcc clang"
[ -z "$sanitized" ] || compilers=$(sed -n 's/^CC = *//p' Makefile)
command -v clang >/dev/null || compilers=gcc

# --- make install ------------------------------------------------------------------------------------------
# libtool cannot install into a directory with a blank; the fragments can tell of one. So: install,
# move, and write the fragments again for the new place.
prefix="$tmp/with blank"
try "make install" make install prefix="$tmp/inst"
[ -f "$tmp/inst/include/gasnet.h" ] || { echo "$passed passed, $((failed + 1)) failed"; exit 1; }
if [ -z "$sanitized" ] && [ -e "$tmp/inst/lib/libgasnet-ffi.so" ] && command -v pandoc >/dev/null; then
  try "commands of README and manual that need an installation" \
    python3 "$here/../../contrib/doc/manual/blocks.py" --prefix "$tmp/inst"
fi
mv "$tmp/inst" "$prefix"
ln -s "$prefix" "$tmp/link" # a name without a blank
try "fragments for another place" make hyd-install-fragments prefix="$prefix"
shared=1 static=1
[ -e "$prefix/lib/libgasnet.so" ] || shared=
[ -e "$prefix/lib/libgasnet.a" ] || static=
nets=$(cd "$prefix/include" && printf '%s\n' *-conduit | sed 's/-conduit//')
lib() { [ -z "$static" ] || printf '%s\n' "$@"; } # archives, where there are any
for f in include/{gasnet,gasnetex,gasnet_fwd,gasnet_tools,gasnet_config,gasnet_portable_platform}.h \
  include/gasnet_tools-{seq,par}.mak $(lib lib/libgasnet_tools-{seq,par}.a) lib/libamudp.a \
  lib/pkgconfig/gasnet_tools-{seq,par}.pc lib/pkgconfig/hydrant{,-debug}.pc bin/gasnetrun bin/amudprun bin/hydrant \
  share/man/man1/gasnetrun.1 share/man/man3/gasnet_put.3 share/hydrant/conform/Makefile share/man/man7/hydrant.7 \
  share/man/man7/gasnet_env.7 \
  share/doc/hydrant/{README.md,LICENSE,examples/Makefile,examples/first.c,spec/README.md,spec/gex-core.md} \
  $(for n in $nets; do
    printf '%s\n' include/$n-conduit/{hyd_conduit.h,gasnet_core.h,$n-{seq,par,parsync}.mak} \
      include/$n-conduit/debug/$n-{seq,par,parsync}-debug.mak lib/pkgconfig/gasnet-$n-{seq,par,parsync}{,-debug}.pc \
      $(lib lib/libgasnet-$n-{seq,par,parsync}{,-debug}.a) bin/gasnetrun_$n
  done); do
  [ -s "$prefix/$f" ] || echo "$f"
done >"$log"
[ ! -s "$log" ]
verdict $? "every name that clients look for is installed"
try "each installed file is in a package" python3 "$here/../../contrib/packaging/check.py" --installed "$prefix"
find "$prefix" \( -name '*.a' -o -name '*.h' \) -type l >"$log"
ls "$prefix"/lib/libgasnet*-*-*.so >>"$log" 2>/dev/null
[ ! -s "$log" ]
verdict $? "archives and headers are no symbolic links, and no shared alias hides an archive"
escaped=${prefix// /\\ }
fragment() { echo "$escaped/include/smp-conduit/smp-$1.mak"; }

# --- clients -------------------------------------------------------------------------------------------
runs() { # PROGRAM NAME [STATUS]: on three ranks, in both ways
  local program=$1 name=$2 want=${3:-0} status
  timeout -k 5 60 "$prefix/bin/gasnetrun" -n 3 "$program" "$want" >"$log" 2>&1
  status=$?
  [ $status = "$want" ] && [ "$(grep -c "^$name: 3 ranks agree$" "$log")" = 1 ] || return 1
  GASNET_PSHM_NODES=2 timeout -k 5 60 "$program" "$want" >"$log" 2>&1
  [ $? = "$want" ] && [ "$(grep -c "^$name: 2 ranks agree$" "$log")" = 1 ]
}
checks() { # PROGRAM: with the checking library
  readelf -s "$1" | grep -q ' hyd_library_checking$' || readelf -d "$1" | grep -q libgasnet-debug
}
linked() { # PROGRAM shared|static: how it was linked
  readelf -d "$1" >"$log" 2>&1
  case $2 in
  shared) grep -q 'NEEDED.*libgasnet' "$log" ;;
  static) ! grep -q 'NEEDED.*libgasnet' "$log" ;;
  esac
}
client() { # DIRECTORY: a fresh copy of client1 or clientx, outside all trees
  rm -rf "$tmp/a client" && cp -r "$here/$1" "$tmp/a client" && chmod -R u+w "$tmp/a client" &&
    cd "$tmp/a client" || return
}
build1() { # MODE ARGUMENTS...
  local mode=$1
  shift
  make FRAGMENT="$(fragment "$mode")" "$@" >"$log" 2>&1
}
buildx() {
  local mode=$1
  shift
  PKG_CONFIG_PATH="$prefix/lib/pkgconfig" make MODE="$mode" "$@" >"$log" 2>&1
}
how=shared
[ -z "$static" ] || how=static
for cc in $compilers; do
  for mode in seq par parsync; do
    client client1
    build1 $mode GASNET_CC=$cc GASNET_LD=$cc && linked ./client1 $how && runs ./client1 client1 7
    verdict $? "GASNet-1 client by fragment: $mode, $cc, $how"
    client clientx
    buildx $mode CC=$cc && linked ./clientx $how && runs ./clientx clientx 7
    verdict $? "GASNet-EX client by pkg-config: $mode, $cc, $how"
  done
done
cmake_project() { # PREFIX NAME: by any spelling, from a tree that was moved, by target, by other name and by variables
  client clientx && cat >CMakeLists.txt <<EOF &&
cmake_minimum_required(VERSION 3.12)
project(client C)
find_package($2 2023.3 CONFIG REQUIRED COMPONENTS smp-seq smp-par-debug OPTIONAL_COMPONENTS none-seq)
foreach(t GASNet::smp-seq gasnet-smp-par-debug)
  string(MAKE_C_IDENTIFIER \${t} name)
  file(GLOB sources *.c)
  add_executable(\${name} \${sources})
  target_link_libraries(\${name} \${t})
endforeach()
add_executable(variables \${sources})
target_include_directories(variables PRIVATE \${GASNET_INCLUDE_DIRS})
target_compile_options(variables PRIVATE \${GASNET_DEFINITIONS})
target_link_libraries(variables \${GASNET_LIBRARIES})
EOF
    cmake -S . -B build -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$1" -DCMAKE_C_FLAGS="$sanitized" >"$log" 2>&1 &&
    cmake --build build >>"$log" 2>&1 && checks build/gasnet_smp_par_debug &&
    runs build/GASNet__smp_seq clientx && runs build/gasnet_smp_par_debug clientx && runs build/variables clientx
}
cmake_refuses() { # ARGUMENTS of find_package and a pattern of what is said
  mkdir -p "$tmp/refused" && cd "$tmp/refused" &&
    printf 'cmake_minimum_required(VERSION 3.12)\nproject(c C)\nfind_package(GASNet %s)\n' "$1" >CMakeLists.txt &&
    ! cmake -S . -B build -DCMAKE_PREFIX_PATH="$prefix" >"$log" 2>&1 && grep -q "$2" "$log"
}
if command -v cmake >/dev/null; then
  cmake_project "$prefix" GASNet
  verdict $? "CMake: find_package(GASNet), three programs"
  cmake_project "$tmp/link" GasNet
  verdict $? "CMake: find_package(GasNet) by another path"
  cmake_refuses 'CONFIG REQUIRED COMPONENTS smp-sqe' 'no component smp-sqe; expected'
  verdict $? "CMake: a component that is not there is refused, and all are named"
  cmake_refuses '2999 CONFIG REQUIRED' 'version: 20'
  verdict $? "CMake: a later version is refused"
fi
dsm_program() { # [--static]: one that uses the shared memory, by pkg-config, is built and run
  printf '#include <hyd_dsm.h>\nint main(int c, char **v) { hyd_dsm_init(&c, &v, 4096); hyd_dsm_exit(7); }\n' >dsm.c
  eval "gcc $sanitized ${1:+-static} dsm.c -o dsm $(pkg-config ${1-} --cflags --libs hydrant-dsm)" || return
  timeout -k 5 60 "$tmp/moved/bin/gasnetrun" -n 2 ./dsm
  [ $? = 7 ]
}
moved() { # pkg-config of a tree that was moved after its fragments were written; hydrant and hydrant-dsm need no option
  rm -rf "$tmp/plain" "$tmp/moved" && mkdir "$tmp/plain" && cp -a "$prefix/." "$tmp/plain" &&
    rm -rf "$tmp/plain/include/"*-conduit "$tmp/plain/lib/pkgconfig" &&
    (cd "$build" && make hyd-install-fragments hyd-install-dsm prefix="$tmp/plain") && mv "$tmp/plain" "$tmp/moved" &&
    client clientx && eval "gcc $sanitized *.c -o clientx $(PKG_CONFIG_PATH="$tmp/moved/lib/pkgconfig" \
      pkg-config --define-prefix --cflags --libs gasnet-smp-seq)" && runs ./clientx clientx || return
  [ -n "$shared" ] || return 0
  eval "gcc $sanitized *.c -o clientx $(PKG_CONFIG_PATH="$tmp/moved/lib/pkgconfig" \
    pkg-config --define-variable=mode=SEQ --cflags --libs hydrant)" && linked ./clientx shared &&
    runs ./clientx clientx || return
  PKG_CONFIG_PATH="$tmp/moved/lib/pkgconfig" dsm_program
}
try "pkg-config: a tree that was moved" moved
wholly_static() { # a program that needs no shared library at start, not even libc's
  local package
  export PKG_CONFIG_PATH="$tmp/moved/lib/pkgconfig"
  client clientx
  for package in "--define-prefix gasnet-smp-seq" "--define-variable=mode=SEQ hydrant"; do
    eval "gcc -static *.c -o clientx $(pkg-config --static --cflags --libs $package)" && ! readelf -d clientx |
      grep NEEDED &&
      runs ./clientx clientx || return
  done
  dsm_program --static && ! readelf -d dsm | grep NEEDED
}
if [ -n "$static" ] && [ -z "$sanitized" ] && [ -e "$(gcc -print-file-name=libc.a)" ]; then
  try "pkg-config --static: gasnet-smp-seq, hydrant, hydrant-dsm" wholly_static
  unset PKG_CONFIG_PATH
fi
if [ -n "$shared" ]; then
  client clientx
  buildx seq CC=gcc PACKAGE="hydrant --define-variable=mode=SEQ" && linked ./clientx shared && runs ./clientx clientx 7
  verdict $? "GASNet-EX client by pkg-config hydrant: the shared library"
fi

# --- link lines without our LDFLAGS, and what else clients do with archives (client-usage.md 2) ----------
bare() { # NET LIBRARIES...: nothing is named but directories and the library
  local net=$1
  shift
  client client1 && gcc $sanitized -DGASNET_SEQ -I"$prefix/include/$net-conduit" -I"$prefix/include" ./*.c -o client1 \
    -L"$prefix/lib" "$@" >"$log" 2>&1 && runs ./client1 client1
}
if [ -n "$static" ]; then
  client client1
  build1 seq short && runs ./client1 client1
  verdict $? "one line, without GASNET_LDFLAGS"
  bare smp -lgasnet-smp-seq
  verdict $? "nothing but -I, -L and -lgasnet-smp-seq"
  [ ! -e "$prefix/include/udp-conduit" ] || {
    bare udp -lgasnet-udp-seq -lamudp
    verdict $? "nothing but -I, -L, -lgasnet-udp-seq and -lamudp"
  }
fi
global_names() { # of the archives: beside our own, only what the interface itself demands
  for f in "$prefix"/lib/lib{gasnet,gasnet-debug,gasnet_tools}.a; do
    nm -g --defined-only "$f" 2>/dev/null | awk 'NF == 3 { print $3 }'
  done | grep -Ev '^(gasnet|gex_|hyd_|_gasnet)|^__|^_Z|^(DW\.ref\.|asan\.|tsan\.|_\.stapsdt\.base$)' | sort -u
}
own_library() { # all of an archive in a client's own shared library
  cd "$tmp/a client" && gcc $sanitized -shared -o own.so -Wl,--whole-archive -L"$prefix/lib" -lgasnet-smp-par \
    -Wl,--no-whole-archive -Wl,-z,text
}
module() { # an archive loads a module: on a machine without a device ibv says that, not that names are missing
  local said
  client client1 && build1 seq || return 1
  said=$(GASNET_CONDUIT_PATH="$prefix/lib/hydrant" GASNET_CONDUIT=ibv \
    timeout -k 5 60 "$prefix/bin/gasnetrun" -n 2 ./client1 2>&1)
  echo "$said"
  grep -Eq 'client1: 2 ranks agree|conduit ibv cannot be used here' <<<"$said"
}
other_module() { # one whose calls are not this library's
  mkdir -p "$tmp/other" && LC_ALL=C sed 's/hyd_op_done(/hyd_op_dune(/' "$prefix/lib/hydrant/hyd_conduit_ibv.so" \
    >"$tmp/other/hyd_conduit_ibv.so" &&
    GASNET_CONDUIT_PATH="$tmp/other" GASNET_CONDUIT=ibv timeout -k 5 60 "$prefix/bin/gasnetrun" -n 2 ./client1 2>&1 |
    grep "hyd_conduit_ibv.so is of another build of the library"
}
if [ -n "$static" ]; then
  global_names >"$log"
  [ ! -s "$log" ]
  verdict $? "archives have no global name outside gasnet*, gex_* and hyd_*"
  [ -n "$sanitized" ] || try "an archive becomes part of a client's own shared library" own_library
  if [ -e "$prefix/lib/hydrant/hyd_conduit_ibv.so" ]; then
    try "a client with an archive loads a module" module
    try "a module of another build is refused by name" other_module
  fi
fi
lacking() { # a machine without nettle, which only udp needs
  local file
  file=$(readlink -f "$(sed -n 's/^NETTLE_PATH = //p' "$build/Makefile")")
  client client1 && build1 seq || return 1
  local run="mount --bind /dev/null '$file' && GASNET_PSHM_NODES=2 timeout -k 5 60 ./client1"
  unshare -m sh -c "$run" | grep '^client1: 2 ranks agree$' || return 1
  GASNET_CONDUIT=udp unshare -m sh -c "$run" 2>&1 |
    grep 'libnettle.* cannot be loaded'
}
if [ -e "$prefix/include/udp-conduit" ] && unshare -m true 2>/dev/null; then
  try "libraries are looked for when they are needed, and named if they are not there" lacking
fi
compilers_are_absolute() {
  local v word
  for v in CC CXX LD; do
    for word in "$(sed -n "s/^GASNET_$v = //p" "$prefix/include/smp-conduit/smp-seq.mak")" \
      "$(PKG_CONFIG_PATH="$prefix/lib/pkgconfig" pkg-config --variable=GASNET_$v gasnet-smp-seq)"; do
      [[ $word == /* ]] && [ -x "${word%% *}" ] || { echo "GASNET_$v = $word"; return 1; }
    done
  done
}
try "compilers are absolute paths" compilers_are_absolute

# --- while one writes a program: the checking library ------------------------------------------------------
client client1
make FRAGMENT="$escaped/include/smp-conduit/debug/smp-seq-debug.mak" >"$log" 2>&1 && checks ./client1 &&
  runs ./client1 client1
verdict $? "GASNet-1 client by debug/smp-seq-debug.mak"
client clientx
buildx seq-debug CC=gcc && checks ./clientx && runs ./clientx clientx
verdict $? "GASNet-EX client by pkg-config gasnet-smp-seq-debug"
twice() { # PACKAGE PACKAGE: the libraries of the first and the checking one, with objects for the second
  client clientx && buildx seq CC=gcc PACKAGE="$2" && eval "gcc $sanitized *.o -o clientx $(
    PKG_CONFIG_PATH="$prefix/lib/pkgconfig" pkg-config --libs "$1") -Wl,--no-as-needed -L$tmp/link/lib -lgasnet-debug \
    -Wl,-rpath,$tmp/link/lib" && refused 'libgasnet.*libgasnet-debug.*are in one process'
}
refused() { # PATTERN: ./client1 or ./clientx cannot be linked or run, and says why in a line of that pattern
  local program=./client1
  [ ! -e ./clientx ] || program=./clientx
  [ -x $program ] && (timeout -k 5 60 "$prefix/bin/gasnetrun" -n 2 $program; exit $?) >"$log" 2>&1 && return 1
  grep -Eq "$1" "$log"
}
if [ -n "$shared" ] && [ "$(sed -n 's/^HYD_DEFAULT_DEBUG = //p' "$build/Makefile")" = 0 ]; then
  twice hydrant gasnet-smp-seq
  verdict $? "both shared libraries in one process: refused by name"
  twice gasnet-smp-seq gasnet-smp-seq-debug
  verdict $? "an archive and the checking library in one process: refused by name"
fi

# --- documents -----------------------------------------------------------------------------------------------
readme_program() { # the README's first program by its own line, and the installed examples by their makefile
  local line
  rm -rf "$tmp/a client" && cp -r "$prefix/share/doc/hydrant/examples" "$tmp/a client" && cd "$tmp/a client" || return 1
  line=$(sed -n 's/^ *cc first.c \(.*\) -o first$/\1/p' "$prefix/share/doc/hydrant/README.md" | head -1)
  awk '/^```/ { on = !on; next } on' "$prefix/share/doc/hydrant/README.md" | diff - <(sed '1,/\*\//d' first.c) &&
    eval "cc first.c $(eval "echo $line") $sanitized -o first" &&
    [ "$(timeout -k 5 60 "$prefix/bin/gasnetrun" -n 3 ./first | grep -c '^rank [0-2] of 3$')" = 3 ] &&
    make gups/gups && timeout -k 5 60 "$prefix/bin/gasnetrun" -n 2 gups/gups -w atomics -n 8
}
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
[ -n "$sanitized" ] || try "README's first program, and an example, from share/doc" readme_program
unset PKG_CONFIG_PATH

# --- hardening -------------------------------------------------------------------------------------------------
hardened() { # FILE...: of what is loaded, none has a table of calls or a stack that could be written and run
  local f
  for f; do
    [ "$(head -c 2 "$f")" != '#!' ] || continue
    readelf -dW "$f" | grep -q 'BIND_NOW\|NOW' || { echo "$f: no BIND_NOW"; return 1; }
    readelf -lW "$f" | grep -q GNU_RELRO || { echo "$f: no RELRO"; return 1; }
    ! readelf -lW "$f" | grep 'GNU_STACK.*E' || { echo "$f: executable stack"; return 1; }
    readelf -hW "$f" | grep -q 'Type:.*DYN' || { echo "$f: not position independent"; return 1; }
    readelf -sW "$f" | grep -q __stack_chk_fail || { echo "$f: no stack protector"; return 1; }
    [ -z "$fortified" ] || readelf -sW "$f" | grep -q '_chk@\|_chk$' || { echo "$f: no FORTIFY"; return 1; }
  done
}
fortified=$(sed -n 's/^HYD_FORTIFY = *//p' "$build/Makefile")
grep -q '^CFLAGS = .*-O' "$build/Makefile" || fortified=
if grep -q '^HYD_HARDEN_CFLAGS = *.*stack-protector' "$build/Makefile"; then
  try "what is installed is hardened" hardened $(cd "$prefix" && find . -type f \( -name '*.so*' -o -path './bin/*' \) |
    sed "s|^\.|$tmp/link|")
fi

# --- more clients -------------------------------------------------------------------------------------------
client client1
make FRAGMENT="${build// /\\ }/smp-conduit/smp-par.mak" >"$log" 2>&1 && runs ./client1 client1
verdict $? "GASNet-1 client in place, from the build tree"

timeout -k 5 100 "$prefix/bin/gasnetrun" doctor >"$log" 2>&1 && grep -q '^conduit smp  *a job of 2 ranks ran in' \
  "$log" &&
  ! grep -Eq '^conduit .*(not tried|ended with status)' "$log"
verdict $? "gasnetrun doctor, where the installation was moved to"

# Of udp, by itself: the first argument is the number of ranks (and not what main gets), or gasnetrun's.
if [ -e "$prefix/include/udp-conduit/udp-seq.mak" ]; then
  client client1
  make FRAGMENT="$escaped/include/udp-conduit/udp-seq.mak" >"$log" 2>&1 &&
    { GASNET_SUPERNODE_MAXSIZE=1 timeout -k 5 60 ./client1 3 7 >"$log" 2>&1; [ $? = 7 ]; } &&
    grep -q '^client1: 3 ranks agree$' "$log"
  verdict $? "GASNet-1 client of udp, started by itself with the number of ranks"
  timeout -k 5 60 "$prefix/bin/amudprun" -np 3 ./client1 >"$log" 2>&1 && grep -q '^client1: 3 ranks agree$' "$log"
  verdict $? "GASNet-1 client of udp, started by amudprun"
  PATH="$prefix/bin:$PATH" SSH_SERVERS="localhost localhost" GASNET_SSH_KEEPDUP=1 timeout -k 5 60 ./client1 4 \
    >"$log" 2>&1 &&
    grep -q '^client1: 4 ranks agree$' "$log"
  verdict $? "GASNet-1 client of udp, which becomes gasnetrun where hosts are named"
  PATH="$prefix/bin:$PATH" GASNET_SPAWNFN=C GASNET_CSPAWN_CMD='%C & %C & %C & wait' timeout -k 5 60 ./client1 3 \
    >"$log" 2>&1 &&
    grep -q '^client1: 3 ranks agree$' "$log"
  verdict $? "GASNet-1 client of udp, which becomes gasnetrun for a command of one's own"
fi

# Realm: -I flags only; part of a shared object; C++.
realm() {
  cd "$tmp/a client" && cp "$here/realm.cc" . &&
    printf 'int realm_main(int, char **);\nint main(int c, char **v) { return realm_main(c, v); }\n' >m.c &&
    {
      printf 'include %s\n' "$(fragment par)"
      printf 'inc:\n\t@printf "%%s\\n" "$(GASNET_INCLUDES)"\n'
      printf 'libs:\n\t@printf "%%s\\n" "$(GASNET_LDFLAGS) $(GASNET_LIBS)"\n'
    } >get.mk &&
    eval "g++ -std=c++17 -Wall -Werror -fPIC -shared -O1 $sanitized -DGASNET_CONDUIT_SMP $(make -s -f get.mk inc) \
      realm.cc -o librealm.so $(make -s -f get.mk libs)" &&
    eval "gcc $sanitized m.c -o realm -L. -lrealm -Wl,-rpath,'$tmp/a client' $(make -s -f get.mk libs)" &&
    GASNET_QUIET=1 timeout -k 5 60 "$prefix/bin/gasnetrun_smp" -n 4 ./realm | grep -q '^realm: 4 ranks agree$'
}
try "Realm: C++, only GASNET_INCLUDES, own -DGASNET_PAR -DGASNET_CONDUIT_SMP" realm

# The tools alone.
tools() {
  local mode=$1
  cd "$tmp/a client" && cp "$here/tools.c" . &&
    {
      printf 'include %s\nt1: tools.c\n' "$escaped/include/gasnet_tools-$mode.mak"
      printf '\t$(GASNETTOOLS_CC) $(GASNETTOOLS_CPPFLAGS) $(GASNETTOOLS_CFLAGS) -c tools.c\n'
      printf '\t$(GASNETTOOLS_LD) $(GASNETTOOLS_LDFLAGS) -o $@ tools.o $(GASNETTOOLS_LIBS)\n'
    } >t.mk && make -f t.mk && ./t1 | grep -q 'tools: 42' &&
    PKG_CONFIG_PATH="$prefix/lib/pkgconfig" &&
    eval "gcc $(PKG_CONFIG_PATH="$prefix/lib/pkgconfig" pkg-config --cflags gasnet_tools-$mode) tools.c -o t2 \
      $(PKG_CONFIG_PATH="$prefix/lib/pkgconfig" pkg-config --libs gasnet_tools-$mode)" && ./t2 | grep -q 'tools: 42'
}
try "tools alone, seq: fragment and pkg-config" tools seq
try "tools alone, par: fragment and pkg-config" tools par

# --- fragments as text (client-usage.md 2) -----------------------------------------------------------
quiet_fragment() {
  local f out
  for f in "$prefix"/include/*-conduit/*.mak; do
    [[ $(basename "$f") =~ ^[^-]*-[^-]*$ ]] || return 1
    out=$(printf 'include %s\nmine:\n\t@echo MINE\n' "${f// /\\ }" | make -s -f - 2>&1) || return 1
    [ "$out" = MINE ] || { echo "$out"; return 1; }
    ! grep -vE '^(#.*|[A-Z_]+ = ?.*|)$' "$f" || return 1
  done
}
try "BLD-1: fragments have one hyphen, no target, print nothing, VAR = value only" quiet_fragment
ordered_pc() { # ${pcfiledir} is pkg-config's: not in the files that scripts of clients read
  awk -F= '
    FNR == 1 { delete seen }
    FNR == 1 && FILENAME !~ /\/gasnet[-_](smp|udp|ibv|ofi|mpi|tools)-[a-z-]*\.pc$/ { seen["pcfiledir"] }
    /^[A-Za-z_]+=/ { rest = $0
      while (match(rest, /\$\{[A-Za-z_]+\}/)) {
        if (!(substr(rest, RSTART + 2, RLENGTH - 3) in seen)) { print FILENAME ": " $0; bad = 1 }
        rest = substr(rest, RSTART + RLENGTH) }
      seen[$1] = 1 }
    END { exit bad }' "$prefix"/lib/pkgconfig/*.pc
}
try "BLD-2: variables of .pc files are defined before they are used" ordered_pc
variables() {
  local v libs want
  export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
  for v in $(sed -n 's/^\(GASNET_[A-Z_]*\) = .*/\1/p' "$prefix/include/smp-conduit/smp-par.mak" |
    grep -v 'OVERRIDE\|EXTRA'); do
    grep -q "^$v=" "$prefix/lib/pkgconfig/gasnet-smp-par.pc" || { echo "$v is not in the .pc"; return 1; }
  done
  # The interface's version, by which clients ask, and Hydrant's own.
  [ "$(pkg-config --modversion gasnet-smp-seq)" = \
    "$(sed -n 's/^#define GASNETI_RELEASE_VERSION //p' "$prefix/include/gasnet_config.h")" ] &&
    [ "$(pkg-config --modversion hydrant)" = "$(sed -n 's/^PACKAGE_VERSION = //p' "$build/Makefile")" ] || return 1
  libs=$(pkg-config --variable=GASNET_LIBS gasnet-smp-seq)
  case $libs in -L*) ;; *) echo "GASNET_LIBS = $libs"; return 1 ;; esac
  for v in ${libs//\\ /_}; do case $v in -[Ll]*) ;; *) echo "GASNET_LIBS = $libs"; return 1 ;; esac; done
  for want in CC CXX LD CFLAGS CPPFLAGS INCLUDES DEFINES LIBS PREFIX; do
    [ -n "$(pkg-config --variable=GASNET_$want gasnet-smp-parsync)" ] || { echo "GASNET_$want is empty"; return 1; }
  done
}
try "the variables are in .pc files, GASNET_LIBS begins with -L" variables
# By what gasnetrun would do: a program of the conduit is started as by the default's name, and by the names that have a
# 1.
spawners() {
  local net f name said default run=$tmp/spawned
  for f in "$prefix"/lib/pkgconfig/gasnet-*-seq.pc; do
    net=${f##*/gasnet-} net=${net%-seq.pc}
    mkdir -p "$run" && printf '#!/bin/sh\n# $GASNetConduitName: %s $ $GASNetFORKSpawner: 1 $\n' "${net^^}" >"$run/p" &&
      chmod +x "$run/p" || return
    [ "$(sed -n 's/^\(GASNET_SPAWNER_[A-Z]*\)=/\1 = /p' "$f")" = \
      "$(grep '^GASNET_SPAWNER_' "$prefix/include/$net-conduit/$net-seq.mak")" ] ||
      { echo "$net: .mak and .pc differ"; return 1; }
    [ "$(grep -c '^GASNET_SPAWNER_[A-Z]*=[01]$' "$f")" = 4 ] || { echo "$net: not four values of 0 or 1"; return 1; }
    default=$("$prefix/bin/gasnetrun_$net" -t -n 2 "$run/p" 2>&1)
    said=$("$prefix/bin/gasnetrun_$net" -t -spawner="$(sed -n 's/^GASNET_SPAWNER_DEFAULT=//p' "$f")" -n 2 \
      "$run/p" 2>&1 | grep -v '_SPAWNER=')
    [ "$said" = "$default" ] || { printf '%s: the default does\n%s\nnot\n%s\n' "$net" "$default" "$said"; return 1; }
    for name in fork ssh mpi pmi; do
      said=0
      ! "$prefix/bin/gasnetrun_$net" -t -spawner=$name -n 2 "$run/p" >/dev/null 2>&1 || said=1
      grep -qx "GASNET_SPAWNER_${name^^}=$said" "$f" ||
        { echo "$net: -spawner=$name: $said, but the .pc file has another value"; return 1; }
    done
  done
}
try "GASNET_SPAWNER_*: what gasnetrun takes, and what it does by itself" spawners
config_h() {
  local h="$prefix/include/gasnet_config.h" n
  for n in GASNETI_RELEASE_VERSION 'GASNETI_BUILD_ID ".*"' 'GASNETI_CONFIGURE_ARGS ".*"' \
    'GASNETI_EX_SPEC_VERSION_MAJOR 0' 'GASNETI_EX_SPEC_VERSION_MINOR 19'; do
    grep -Eq "^#define $n( |\$)" "$h" || { echo "$n"; return 1; }
  done
}
try "gasnet_config.h has the lines that build scripts look for" config_h
try "documented macros have values" python3 "$here/../conform/headers/values.py" "$prefix/include"
idents() {
  client client1 && build1 parsync || return 1
  local s
  for s in 'GASNetConduitName: SMP' 'GASNetThreadModel: GASNET_PARSYNC' 'GASNetSegment: GASNET_SEGMENT_FAST' \
    'GASNetFORKSpawner: 1' 'GASNetConfig: (.*) RELEASE='; do
    strings -a client1 | grep -q "^[\$]$s.*[\$]\$" || { echo "no \$$s \$"; return 1; }
  done
}
try "ident strings are in the executable" idents

# --- ARMCI -------------------------------------------------------------------------------------------------
armci() { # MPI: by pkg-config, by the tree that GA's --with-armci takes, and its archive alone
  local tree="$tmp/link/lib/hydrant/armci-$1" source=$here/../armci/flags.c cc run program
  cc=$(sed -n "s/^$1_CC = //p" "$build/Makefile") run=$(sed -n "s/^$1_RUN = //p" "$build/Makefile")
  # shellcheck disable=SC2046
  [ -z "$static" ] || $cc $sanitized -I"$tree/include" "$source" -o armci1 "$tree/lib/libarmci.a" -lpthread -lm ||
    return 1
  [ -z "$shared" ] || $cc $sanitized -I"$tree/include" "$source" -o armci2 -L"$tree/lib" -larmci || return 1
  $cc $sanitized "$source" -o armci3 $(PKG_CONFIG_PATH="$tmp/link/lib/pkgconfig" pkg-config --cflags --libs \
    --define-variable=libdir="$tmp/link/lib" "armci-hydrant-$1") || return 1
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  for program in ${static:+armci1} ${shared:+armci2} armci3; do
    LD_LIBRARY_PATH="$tree/lib" timeout 60 $run -n 2 ./$program | grep -q passed || return 1
  done
}
for mpi in openmpi mpich; do
  [ ! -d "$prefix/lib/hydrant/armci-$mpi" ] ||
    try "ARMCI with $mpi: pkg-config, -larmci, and the archive alone" armci $mpi
done

# --- what must be refused ------------------------------------------------------------------------------
client client1
build1 seq && rm -f memory.o client1 && build1 par memory.o && build1 seq
refused 'unlike_thread_mode|GASNET_(SEQ|PAR).*GASNET_(SEQ|PAR)'
verdict $? "objects of two thread modes: refused, at link or naming both at init"
client client1
build1 seq && rm -f memory.o client1 && build1 seq memory.o MANUAL_DEFINES=-DGASNET_SEGMENT_EVERYTHING=1 && build1 seq
refused 'unlike_segment|GASNET_SEGMENT_(FAST|EVERYTHING).*GASNET_SEGMENT_(FAST|EVERYTHING)'
verdict $? "objects of two segment kinds: refused, at link or naming both at init"
client client1
build1 seq MANUAL_DEFINES=-DGASNET_DEBUG=1 GASNET_OPT_CFLAGS=-g
refused 'GASNET_DEBUG|debug'
verdict $? "a checking object with the library that does not check: refused"
# --- another place, and none ------------------------------------------------------------------------------
cd "$build" || exit 99
try "make install DESTDIR" make install DESTDIR="$tmp/dest" prefix=/opt/hydrant
grep -rl "$tmp" "$tmp/dest/opt/hydrant/include" "$tmp/dest/opt/hydrant/lib/pkgconfig" >"$log"
[ ! -s "$log" ] && [ -f "$tmp/dest/opt/hydrant/include/gasnet.h" ]
verdict $? "DESTDIR is not in the fragments"
others=("$tmp/dest/opt/hydrant/sbin" "$tmp/dest/opt/hydrant/share/man/man7/other.7")
mkdir "${others[0]}" && : >"${others[1]}"
try "make uninstall" make uninstall DESTDIR="$tmp/dest" prefix=/opt/hydrant
cd "$tmp/dest/opt/hydrant" && find . | sort |
  diff <(printf '%s\n' . ./bin ./include ./lib ./libexec ./sbin ./share ./share/man ./share/man/man7 \
  ./share/man/man7/other.7) - >"$log"
verdict $? "make uninstall leaves what others have put there, and the directories of such a prefix"
cd "$build" && rm -r "${others[@]}" && make -s uninstall-hook DESTDIR="$tmp/dest" prefix=/opt/hydrant >"$log" 2>&1
find "$tmp/dest" -mindepth 2 >>"$log"
[ ! -s "$log" ]
verdict $? "make uninstall leaves no file and no directory in a prefix of its own"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
