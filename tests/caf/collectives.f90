! SPDX-License-Identifier: BSD-3-Clause
! images: 1 2 3 4 7
! Collectives: each type, sections, results on one and on all images, strings, functions of each form.
include 'check.inc'
module functions
  type :: big
    integer :: a
    real(8) :: x(3)
  end type
contains
  pure integer function product_of(a, b)
    integer, intent(in) :: a, b
    product_of = a * b
  end function
  pure integer function by_value(a, b)
    integer, value, intent(in) :: a, b
    by_value = max(a, b)
  end function
  pure real(8) function rsum(a, b)
    real(8), intent(in) :: a, b
    rsum = a + b
  end function
  pure complex function csum(a, b)
    complex, intent(in) :: a, b
    csum = a + b
  end function
  pure logical function both(a, b)
    logical, intent(in) :: a, b
    both = a .and. b
  end function
  pure function last(a, b) result(r)
    character(3), intent(in) :: a, b
    character(3) :: r
    r = merge(a, b, a > b)
  end function
  pure function last_wide(a, b) result(r)
    character(2, kind=4), intent(in) :: a, b
    character(2, kind=4) :: r
    r = merge(a, b, a > b)
  end function
  pure type(big) function add_big(a, b)
    type(big), intent(in) :: a, b
    add_big%a = a%a + b%a
    add_big%x = a%x + b%x
  end function
end module
program collectives
  use check
  use functions
  integer :: me, n, i, k, st, m(4, 5), s
  integer(1) :: i1
  integer(2) :: i2
  integer(8) :: i8(3)
  integer(16) :: i16
  real :: r4(100)
  real(8) :: r8, large(10000)
  real(8), allocatable :: al(:)
  complex(8) :: c8(2)
  complex(4) :: c4
  logical :: l
  character(3) :: t
  character(2, kind=4) :: u
  type(big) :: b
  character(80) :: message
  character(4) :: words(3)
  me = this_image(); n = num_images(); s = n * (n + 1) / 2
  k = me; call co_sum(k); call expect(k == s, 1)
  i1 = int(me, 1); call co_sum(i1); call expect(i1 == s, 2)
  i2 = int(me, 2); call co_max(i2); call expect(i2 == n, 3)
  i8 = me * [1, 2, -3]; call co_min(i8); call expect(all(i8 == [1, 2, -3 * n]), 4)
  i16 = me; call co_sum(i16); call expect(i16 == s, 5)
  r4 = me; call co_sum(r4); call expect(all(r4 == s), 6)
  r8 = me; call co_max(r8); call expect(r8 == n, 7)
  large = [(dble(i * me), i = 1, 10000)]; call co_sum(large); call expect(all(large == [(dble(i * s), i = 1, 10000)]), 8)
  c8 = cmplx(me, -me, 8); call co_sum(c8); call expect(all(c8 == cmplx(s, -s, 8)), 9)
  c4 = me; call co_sum(c4); call expect(c4 == s, 10)
  t = achar(96 + me) // 'xy'; call co_max(t); call expect(t == achar(96 + n) // 'xy', 11)
  t = achar(96 + me) // 'xy'; call co_min(t); call expect(t == 'axy', 12)
  m = me; call co_sum(m(1:3:2, 5:1:-2)); call expect(m(3, 5) == s .and. m(2, 5) == me .and. m(1, 2) == me, 13)
  k = me; call co_sum(k, result_image=n); if (me == n) call expect(k == s, 14)
  k = me; call co_broadcast(k, n); call expect(k == n, 15)
  large = me; call co_broadcast(large, 1); call expect(all(large == 1), 16)
  m = me; call co_broadcast(m(2, :), n); call expect(all(m(2, :) == n) .and. all(m(1, :) == me), 17)
  t = 'abc'; if (me == 1) t = 'xyz'; call co_broadcast(t, 1); call expect(t == 'xyz', 18)
  allocate (al(20)); al = me; call co_broadcast(al, n); call expect(all(al == n), 19)
  b%a = me; b%x = me; call co_broadcast(b, 1); call expect(b%a == 1 .and. all(b%x == 1), 20)
  k = 2; call co_reduce(k, product_of); call expect(k == 2**n, 21)
  k = me; call co_reduce(k, by_value); call expect(k == n, 22)
  r8 = me; call co_reduce(r8, rsum); call expect(r8 == s, 23)
  c4 = cmplx(me, 1); call co_reduce(c4, csum); call expect(c4 == cmplx(s, n), 24)
  l = me /= n .or. n == 1; call co_reduce(l, both); call expect(l .eqv. n == 1, 25)
  t = achar(96 + me) // 'xy'; call co_reduce(t, last); call expect(t == achar(96 + n) // 'xy', 26)
  b%a = me; b%x = [me, 2 * me, 3 * me]; call co_reduce(b, add_big); call expect(b%a == s .and. b%x(3) == 3 * s, 27)
  large = me; call co_reduce(large, rsum); call expect(all(large == s), 28)
  u = char(955, 4); call co_broadcast(u, 1); call expect(u(1:1) == char(955, 4), 29)
  k = me; call co_sum(k, stat=st, errmsg=message); call expect(st == 0 .and. k == s, 30)
  m = me; call co_max(m(1:3:2, 5:1:-2), result_image=n); call expect(all(m(1:3:2, 1:5:2) == merge(n, me, me == n)), 33)
  large = me; call co_sum(large, result_image=1); call expect(all(large == merge(s, me, me == 1)), 34)
  k = me; call co_reduce(k, by_value, result_image=1); call expect(k == merge(n, me, me == 1), 35)
  t = 'a' // achar(96 + me) // 'b'; call co_max(t(2:2), result_image=1)
  call expect(t == 'a' // achar(96 + merge(n, me, me == 1)) // 'b', 36)
  t = 'a' // achar(96 + me) // 'b'; call co_min(t(2:2), stat=st, errmsg=message); call expect(t == 'aab' .and. st == 0, 37)
  u = char(256 * me + 7 - me, 4) // 4_'x'; call co_max(u); call expect(u == char(256 * n + 7 - n, 4) // 4_'x', 38)
  words = repeat(achar(96 + me), 4); call co_max(words(:)(2:3))
  call expect(all(words == achar(96 + me) // repeat(achar(96 + n), 2) // achar(96 + me)), 39)
  u = char(256 * me + 7 - me, 4) // 4_'x'; call co_reduce(u, last_wide); call expect(u == char(256 * n + 7 - n, 4) // 4_'x', 40)
  if (n > 1) then
    call unequal(message)
    call expect(index(message, 'differ') > 0, 31)
  end if
  if (me == 1) print '(a)', 'passed'
contains
  subroutine unequal(text) ! with a local variable as errmsg gfortran 12 passes no address
    character(*), intent(inout) :: text
    call co_sum(m(1:merge(2, 3, me == 1), 1), stat=st, errmsg=text)
    call expect(st /= 0, 32)
  end subroutine
end program
