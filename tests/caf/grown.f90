! SPDX-License-Identifier: BSD-3-Clause
! images: 1 2 3
! Assignment to whole components of another image that have no memory yet, or another shape (send_by_ref, libcaf.md 3.5).
include 'check.inc'
program grown
  use check
  type :: t
    integer, allocatable :: a(:), s
  end type
  type(t), allocatable :: x[:]
  integer :: to, from, me, n
  me = this_image(); n = num_images(); to = modulo(me, n) + 1; from = modulo(me - 2, n) + 1
  allocate (x[*])
  sync all
  x[to]%a = [me, 2, 3]
  x[to]%s = me
  sync all
  call expect(allocated(x%a) .and. allocated(x%s), 1)
  call expect(all(x%a == [from, 2, 3]) .and. x%s == from, 2)
  sync all
  x[to]%a(:) = [me, 5]
  sync all
  call expect(size(x%a) == 2 .and. x%a(1) == from .and. x%a(2) == 5, 3)
  if (me == 1) print '(a)', 'passed'
end program
