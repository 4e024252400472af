! SPDX-License-Identifier: BSD-3-Clause
! images: 1 2
! status: 1
! stderr: coindexed get: image 99; expected 1 to
! A wrong image number ends the job with one line.
program error_image
  integer, save :: a[*] = 0
  integer :: i
  i = 99
  print *, a[i]
end program
