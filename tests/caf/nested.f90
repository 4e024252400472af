! SPDX-License-Identifier: BSD-3-Clause
! images: 1 2 3
! CO_BROADCAST of types that contain, or extend, types with allocatable components: gfortran 12 sends the bytes of the inner type
! after its components, with the addresses of the source (libcaf.md 7.2).
include 'check.inc'
program nested
  use check
  implicit none
  type base
    integer :: k
    integer, allocatable :: a(:)
    real(8), allocatable :: s
    character(len=:), allocatable :: text
  end type
  type, extends(base) :: child
    integer :: more
    integer, allocatable :: b(:,:)
  end type
  type, extends(child) :: grandchild
    real, allocatable :: c(:)
  end type
  type plain
    integer, allocatable :: v(:)
    integer :: w
  end type
  type outer
    type(plain) :: one
    type(base) :: in, many(3)
    type(child) :: c
    integer :: last
  end type
  type(outer) :: o
  type(grandchild) :: g
  integer :: me, n, i, r
  me = this_image(); n = num_images()
  do r = 1, 3
    o%one%v = [me]
    call set(o%in, me); call set(o%c%base, me)
    do i = 1, 3; call set(o%many(i), me + i); end do
    o%c%more = me; o%c%b = reshape([me, me, me, me], [2, 2]); o%last = me
    call co_broadcast(o, n)
    call verify(o%in, n, 10); call verify(o%c%base, n, 20)
    do i = 1, 3; call verify(o%many(i), n + i, 30); end do
    call expect(o%c%more == n .and. all(o%c%b == n) .and. o%last == n, 50)
    call expect(all(o%one%v == n), 90)
    call set(g%base, me); g%more = me; g%b = reshape([me, me], [1, 2]); g%c = [real :: me, me]
    call co_broadcast(g, 1)
    call verify(g%base, 1, 60)
    call expect(g%more == 1 .and. all(g%b == 1) .and. all(g%c == 1), 70)
    o%in%a = [1, 2, 3, 4, 5, 6]; o%in%a = [(me, i=1, 5)]
  end do
  if (me == 1) print '(a)', 'passed'
contains
  subroutine set(x, i)
    type(base), intent(inout) :: x
    integer, intent(in) :: i
    x%k = i; x%a = [i, i+1, i+2, i+3, i+4]; x%s = i; x%text = repeat(achar(48 + i), 30)
  end subroutine
  subroutine verify(x, i, at)
    type(base), intent(in) :: x
    integer, intent(in) :: i, at
    call expect(x%k == i .and. x%s == i .and. x%text == repeat(achar(48 + i), 30), at)
    call expect(size(x%a) == 5 .and. all(x%a == [i, i+1, i+2, i+3, i+4]), at+1)
  end subroutine
end program
