! SPDX-License-Identifier: BSD-3-Clause
! images: 1 2 3 4 7
! Rings and stars of sync images, (*) against single images, duplicates with stat=, sync memory with a flag.
include 'check.inc'
program syncs
  use check
  use iso_fortran_env
  integer, save :: a[*] = 0
  integer(atomic_int_kind), save :: flag[*] = 0
  integer :: me, n, next, before, i, st, f
  character(60) :: message
  me = this_image(); n = num_images(); next = mod(me, n) + 1; before = merge(n, me - 1, me == 1)
  if (n > 1) then
    do i = 1, 2000
      if (me == 1) then
        a[next] = i
        sync images (next)
        sync images (before)
        if (n > 2 .or. .true.) call expect(a == i .or. n == 2 .and. a == i, 1)
      else
        sync images (before)
        call expect(a == i, 2)
        a[next] = i
        sync images (next)
      end if
    end do
  end if
  sync all
  do i = 1, 200
    if (me == 1) then
      sync images (*)
    else
      sync images (1)
    end if
  end do
  sync images (*)
  sync images ([integer ::])
  message = ' '
  sync images ([1, 1], stat=st, errmsg=message)
  call expect(st /= 0 .and. message /= ' ', 3)
  sync images (n + 1, stat=st)
  call expect(st /= 0, 4)
  sync images (me)
  sync all (stat=st)
  call expect(st == 0, 5)
  a = 0
  sync all
  if (n > 1 .and. me == 1) then
    a[2] = 42
    sync memory
    call atomic_define(flag[2], 1)
  else if (me == 2) then
    f = 0
    do while (f == 0)
      call atomic_ref(f, flag)
    end do
    sync memory
    call expect(a == 42, 6)
  end if
  sync all
  if (me == 1) print '(a)', 'passed'
end program
