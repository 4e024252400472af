! SPDX-License-Identifier: BSD-3-Clause
! images: 4
! Cobounds: image_index, this_image(x) and coindexed access by several cosubscripts.
include 'check.inc'
program cobounds
  use check
  integer, save :: a[2,*], b[0:1,3:*]
  me = this_image()
  a = me; b = 10 * me
  sync all
  call expect(a[2,1] == 2 .and. a[1,2] == 3 .and. b[0,4] == 30 .and. b[1,4] == 40, 1)
  call expect(image_index(b, [1,4]) == 4 .and. image_index(a, [1,4]) == 0, 2)
  call expect(all(this_image(b) == [mod(me - 1, 2), 3 + (me - 1) / 2]), 3)
  sync all
  b[0,3] = 5
  sync all
  if (me == 1) call expect(b == 5, 4)
  if (me == 1) print '(a)', 'passed'
end program
