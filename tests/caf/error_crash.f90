! SPDX-License-Identifier: BSD-3-Clause
! images: 2 3
! status: 134
! stderr: SIGABRT
! Image 2 dies inside critical: the job ends.
program error_crash
  interface
    subroutine abort() bind(C)
    end subroutine
  end interface
  sync all
  if (this_image() == 2) then
    critical
      call abort
    end critical
  end if
  sync all
end program
