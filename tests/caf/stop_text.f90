! SPDX-License-Identifier: BSD-3-Clause
! images: 1 2 3
! status: 0
! stderr: STOP done
program stop_text
  if (this_image() == 1) stop 'done'
end program
