! SPDX-License-Identifier: BSD-3-Clause
! images: 1 2 4
! Vector subscripts of all kinds in one to three dimensions, mixed with triplets and scalars (get, send, sendget).
include 'check.inc'
program vectors
  use check
  integer, save :: a(-2:7)[*]
  integer, save :: b(0:4, 5)[*]
  integer, save :: c(3, 3, 3)[*]
  integer, save :: d(10)[*]
  integer :: me, to, from, n, i, g(4), m(2, 3), q(2, 2, 2)
  integer(1) :: v1(3) = [7_1, -2_1, 0_1]
  integer(2) :: v2(2) = [4_2, 0_2]
  integer(8) :: v8(3) = [5_8, 1_8, 3_8]
  integer :: none(0)
  me = this_image(); n = num_images(); to = mod(me, n) + 1; from = merge(n, me - 1, me == 1)
  a = [(100 * me + i, i = -2, 7)]
  b = reshape([(1000 * me + i, i = 0, 24)], [5, 5])
  c = reshape([(i, i = 1, 27)], [3, 3, 3])
  d = 0
  sync all
  g(1:3) = a(v1)[to]
  call expect(all(g(1:3) == 100 * to + v1), 1)
  m = b(v2, v8)[to]
  call expect(all(m(1, :) == 1000 * to + 4 + 5 * (v8 - 1)) .and. all(m(2, :) == 1000 * to + 5 * (v8 - 1)), 2)
  g(1:3) = b(2, v8)[to]
  call expect(all(g(1:3) == 1000 * to + 2 + 5 * (v8 - 1)), 3)
  m = b(0:4:4, v8)[to]
  call expect(all(m(2, :) == 1000 * to + 4 + 5 * (v8 - 1)), 4)
  q = c([3, 1], 2:3, [2, 2])[to]
  call expect(all(q(:, 1, 1) == [15, 13]) .and. all(q(:, 2, 2) == [18, 16]), 5)
  sync all
  a(v1)[to] = [1, 2, 3]
  b(v2, 5)[to] = me
  b(1:2, [3, 1])[to] = reshape([11, 12, 13, 14], [2, 2])
  c([1, 3], [2], [3, 1])[to] = reshape([-1, -2, -3, -4], [2, 1, 2])
  if (size(none) > 0) a(none)[to] = 5
  sync all
  call expect(a(7) == 1 .and. a(-2) == 2 .and. a(0) == 3 .and. a(1) == 100 * me + 1, 6)
  call expect(b(4, 5) == from .and. b(0, 5) == from .and. b(2, 3) == 12 .and. b(1, 1) == 13, 7)
  call expect(c(1, 2, 3) == -1 .and. c(3, 2, 3) == -2 .and. c(1, 2, 1) == -3 .and. c(3, 2, 1) == -4, 8)
  sync all
  d([10, 2, 4])[to] = a(v1)[to]
  sync all
  call expect(d(10) == 1 .and. d(2) == 2 .and. d(4) == 3 .and. d(1) == 0, 9)
  if (me == 1) print '(a)', 'passed'
end program
