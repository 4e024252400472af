! SPDX-License-Identifier: BSD-3-Clause
! images: 1 2 4
! Allocation many times, in procedures, with stat=, too large; move_alloc; coarray components (register 1, deregister).
include 'check.inc'
program allocates
  use check
  type :: holder
    real, allocatable :: c(:)[:]
  end type
  integer, allocatable :: a(:)[:], b(:)[:], s[:]
  real(8), allocatable :: huge_one(:)[:]
  type(holder) :: h
  integer :: i, st, me, to
  character(80) :: message
  me = this_image(); to = mod(me, num_images()) + 1
  do i = 1, 300
    allocate (a(i)[*])
    a = i
    sync all
    call expect(a(i)[to] == i, 1)
    deallocate (a)
    call automatic(i)
  end do
  message = ' '
  allocate (huge_one(10_8**13)[*], stat=st, errmsg=message)
  call expect(st /= 0 .and. .not. allocated(huge_one), 2)
  call expect(index(message, 'memory') > 0, 3)
  allocate (s[*]); s = me
  allocate (a(-1:3)[*]); a = 10 * me
  allocate (b(100)[*], source=7)
  sync all
  call expect(s[to] == to .and. a(-1)[to] == 10 * to .and. b(100)[to] == 7, 4)
  sync all
  call move_alloc(a, b)
  call expect(.not. allocated(a) .and. lbound(b, 1) == -1, 5)
  call expect(b(3)[to] == 10 * to, 6)
  sync all
  deallocate (b, s)
  allocate (h%c(10)[*])
  h%c = me
  sync all
  call expect(h%c(10)[to] == to, 7)
  sync all
  deallocate (h%c)
  if (me == 1) print '(a)', 'passed'
contains
  subroutine automatic(k)
    integer, intent(in) :: k
    integer, allocatable :: x(:)[:]
    allocate (x(k)[*])
    x(k) = this_image()
    sync all
    call expect(x(k)[to] == to, 8)
  end subroutine
end program
