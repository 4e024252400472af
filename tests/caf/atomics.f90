! SPDX-License-Identifier: BSD-3-Clause
! images: 1 2 3 4 7
! Atomics: counters by all images, loops of compare and swap, each fetching operation, logicals, components.
include 'check.inc'
program atomics
  use check
  use iso_fortran_env
  type :: t
    integer :: x
    integer(atomic_int_kind) :: k
  end type
  integer(atomic_int_kind), save :: c[*], d(3)[*]
  logical(atomic_logical_kind), save :: l[*]
  type(t), save :: s[*]
  integer :: me, n, i, old, now, st
  integer(1) :: small
  integer(8) :: big
  logical :: q
  me = this_image(); n = num_images()
  c = 0; d = [7, 0, 0]; s%k = 5; l = .false.
  sync all
  do i = 1, 500
    call atomic_add(c[1], 1)
    call atomic_fetch_add(d(2)[1], 2, old)
    call expect(mod(old, 2) == 0 .and. old < 1000 * n, 1)
    now = i
    do
      call atomic_ref(old, d(3)[n])
      call atomic_cas(d(3)[n], now, old, old + 1)
      if (now == old) exit
    end do
  end do
  sync all
  call atomic_ref(now, c[1]); call expect(now == 500 * n, 2)
  call atomic_ref(now, d(2)[1]); call expect(now == 1000 * n, 3)
  call atomic_ref(now, d(3)[n]); call expect(now == 500 * n, 4)
  call atomic_ref(now, s[n]%k); call expect(now == 5, 5)
  sync all
  if (me == 1) then
    call atomic_define(d(1)[n], 12, st); call expect(st == 0, 6)
    call atomic_fetch_and(d(1)[n], 10, old); call expect(old == 12, 7)
    call atomic_fetch_or(d(1)[n], 3, old); call expect(old == 8, 8)
    call atomic_fetch_xor(d(1)[n], 1, old); call expect(old == 11, 9)
    call atomic_and(d(1)[n], 14); call atomic_or(d(1)[n], 16); call atomic_xor(d(1)[n], 2)
    call atomic_ref(big, d(1)[n]); call expect(big == 24, 10)
    call atomic_ref(small, d(1)[n]); call expect(small == 24, 11)
    call atomic_define(l[n], .true.); call atomic_ref(q, l[n]); call expect(q, 12)
    call atomic_define(c[n], huge(1)); call atomic_add(c[n], 1); call atomic_ref(now, c[n])
    call expect(now == -huge(1) - 1, 13)
  end if
  sync all
  if (me == 1) print '(a)', 'passed'
end program
