! SPDX-License-Identifier: BSD-3-Clause
! images: 1 2 3 4
! Locks: arrays, acquired_lock=, each error with stat=, exclusion counted by get and put; critical constructs.
include 'check.inc'
program locks
  use check
  use iso_fortran_env
  type(lock_type), save :: l[*], m(3, 2)[*]
  integer, save :: counter[*] = 0, second[*] = 0
  integer :: me, n, i, st, k
  logical :: got
  me = this_image(); n = num_images()
  do i = 1, 200
    lock (l[1])
    k = counter[1]
    counter[1] = k + 1
    unlock (l[1])
  end do
  do i = 1, 100
    critical
      k = second[1]
      second[1] = k + 1
      call inner()
    end critical
  end do
  sync all
  call expect(counter[1] == 200 * n .and. second[1] == 200 * n, 1)
  lock (m(2, 2)[me])
  lock (m(2, 2)[me], stat=st)
  call expect(st == stat_locked, 2)
  lock (m(3, 2)[me], acquired_lock=got)
  call expect(got, 3)
  unlock (m(3, 2)[me])
  sync all
  if (n > 1) then
    lock (m(2, 2)[mod(me, n) + 1], acquired_lock=got)
    call expect(.not. got, 4)
    unlock (m(2, 2)[mod(me, n) + 1], stat=st)
    call expect(st == stat_locked_other_image, 5)
  end if
  sync all
  unlock (m(2, 2))
  sync all
  lock (m(2, 2)[mod(me, n) + 1], stat=st)
  call expect(st == 0, 6)
  unlock (m(2, 2)[mod(me, n) + 1])
  sync all
  if (me == 1) print '(a)', 'passed'
contains
  subroutine inner()
    critical
      k = second[1]
      second[1] = k + 1
    end critical
  end subroutine
end program
