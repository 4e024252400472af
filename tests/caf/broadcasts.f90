! SPDX-License-Identifier: BSD-3-Clause
! images: 1 2 3
! CO_BROADCAST of types with allocatable components, whose descriptors gfortran 12 leaves in part unset (libcaf.md 2.6), and
! of pointers to parts of elements.
include 'check.inc'
module types
  type :: t
    integer :: k
    integer, allocatable :: m(:), mm(:,:)
    real(8), allocatable :: s
    integer :: f(5)
    real :: g(2, 3)
    character(len=7) :: short
    character(len=200) :: long
    character(len=4) :: names(3)
    character(len=5), allocatable :: list(:)
    character(len=:), allocatable :: text
    complex(8), allocatable :: z(:)
    integer, pointer :: p(:) => null()
    integer, allocatable :: none(:), no_scalar
    integer(2) :: last
  end type
  type :: part
    integer :: a
    real(8) :: b(3)
  end type
  type :: numbers
    integer, allocatable :: m(:)
    integer :: f(5)
    real(8) :: h(3)
    complex :: c(4)
  end type
contains
  ! Has the descriptors of components where a procedure that was called before may have left something.
  subroutine spread_numbers(x, n)
    type(numbers), intent(inout) :: x
    integer, intent(in) :: n
    call co_broadcast(x, n)
  end subroutine
  subroutine set(x, i)
    type(t), intent(inout) :: x
    integer, intent(in) :: i
    integer :: k
    x%k = i; x%f = i * [1, 2, 3, 4, 5]; x%g = i; x%last = int(i, 2); x%s = i + 0.5d0
    x%m = [(1000 * i + k, k = 1, 8)]
    x%mm = reshape([(100 * i + k, k = 1, 6)], [2, 3])
    x%short = repeat(achar(96 + i), 7); x%long = repeat(achar(96 + i), 200); x%names = repeat(achar(96 + i), 4)
    x%list = [character(5) :: repeat(achar(96 + i), 5), 'x']
    x%text = repeat(achar(96 + i), 37)
    x%z = [(cmplx(i, k, 8), k = 1, 3)]
  end subroutine
  subroutine verify(x, i, at)
    use check
    type(t), intent(in) :: x
    integer, intent(in) :: i, at
    integer :: k
    call expect(x%k == i .and. all(x%f == i * [1, 2, 3, 4, 5]) .and. all(x%g == i) .and. x%last == i .and. x%s == i + 0.5d0, at + 1)
    call expect(all(x%m == [(1000 * i + k, k = 1, 8)]) .and. all(x%mm == reshape([(100 * i + k, k = 1, 6)], [2, 3])), at + 2)
    call expect(x%short == repeat(achar(96 + i), 7) .and. x%long == repeat(achar(96 + i), 200), at + 3)
    call expect(all(x%names == repeat(achar(96 + i), 4)) .and. x%list(1) == repeat(achar(96 + i), 5) .and. x%list(2) == 'x', at + 4)
    call expect(x%text == repeat(achar(96 + i), 37), at + 5)
    call expect(all(x%z == [(cmplx(i, k, 8), k = 1, 3)]), at + 6)
    call expect(.not. allocated(x%none) .and. .not. allocated(x%no_scalar), at + 7)
  end subroutine
end module
program broadcasts
  use check
  use types
  type(t) :: x
  type(t), allocatable :: list(:)
  type(numbers) :: y
  type(part), target :: parts(6)
  integer, pointer :: p(:)
  real(8) :: real_8(20)
  integer :: me, n, i
  me = this_image(); n = num_images()
  do i = 1, 4
    call soil_stack(8 * i)
    call set(x, me)
    call co_broadcast(x, n)
    call verify(x, n, 100 * i)
    real_8 = me
    call co_broadcast(real_8(1:20), 1)
  end do
  do i = 0, 1
    y%m = [me, me]; y%f = me; y%h = me; y%c = me
    call soil_offsets(i)
    call spread_numbers(y, n)
    call expect(all(y%m == n) .and. all(y%f == n) .and. all(y%h == n) .and. all(y%c == n), 500 + i)
  end do
  allocate (list(2))
  call set(list(1), me); call set(list(2), me)
  call co_broadcast(list, n)
  call verify(list(1), n, 1000)
  call verify(list(2), n, 1100)
  do i = 1, 3
    parts%a = me; parts(:)%b(2) = me
    if (i == 1) p => parts%a
    if (i == 2) p => parts(6:2:-2)%a
    if (i == 3) p(0:) => parts%a
    call co_broadcast(p, n)
    call expect(all(parts(2:6:2)%a == n) .and. all(parts(1:5:2)%a == merge(me, n, i == 2)) .and. all(parts%b(2) == me), 2000 + i)
  end do
  if (me == 1) print '(a)', 'passed'
end program
