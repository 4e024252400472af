! SPDX-License-Identifier: BSD-3-Clause
! images: 2 3
! Put, get and put again of overlapping places in one segment; a source that changes right after; many puts (libcaf.md 5.1).
include 'check.inc'
program order
  use check
  integer, parameter :: many = 100000
  integer, allocatable :: a(:)[:], big(:)[:]
  integer :: b(1000), me, to, from, n, i, k
  me = this_image(); n = num_images(); to = mod(me, n) + 1; from = merge(n, me - 1, me == 1)
  allocate (a(1000)[*], big(many)[*])
  a = 0; big = 0
  sync all
  do i = 1, 200
    b = i
    a(:)[to] = b
    b = -1
    a(500)[to] = 1000 + i
    a(400:600:3)[to] = 7
    a(i)[to] = 5 * i
    k = a(500)[to]
    call expect(k == merge(7, 1000 + i, mod(500 - 400, 3) == 0), 1)
    k = a(i)[to]
    call expect(k == 5 * i, 2)
  end do
  do i = 1, many
    big(i)[to] = i + me
  end do
  do i = many, many - 100, -1
    big(i)[to] = i
  end do
  sync all
  call expect(all(big(:many - 101) == [(i + from, i = 1, many - 101)]), 3)
  call expect(all(big(many - 100:) == [(i, i = many - 100, many)]), 4)
  call expect(a(200) == 1000 .and. a(1) == 200 .and. a(403) == 7, 5)
  if (me == 1) print '(a)', 'passed'
end program
