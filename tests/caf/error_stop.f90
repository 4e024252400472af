! SPDX-License-Identifier: BSD-3-Clause
! images: 1 2 3
! status: 3
! stderr: ERROR STOP 3
program error_stops
  if (this_image() == num_images()) error stop 3
  sync all
end program
