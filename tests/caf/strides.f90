! SPDX-License-Identifier: BSD-3-Clause
! images: 1 2 3 4
! Sections: strides of both signs, extent 0, up to 7 dimensions, lower bounds, overlap with oneself (send, get, sendget).
include 'check.inc'
program strides
  use check
  integer, save :: a(-3:8, 0:9)[*]
  integer, save :: b(12, 10)[*]
  integer, save :: v(20)[*]
  integer, allocatable :: h(:,:,:,:,:,:,:)[:]
  integer :: l(12, 10), g(7), i, j, k, me, to, from, n
  integer :: w(2,2,2,2,2,2,2)
  me = this_image(); n = num_images(); to = mod(me, n) + 1; from = merge(n, me - 1, me == 1)
  do j = 0, 9
    do i = -3, 8
      a(i, j) = 10000 * me + 100 * (i + 4) + j
    end do
  end do
  b = 0
  sync all
  g(1:4) = a(-3:8:3, 5)[to]
  call expect(all(g(1:4) == [(10000 * to + 100 * i + 5, i = 1, 12, 3)]), 1)
  g(1:5) = a(2, 9:1:-2)[to]
  call expect(all(g(1:5) == [(10000 * to + 600 + j, j = 9, 1, -2)]), 2)
  l = 0
  l(12:1:-1, :) = a(:, :)[to]
  call expect(all(l(12:1:-1, 10) == [(10000 * to + 100 * i + 9, i = 1, 12)]), 3)
  l = -1
  l(2:6:2, 1:3) = a(-3:1:2, 9:5:-2)[to]
  call expect(l(4, 2) == 10000 * to + 307 .and. l(3, 2) == -1, 4)
  l(1:0, :) = a(1:0, :)[to]
  b(3, :)[to] = [(me * 100 + j, j = 1, 10)]
  b(1:12:11, 4)[to] = me
  b(12:8:-2, 10:1:-3)[to] = reshape([(1000 * me + i, i = 1, 12)], [3, 4])
  b(5:4, 1)[to] = 77
  b(6:7, 6:7)[to] = 1000 * me
  sync all
  call expect(all(b(3, [1, 2, 3, 5, 6, 7, 8, 9, 10]) == [(from * 100 + j, j = 1, 3), (from * 100 + j, j = 5, 10)]), 5)
  call expect(b(1, 4) == from .and. b(2, 4) == 0, 6)
  call expect(b(12, 10) == 1000 * from + 1 .and. b(10, 10) == 1000 * from + 2 .and. b(8, 1) == 1000 * from + 12, 7)
  call expect(all(b(6:7, 6:7) == 1000 * from) .and. b(5, 1) == 0, 8)
  sync all
  v = [(i, i = 1, 20)]
  v(2:20)[me] = v(1:19)
  call expect(all(v == [1, (i, i = 1, 19)]), 9)
  v = [(i, i = 1, 20)]
  v(1:19)[me] = v(2:20)[me]
  call expect(all(v == [(i, i = 2, 20), 20]), 10)
  v = [(i, i = 1, 20)]
  v(20:1:-1)[me] = v(:)[me]
  call expect(all(v == [(i, i = 20, 1, -1)]), 11)
  v(1:20)[me] = v(20:1:-1)
  call expect(all(v == [(i, i = 1, 20)]), 12)
  sync all
  v(2:20:2)[to] = a(-3:6, 0)[to]
  sync all
  call expect(all(v(2:20:2) == [(10000 * me + 100 * i, i = 1, 10)]), 13)
  allocate (h(2,3,2,3,2,3,2)[*])
  h = me
  h(2,3,2,3,2,3,2) = -me
  sync all
  w = h(:, 1:3:2, :, 3:1:-2, :, 2:3, :)[to]
  call expect(count(w == to) == 127 .and. w(2,2,2,1,2,2,2) == -to, 14)
  sync all
  h(:, 1:3:2, :, 3:1:-2, :, 2:3, :)[to] = reshape([(k, k = 1, 128)], shape(w))
  sync all
  call expect(sum(h) == 128 * 129 / 2 + from_rest(from), 15)
  if (me == 1) print '(a)', 'passed'
contains
  integer function from_rest(unused)
    integer, intent(in) :: unused
    from_rest = (432 - 128) * me + 0 * unused
  end function
end program
