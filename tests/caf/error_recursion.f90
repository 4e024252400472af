! SPDX-License-Identifier: BSD-3-Clause
! images: 1 2 3
! status: 4
! stderr: STOP 6
! STOP, and STOP again in what runs when the program exits.
module last
contains
  subroutine again() bind(C)
    stop 6
  end subroutine
end module
program error_recursion
  use iso_c_binding
  use last
  interface
    integer(c_int) function atexit(f) bind(C)
      import
      type(c_funptr), value :: f
    end function
  end interface
  if (atexit(c_funloc(again)) /= 0) error stop
  stop 4
end program
