! SPDX-License-Identifier: BSD-3-Clause
! images: 2
! status: 1
! stderr: bounds of a coarray differ
program error_shape
  integer, allocatable :: a(:)[:]
  allocate (a(this_image():this_image()+3)[*])
end program
