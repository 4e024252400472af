! SPDX-License-Identifier: BSD-3-Clause
! images: 2 3 4
! status: 5
! stderr: STOP 5
! Image 2 stops; the others read and write its coarrays, and synchronise with stat=.
include 'check.inc'
program stops
  use check
  use iso_fortran_env
  integer, save :: a[*] = 0
  integer, allocatable :: b(:)[:]
  type(team_type) :: t
  integer :: me, n, st, k
  integer, allocatable :: list(:)
  character(60) :: message
  me = this_image(); n = num_images()
  a = me
  sync all
  if (me == 2) stop 5
  sync all (stat=st, errmsg=message)
  call expect(st == stat_stopped_image .and. index(message, 'stopped') > 0, 1)
  call expect(a[2] == 2 .or. a[2] == 7, 2)
  a[2] = 7
  call expect(image_status(2) == stat_stopped_image .and. image_status(me) == 0, 3)
  list = stopped_images()
  call expect(size(list) == 1 .and. list(1) == 2, 4)
  sync images (2, stat=st)
  call expect(st == stat_stopped_image, 5)
  k = 1
  call co_sum(k, stat=st)
  call expect(st == stat_stopped_image, 6)
  allocate (b(5)[*], stat=st)
  call expect(st == stat_stopped_image .and. .not. allocated(b), 7)
  sync all (stat=st)
  call expect(st == stat_stopped_image, 8)
  if (me == 1) print '(a)', 'passed'
end program
