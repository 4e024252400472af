! SPDX-License-Identifier: BSD-3-Clause
! images: 1 2 3
! Both sides coindexed with components; allocatable left-hand sides (sendget_by_ref, get_by_ref with reallocation).
include 'check.inc'
program both
  use check
  type :: t
    integer, allocatable :: a(:)
    integer :: f(3, 4)
  end type
  type(t) :: x[*]
  real, save :: c(6)[*]
  real, allocatable :: v(:), w(:,:)
  integer, allocatable :: g(:)
  integer :: me, to, n, i
  me = this_image(); n = num_images(); to = mod(me, n) + 1
  allocate (x%a(6)); x%a = [(10 * me + i, i = 1, 6)]
  x%f = reshape([(100 * me + i, i = 1, 12)], [3, 4])
  c = me
  sync all
  if (me == 1) then
    x[to]%a(1:3) = x[n]%a(4:6)
    x[n]%a(6) = x[to]%a(1)
    x[to]%f(2, :) = x[n]%f(1, :)
  end if
  sync all
  g = x[to]%a
  if (me == 1) call expect(all(g(1:3) == 10 * n + [4, 5, 6]), 1)
  g = x[n]%a
  call expect(g(6) == 10 * n + 4, 2)
  if (me == mod(1, n) + 1) call expect(all(x%f(2, :) == 100 * n + [1, 4, 7, 10]) .and. x%f(1, 1) == 100 * me + 1, 3)
  v = c(:)[to]
  call expect(size(v) == 6 .and. all(v == to), 4)
  v = c(2:6:2)[to]
  call expect(size(v) == 3, 5)
  w = real(x[to]%f)
  call expect(all(shape(w) == [3, 4]) .and. w(1, 1) == 100 * to + 1, 6)
  w = x[to]%f(1:3:2, :)
  call expect(all(shape(w) == [2, 4]), 7)
  sync all
  if (me == 1) print '(a)', 'passed'
end program
