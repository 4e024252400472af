! SPDX-License-Identifier: BSD-3-Clause
! images: 2
! status: 1
! stderr: size of the coarray differs
program error_size
  integer, allocatable :: a(:)[:]
  allocate (a(this_image())[*])
end program
