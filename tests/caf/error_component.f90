! SPDX-License-Identifier: BSD-3-Clause
! images: 1 2
! status: 1
! stderr: not allocated or not associated
! In the middle of an output statement.
program error_component
  type :: t
    integer, allocatable :: a(:)
  end type
  type(t) :: x[*]
  sync all
  if (this_image() == 1) print *, x[num_images()]%a(3)
  sync all
end program
