! SPDX-License-Identifier: BSD-3-Clause
! images: 2
! status: 1
! stderr: image 1: LOCK: the image that holds the lock has stopped
program error_lock
  use iso_fortran_env
  type(lock_type), save :: l[*]
  if (this_image() == 2) lock (l[1])
  sync all
  if (this_image() == 1) lock (l[1])
end program
