! SPDX-License-Identifier: BSD-3-Clause
! images: 2 3 4
! What image 1 waits for cannot come any more: all others have stopped, one of them while it holds a lock (libcaf.md 3.7).
include 'check.inc'
program ended_waits
  use check
  use iso_fortran_env
  type(event_type), save :: e[*]
  type(lock_type), save :: l[*], other[*]
  character(80) :: text
  logical :: got
  integer :: st
  if (this_image() == 2) then
    lock (l[1])
    event post (e[1])
  end if
  sync all
  if (this_image() == 1) then
    event wait (e, until_count=2, stat=st, errmsg=text)
    call expect(st == stat_stopped_image .and. index(text, 'all other images have ended') > 0, 1)
    event wait (e, stat=st) ! this post has come
    call expect(st == 0, 2)
    lock (l[1], acquired_lock=got, stat=st)
    call expect(.not. got .and. st == 0, 3)
    lock (l[1], stat=st, errmsg=text)
    call expect(st == stat_stopped_image .and. index(text, 'stopped') > 0, 4)
    lock (other[1], stat=st)
    call expect(st == 0, 5)
    print '(a)', 'passed'
  end if
end program
