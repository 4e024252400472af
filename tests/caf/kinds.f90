! SPDX-License-Identifier: BSD-3-Clause
! images: 1 2 4
! Puts and gets between all kinds and types (send, get).
include 'check.inc'
program kinds
  use check
  integer(1), save :: i1(4)[*]
  integer(2), save :: i2(4)[*]
  integer(4), save :: i4(4)[*]
  integer(8), save :: i8(4)[*]
  integer(16), save :: i16(4)[*]
  real(4), save :: r4(4)[*]
  real(8), save :: r8(4)[*]
  real(10), save :: r10(4)[*]
  real(16), save :: r16(4)[*]
  complex(4), save :: c4(4)[*]
  complex(8), save :: c8(4)[*]
  complex(16), save :: c16(4)[*]
  logical(1), save :: l1(4)[*]
  logical(4), save :: l4(4)[*]
  logical(8), save :: l8(4)[*]
  character(4), save :: s(3)[*]
  character(6), save :: t(3)[*]
  character(4, kind=4), save :: u(3)[*]
  integer :: me, to, from
  integer(8) :: j(4)
  real(8) :: x(4)
  complex(8) :: z(4)
  logical :: q(4)
  character(8) :: long(3)
  character(2) :: short(3)
  me = this_image(); to = mod(me, num_images()) + 1
  from = merge(num_images(), me - 1, me == 1)
  j = [1_8, -2_8, 3_8, int(me, 8)]
  i1(:)[to] = j; i2(:)[to] = j; i4(:)[to] = j; i8(:)[to] = j; i16(:)[to] = j
  r4(:)[to] = j; r8(:)[to] = j; r10(:)[to] = j; r16(:)[to] = j; c4(:)[to] = j; c8(:)[to] = j; c16(:)[to] = j
  sync all
  j(4) = from
  call expect(all(i1 == j) .and. all(i2 == j) .and. all(i4 == j) .and. all(i8 == j) .and. all(i16 == j), 1)
  call expect(all(r4 == j) .and. all(r8 == j) .and. all(r10 == j) .and. all(r16 == j), 2)
  call expect(all(c4 == j) .and. all(c8 == j) .and. all(c16 == j), 3)
  j(4) = me
  x = i1(:)[to]; call expect(all(x == j), 4)
  x = i16(:)[to]; call expect(all(x == j), 5)
  x = r16(:)[to]; call expect(all(x == j), 6)
  x = c4(:)[to]; call expect(all(x == j), 7)
  z = r10(:)[to]; call expect(all(z == j), 8)
  sync all
  x = [1.75d0, -2.75d0, 3.0d0, 1d5]
  i4(:)[to] = x; i8(:)[to] = 2.5; r4(:)[to] = x; c16(:)[to] = cmplx(x, -x, 8)
  sync all
  call expect(all(i4 == [1, -2, 3, 100000]), 9)
  call expect(all(i8 == 2), 10)
  call expect(all(r4 == real(x, 4)), 11)
  call expect(all(c16 == cmplx(x, -x, 16)), 12)
  z = c16(:)[to]; call expect(all(aimag(z) == -x), 13)
  i2(:)[to] = c16(:)[to]
  sync all
  call expect(i2(2) == -2, 14)
  l1(:)[to] = [.true., .false., .true., .false.]
  l8(:)[to] = .true.
  sync all
  l4(:)[to] = l1(:)[to]
  sync all
  call expect(all(l4 .eqv. [.true., .false., .true., .false.]) .and. all(logical(l8, 4)), 15)
  q = l8(:)[to]; call expect(all(q), 16)
  s(:)[to] = 'ab'; t(:)[to] = ['abcdefgh', 'ijklmnop', 'q       ']; u(:)[to] = 'xyzzy'
  sync all
  call expect(all(s == 'ab  ') .and. all(t == ['abcdef', 'ijklmn', 'q     ']), 17)
  call expect(all(u == 4_'xyzz'), 18)
  long = t(:)[to]; short = t(:)[to]
  call expect(all(long == ['abcdef  ', 'ijklmn  ', 'q       ']) .and. all(short == ['ab', 'ij', 'q ']), 19)
  sync all
  s(2)[to] = u(1)[to]
  u(3)[to] = s(1)
  sync all
  call expect(s(2) == 'xyzz' .and. u(3) == 4_'ab  ', 20)
  short(1) = t(1)[to](3:4); call expect(short(1) == 'cd', 21)
  sync all
  if (me == 1) print '(a)', 'passed'
end program
