! SPDX-License-Identifier: BSD-3-Clause
! images: 2 3 4
! Image 2 fails inside critical, while it holds a lock; the others go on, in a team of their own.
include 'check.inc'
program fails
  use check
  use iso_fortran_env
  integer, save :: a[*] = 0
  type(lock_type), save :: l[*]
  integer :: me, n, st, i
  integer, allocatable :: list(:), b(:)[:]
  type(team_type) :: t, u
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
  i = 1
  call co_sum(i, stat=st)
  call expect(st == stat_failed_image, 7)
  form team (1, t)
  change team (t)
    call expect(num_images() == n - 1 .and. this_image() == merge(1, me - 1, me == 1), 8)
    i = me
    call co_sum(i)
    call expect(i == n * (n + 1) / 2 - 2, 9)
    allocate (b(3)[*])
    b(:)[num_images()] = me
    sync all
    call expect(size(failed_images()) == 0 .and. (this_image() < num_images() .or. b(2) > 0), 10)
    form team (1 + modulo(me, 2), u)
    change team (u)
      call expect(num_images() <= (n + 1) / 2, 11)
    end team
  end team
  sync all (stat=st)
  call expect(st == stat_failed_image, 12)
  if (me == 1) print '(a)', 'passed'
end program
