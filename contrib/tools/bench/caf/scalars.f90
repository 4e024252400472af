! SPDX-License-Identifier: BSD-3-Clause
!
! scalars.f90: loops over accesses of one element. Goals compile it a second time, under another NAME, to call a library
! that only checks and stores (goals_stub.c).
#ifndef NAME
#define NAME scalars
#define PUT "caf_put_scalars"
#define GET "caf_get_scalars"
#endif
module NAME
  use iso_c_binding, only: c_int
  implicit none
  real(8), save :: x[*]
contains
  subroutine put_scalars(n) bind(C, name=PUT)
    integer(c_int), value :: n
    integer :: i, j
    j = num_images()
    do i = 1, n
      x[j] = real(i, 8)
    end do
    sync memory
  end subroutine

  subroutine get_scalars(n) bind(C, name=GET)
    integer(c_int), value :: n
    integer :: i, j
    real(8) :: y, total
    j = num_images()
    total = 0
    do i = 1, n
      y = x[j]
      total = total + y
    end do
    if (total < 0) print *, total ! keeps the loop
  end subroutine
end module
