! SPDX-License-Identifier: BSD-3-Clause
! images: 1 2 3 4
! Events: arrays, until_count=, many posters, queries, data at a third image before the post.
include 'check.inc'
program events
  use check
  use iso_fortran_env
  type(event_type), save :: e[*], a(4)[*]
  integer, save :: data[*] = 0
  integer :: me, n, i, k, st
  me = this_image(); n = num_images()
  event post (e)
  event wait (e)
  sync all
  call event_query(e, k, st)
  sync all
  call expect(k == 0 .and. st == 0, 1)
  do i = 1, 50
    event post (e[1])
  end do
  if (me == 1) then
    event wait (e, until_count=50 * n)
    call event_query(e, k)
    call expect(k == 0, 2)
  end if
  sync all
  event post (a(3)[mod(me, n) + 1])
  k = 0
  do while (k < 1)
    call event_query(a(3), k)
  end do
  event wait (a(3), stat=st)
  call expect(st == 0, 3)
  sync all
  if (n >= 3) then
    if (me == 1) then
      do i = 1, 200
        data[3] = i
        event post (a(1)[2])
        event wait (a(2))
      end do
    else if (me == 2) then
      do i = 1, 200
        event wait (a(1))
        call expect(data[3] == i, 4)
        event post (a(2)[1])
      end do
    end if
  end if
  sync all
  if (me == 1) print '(a)', 'passed'
end program
