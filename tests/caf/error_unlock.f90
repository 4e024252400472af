! SPDX-License-Identifier: BSD-3-Clause
! images: 1 2
! status: 1
! stderr: UNLOCK: the lock is not locked
program error_unlock
  use iso_fortran_env
  type(lock_type), save :: l[*]
  unlock (l)
end program
