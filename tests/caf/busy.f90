! SPDX-License-Identifier: BSD-3-Clause
! images: 2
! Image 2 computes for a second; image 1 reads its components meanwhile.
include 'check.inc'
program busy
  use check
  use iso_fortran_env
  type :: t
    integer, allocatable :: a(:)
  end type
  type(t) :: x[*]
  integer(8) :: t0, t1, rate
  integer :: i, k, got
  allocate (x%a(10)); x%a = this_image()
  sync all
  call system_clock(t0, rate)
  if (this_image() == 2) then
    do
      call system_clock(t1)
      if (t1 - t0 > rate) exit
    end do
  else
    got = 0
    do i = 1, 50
      k = x[2]%a(3)
      call expect(k == 2, 1)
      call system_clock(t1)
      if (t1 - t0 < rate / 2) got = got + 1
    end do
    call expect(got > 0, 2)
  end if
  sync all
  if (this_image() == 1) print '(a)', 'passed'
end program
