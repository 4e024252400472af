#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# wrapper_test.sh: hydrant-caf by itself, as the compiler of CMake, Meson and fpm where these are installed, and what
# users set: GFORTRAN_NUM_IMAGES, GFORTRAN_SHARED_MEMORY_SIZE, CAF_STATS. Run in the build tree. Prints `N passed, N
# failed`.
set -u
build=$PWD
caf=$build/contrib/layers/caf/hydrant-caf
export HYDRANT_CAF_LIBDIR=$build/.libs LD_LIBRARY_PATH=$build/.libs
unset GASNET_PSHM_NODES
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0 failed=0
verdict() { # TEXT COMMAND...
  local text=$1
  shift
  if "$@" >log 2>&1; then passed=$((passed + 1)); echo "ok $text"; else
    failed=$((failed + 1)); echo "not ok $text"; sed 's/^/#   /' log | head -20
  fi
}
cat >hello.f90 <<'END'
program hello
  integer, save :: a(10)[*]
  integer :: i, k
  a = this_image()
  sync all
  do i = 1, 2000
    k = a(mod(i, 10) + 1)[num_images()]
  end do
  print '(a,i0,a,i0)', 'image ', this_image(), ' of ', k
end program
END
says() { # PATTERN COMMAND...
  local pattern=$1
  shift
  timeout 60 "$@" 2>&1 | tee out | grep -qE -- "$pattern" || { cat out; return 1; }
}
lines() { # NUMBER COMMAND...
  local n=$1
  shift
  timeout 60 "$@" >out 2>&1 || { cat out; return 1; }
  [ "$(grep -c '^image' out)" = "$n" ]
}
fails() { ! timeout 60 "$@"; }

verdict "--help" says '^usage: hydrant-caf' sh "$caf" --help
verdict "--hydrant-version" says '^hydrant-caf [0-9]' sh "$caf" --hydrant-version
verdict "--version is gfortran's" says 'GNU Fortran' sh "$caf" --version
verdict "--show: -fcoarray=lib comes after the user's options, then libraries" \
  says '^gfortran hello.f90 -o hello -fcoarray=lib .*caf_hydrant' sh "$caf" --show hello.f90 -o hello
verdict "--show with -c: no libraries" says 'hello.f90 -fcoarray=lib$' sh "$caf" --show -c hello.f90
verdict "a warning of -fcoarray=single" says 'warning: -fcoarray=single' sh "$caf" --show -fcoarray=single hello.f90
verdict "a compiler that is not there" says 'no-such: not found; expected a gfortran' sh "$caf" --fc=no-such hello.f90
verdict "compiles and links" sh "$caf" -O1 hello.f90 -o hello
verdict "in two steps" sh -c "sh '$caf' -c hello.f90 -o hello.o && sh '$caf' hello.o -o hello2"
verdict "one image without a launcher" lines 1 ./hello2
verdict "GFORTRAN_NUM_IMAGES" env GFORTRAN_NUM_IMAGES=3 bash -c "$(declare -f lines); lines 3 ./hello"
verdict "gasnetrun -n 2" lines 2 "$build/gasnetrun" -n 2 ./hello
verdict "GFORTRAN_NUM_IMAGES=0 is refused" says 'GFORTRAN_NUM_IMAGES=0; expected' env GFORTRAN_NUM_IMAGES=0 ./hello
verdict "GFORTRAN_SHARED_MEMORY_SIZE" lines 1 env GFORTRAN_SHARED_MEMORY_SIZE=1m ./hello
verdict "a size that is none is refused" says 'SIZE=1x; expected bytes' env GFORTRAN_SHARED_MEMORY_SIZE=1x ./hello
verdict "CAF_STATS counts" says 'CAF_STATS image 2: sync all +1 calls' env CAF_STATS=1 "$build/gasnetrun" -n 2 ./hello
verdict "CAF_STATS names a loop over elements" says '2000 accesses of one element' env CAF_STATS=1 "$build/gasnetrun" \
  -n 2 ./hello
verdict "the shared library" sh -c "sh '$caf' --hydrant-shared hello.f90 -o shared && GFORTRAN_NUM_IMAGES=2 ./shared"

printf '#!/bin/sh\nexec sh "%s" "$@"\n' "$caf" >hydrant-caf && chmod +x hydrant-caf
if command -v cmake >/dev/null; then
  mkdir cmake
  printf '%s\n' 'cmake_minimum_required(VERSION 3.13)' 'project(hello Fortran)' 'add_executable(hello ../hello.f90)' \
    >cmake/CMakeLists.txt
  verdict "CMake" sh \
    -c "cmake -S cmake -B cmake/build -DCMAKE_Fortran_COMPILER=$work/hydrant-caf && cmake --build cmake/build"
  verdict "CMake's program runs" lines 2 "$build/gasnetrun" -n 2 cmake/build/hello
fi
if command -v meson >/dev/null && command -v ninja >/dev/null; then
  mkdir meson && cp hello.f90 meson
  printf '%s\n' "project('hello', 'fortran')" "executable('hello', 'hello.f90')" >meson/meson.build
  verdict "Meson" sh -c "FC=$work/hydrant-caf meson setup meson/build meson && meson compile -C meson/build"
  verdict "Meson's program runs" lines 2 "$build/gasnetrun" -n 2 meson/build/hello
fi
if command -v fpm >/dev/null && fpm --version 2>&1 | grep -qi fortran; then
  mkdir -p fpm/app && cp hello.f90 fpm/app/main.f90
  echo 'name = "hello"' >fpm/fpm.toml
  verdict "fpm" sh -c "cd fpm && fpm build --compiler $work/hydrant-caf"
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
