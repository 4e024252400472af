! SPDX-License-Identifier: BSD-3-Clause
! images: 1 2 3
! Triplets by reference: steps with and without bounds, of which gfortran 12 gives some the mode of a whole array; components
! that were never allocated.
include 'check.inc'
program triplets
  use check
  type t
    integer, allocatable :: v(:), m(:,:)
    integer :: f(6) = 0, g(3,4) = 0
    integer, pointer :: p(:)
    real(8), allocatable :: later(:)
    character(len=4), allocatable :: c(:)
  end type
  type(t), save :: o[*]
  integer, target :: under(6)
  integer :: me, n, to, from, a(6), i
  integer, allocatable :: w(:), w2(:,:)
  me = this_image(); n = num_images(); to = mod(me, n) + 1; from = merge(n, me-1, me == 1)
  allocate(o%v(5), o%m(3,4), o%c(5)); o%v = 0; o%m = 0; o%c = '....'
  under = 0; o%p => under
  a = [1,2,3,4,5,6]*me
  sync all
  o[to]%v(::2) = a(1:3)
  o[to]%m(::2,:) = reshape(a([1,2,3,4,5,6,1,2]), [2,4])
  o[to]%f(::2) = a(1:3)
  o[to]%g(::2,::3) = reshape(a(1:4), [2,2])
  o[to]%p(::5) = a(1:2)
  o[to]%c(::2) = ['ab','cd','ef']
  sync all
  call expect(size(o%v) == 5, 1)
  call expect(all(o%v == [1,0,2,0,3]*from), 2)
  call expect(all(o%m(::2,:) == from*reshape([1,2,3,4,5,6,1,2], [2,4])) .and. all(o%m(2,:) == 0), 3)
  call expect(all(o%f == [1,0,2,0,3,0]*from), 4)
  call expect(o%g(1,1) == from .and. o%g(3,1) == 2*from .and. o%g(3,4) == 4*from .and. sum(o%g) == 10*from, 5)
  call expect(under(1) == from .and. under(6) == 2*from .and. sum(under) == 3*from, 6)
  call expect(all(o%c == ['ab  ', '....', 'cd  ', '....', 'ef  ']), 7)
  sync all
  w = o[to]%v(::2)
  call expect(size(w) == 3 .and. all(w == [1,2,3]*me), 8)
  w = o[to]%v(::-2)
  call expect(size(w) == 0, 9)
  w = o[to]%v(4::-1)
  call expect(size(w) == 0, 10)
  w = o[to]%v(5:1:-2)
  call expect(size(w) == 3 .and. all(w == [3,2,1]*me), 11)
  w2 = o[to]%m(3:1:-1, ::2)
  call expect(all(shape(w2) == [3,2]) .and. all(w2 == me*reshape([2,0,1, 6,0,5],[3,2])), 12)
  w2 = o[to]%m(::-1, ::2)
  call expect(all(shape(w2) == [0,2]), 13)
  w = o[to]%f(::-2)
  call expect(size(w) == 0, 14)
  w = o[to]%f(6:1:-1)
  call expect(all(w == [0,3,0,2,0,1]*me), 15)
  w = o[to]%p(6::-5)
  call expect(size(w) == 1 .and. all(w == 2*me), 16)
  w = o[to]%p(6:1:-5)
  call expect(all(w == [2,1]*me), 17)
  sync all
  o[to]%v(5:1:-1) = a(1:5)
  o[to]%v(5:1:-4) = [-1,-2]
  o[to]%v(::-1) = a(1:0)
  o[to]%f(6:1:-1) = a
  sync all
  call expect(all(o%v == from*[5,4,3,2,1]*[0,1,1,1,0] + [-2,0,0,0,-1]), 18)
  call expect(all(o%f == from*[6,5,4,3,2,1]), 19)
  sync all
  call soil_stack(8)
  o[to]%later = [(i + 0.5d0*me, i = 1, 7)]
  sync all
  call expect(allocated(o%later), 20)
  call expect(size(o%later) == 7 .and. o%later(2) == 2 + 0.5d0*from, 21)
  sync all
  o[to]%later(:) = [1d0, 2d0]
  o[to]%v(:) = a(1:2)
  sync all
  call expect(size(o%v) == 2 .and. all(o%v == from*[1,2]), 22)
  if (me == 1) print '(a)', 'passed'
end program
