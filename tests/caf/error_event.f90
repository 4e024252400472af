! SPDX-License-Identifier: BSD-3-Clause
! images: 1 2 3
! status: 1
! stderr: image 1: EVENT WAIT: all other images have ended
program error_event
  use iso_fortran_env
  type(event_type), save :: e[*]
  if (this_image() == 1) event wait (e)
end program
