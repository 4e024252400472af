! SPDX-License-Identifier: BSD-3-Clause
! images: 1 2
! status: 4
program exit_code
  sync all
  if (this_image() == 1) call exit(4)
  do
    sync memory
  end do
end program
