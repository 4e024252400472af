! SPDX-License-Identifier: BSD-3-Clause
!
! goals.f90: the main program of `make goals GOALS=caf`, and statements with components, which only it measures. goals.c
! does the rest.
module goals_components
  use iso_c_binding, only: c_int
  use caf_ops, only: partner, words
  implicit none
  integer, parameter :: few = 128
  type box
    real(8), pointer :: d(:) => null()
  end type
  type crate
    real(8), allocatable :: c(:)
  end type
  type(box), allocatable, save :: b[:]
  type(crate), allocatable, save :: l[:], r[:]
  real(8), target, save :: here(10 * few)
  real(8), save :: value(few)
contains
  subroutine make
    allocate (b[*], l[*], r[*])
    b%d => here
    allocate (l%c(words), r%c(words))
    r%c = 2
    sync all
  end subroutine

  subroutine put_component(n) bind(C, name="caf_put_component")
    integer(c_int), value :: n
    integer :: i, k
    do i = 1, n
      k = few * modulo(i, 8)
      b[partner]%d(k + 1:k + few) = value
    end do
    sync memory
  end subroutine

  ! Of l%c(:) = r%c gfortran 12 makes this call once for every element.
  subroutine copy_component(n) bind(C, name="caf_copy_component")
    integer(c_int), value :: n
    integer :: i
    do i = 1, n
      l[this_image()]%c(:) = r%c
    end do
  end subroutine
end module

program goals
  use iso_c_binding, only: c_ptr, c_loc
  use caf_ops
  use scalars, only: scalar_of => x
  use stub_scalars, only: scalar_of_stub => x
  use goals_components
  implicit none
  interface
    subroutine goals_measure(words_of_coarray, rows_of_coarray, own_words, own_row) bind(C)
      import c_ptr
      type(c_ptr), value :: words_of_coarray, rows_of_coarray, own_words, own_row
    end subroutine
  end interface
  scalar_of = 0
  scalar_of_stub = 0
  call find_neighbours
  from = 1
  row = 1
  t = 1
  call make
  call goals_measure(address(v), address(a), address(from), address(row))
  sync all
contains
  type(c_ptr) function address(of)
    real(8), target, intent(in) :: of(*)
    address = c_loc(of)
  end function
end program
