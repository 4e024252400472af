! SPDX-License-Identifier: BSD-3-Clause
! images: 1 2 3
! Structures, sections of their first components, scalar complex coarrays, complex parts (7.2 no. 1 and 4 of libcaf.md).
include 'check.inc'
program structures
  use check
  type :: p
    integer :: k
    real(8) :: x(3)
    character(4) :: s
  end type
  type(p), save :: a(5)[*]
  type(p) :: b(5), c
  complex, save :: z[*]
  complex(8), save :: zz(3)[*]
  complex :: got
  integer :: me, to, n, i, k(3)
  me = this_image(); n = num_images(); to = mod(me, n) + 1
  do i = 1, 5
    a(i) = p(10 * me + i, [1d0, 2d0, 3d0] * me, 'ab')
  end do
  z[me] = cmplx(me, -me) ! gfortran 12 assigns z itself to a temporary
  zz = cmplx(me, 1, 8)
  sync all
  b = a(:)[to]
  call expect(all(b%k == 10 * to + [1, 2, 3, 4, 5]) .and. all(b%s == 'ab'), 1)
  c = a(3)[to]
  call expect(c%k == 10 * to + 3 .and. c%x(3) == 3 * to, 2)
  k = a(2:4)[to]%k
  call expect(all(k == 10 * to + [2, 3, 4]), 3)
  call expect(a(4)[to]%x(2) == 2 * to .and. a(5)[to]%s == 'ab', 4)
  got = z[to]
  call expect(got == cmplx(to, -to), 5)
  call expect(zz(2)[to] == cmplx(to, 1, 8), 6)
  sync all
  a(1)[to] = p(-1, [0d0, 0d0, 0d0], 'zz')
  a(2:4)[to]%k = [7, 8, 9]
  a(5)[to]%x(3) = 99
  z[to] = cmplx(5, 6)
  sync all
  call expect(a(1)%k == -1 .and. all(a(2:4)%k == [7, 8, 9]) .and. a(5)%x(3) == 99 .and. a(5)%x(2) == 2 * me, 7)
  call expect(z[me] == cmplx(5, 6), 8)
  if (me == 1) print '(a)', 'passed'
end program
