! SPDX-License-Identifier: BSD-3-Clause
! images: 1 2 4
! random_init in its four ways, compared over images and calls.
include 'check.inc'
program random
  use check
  real :: x[*], y[*], z[*], w, a, b
  integer :: me, to
  me = this_image(); to = mod(me, num_images()) + 1
  call random_init(.true., .true.); call random_number(a); x = a
  call random_init(.true., .false.); call random_number(b); y = b
  call random_init(.false., .false.); call random_number(w); z = w
  sync all
  call expect(y[to] == b .and. z[to] == w, 1)
  if (to /= me) call expect(x[to] /= a, 2)
  call random_init(.true., .true.); call random_number(w); call expect(w == a, 3)
  call random_init(.true., .false.); call random_number(w); call expect(w == b, 4)
  call random_init(.false., .true.); call random_number(w); x = w
  sync all
  if (to /= me) call expect(x[to] /= w, 5)
  sync all
  if (me == 1) print '(a)', 'passed'
end program
