! SPDX-License-Identifier: BSD-3-Clause
! images: 1 2 3 4
! Allocatable components: scalars, lower bounds, 2-D, nested, allocated on one image, reallocated; allocated() of others.
include 'check.inc'
module types
  type :: inner
    integer :: k
    real(8), allocatable :: d(:)
  end type
  type :: outer
    integer :: tag = 3
    integer, allocatable :: s
    integer, allocatable :: a(:)
    real(8), allocatable :: m(:,:)
    type(inner) :: in
    type(inner), allocatable :: list(:)
  end type
end module
program components
  use check
  use types
  type(outer) :: x[*]
  integer :: me, to, from, n, i
  integer, allocatable :: g(:)
  real(8) :: r(2, 2)
  me = this_image(); n = num_images(); to = mod(me, n) + 1; from = merge(n, me - 1, me == 1)
  call expect(.not. allocated(x%a), 1)
  if (me == 1) then
    x%a = [1, 2, 3]
  end if
  sync all
  call expect(allocated(x[1]%a), 2)
  if (n > 1) call expect(.not. allocated(x[2]%a), 3)
  g = x[1]%a
  call expect(size(g) == 3 .and. all(g == [1, 2, 3]), 4)
  sync all
  if (me == 1) deallocate (x%a)
  allocate (x%s, x%a(0:9), x%m(2:4, -1:2))
  x%s = me; x%a = [(100 * me + i, i = 0, 9)]
  x%m = reshape([(dble(1000 * me + i), i = 1, 12)], [3, 4])
  allocate (x%in%d(5)); x%in%d = me + [(i, i = 1, 5)]
  allocate (x%list(3))
  do i = 1, 3
    x%list(i)%k = i * me
    allocate (x%list(i)%d(i)); x%list(i)%d = 10 * me + i
  end do
  sync all
  call expect(x[to]%s == to .and. x[to]%tag == 3, 5)
  call expect(x[to]%a(0) == 100 * to .and. x[to]%a(9) == 100 * to + 9, 6)
  g = x[to]%a(8:1:-3)
  call expect(all(g == 100 * to + [8, 5, 2]), 7)
  r = x[to]%m(2:4:2, -1:2:3)
  call expect(all(abs(r - 1000 * to - reshape([1d0, 3d0, 10d0, 12d0], [2, 2])) < 0.5d0), 8)
  call expect(x[to]%in%d(2) == to + 2, 9)
  call expect(x[to]%list(2)%k == 2 * to .and. x[to]%list(3)%d(3) == 10 * to + 3, 10)
  g = x[to]%a([3, 0, 9])
  call expect(all(g == 100 * to + [3, 0, 9]), 11)
  sync all
  x[to]%s = 50 + me
  x[to]%a(2:4) = [7, 8, 9]
  x[to]%a(0) = -1
  x[to]%a(5:9:2) = 0
  x[to]%m(3, :) = real(me, 4)
  x[to]%in%d(1:5:4) = [1, 2]
  x[to]%list(2)%d(:) = 2.5
  x[to]%list(1)%k = 77
  sync all
  call expect(x%s == 50 + from .and. all(x%a(0:4) == [-1, 100 * me + 1, 7, 8, 9]) .and. x%a(7) == 0, 12)
  call expect(all(x%m(3, :) == from) .and. abs(x%m(2, -1) - 1000 * me - 1) < 0.5d0, 13)
  call expect(x%in%d(1) == 1 .and. x%in%d(5) == 2 .and. all(x%list(2)%d == 2.5d0) .and. x%list(1)%k == 77, 14)
  sync all
  if (me == 1) x%a = [5, 6]
  sync all
  g = x[1]%a
  call expect(size(g) == 2 .and. all(g == [5, 6]), 15)
  sync all
  if (me == n) x[1]%a = [1, 2, 3, 4]
  sync all
  if (me == 1) call expect(size(x%a) == 4 .and. all(x%a == [1, 2, 3, 4]), 16)
  sync all
  x%in%d = x[to]%in%d
  sync all
  if (me == 1) print '(a)', 'passed'
end program
