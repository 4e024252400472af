! SPDX-License-Identifier: BSD-3-Clause
! images: 2 3 4
! Image 2 fails inside critical, while it holds a lock; the others go on.
include 'check.inc'
program fails
  use check
  use iso_fortran_env
  integer, save :: a[*] = 0
  type(lock_type), save :: l[*]
  integer :: me, n, st, i
  integer, allocatable :: list(:)
  me = this_image(); n = num_images()
  call expect(size(failed_images()) == 0, 1)
  sync all
  if (me == 2) then
    lock (l[1])
    sync images (1)
    critical
      fail image
    end critical
  end if
  if (me == 1) sync images (2)
  critical
    a = 1
  end critical
  lock (l[1])
  unlock (l[1])
  do i = 1, 3
    sync all (stat=st)
    call expect(st == stat_failed_image, 2)
  end do
  list = failed_images()
  call expect(size(list) == 1 .and. list(1) == 2, 3)
  call expect(num_images(failed=.true.) == 1 .and. num_images() == n, 4)
  call expect(image_status(2) == stat_failed_image, 5)
  sync images (2, stat=st)
  call expect(st == stat_failed_image, 6)
  if (me == 1) print '(a)', 'passed'
end program
