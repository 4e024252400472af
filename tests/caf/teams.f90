! SPDX-License-Identifier: BSD-3-Clause
! images: 1 2 3 4 7
! Teams: odd and even, nested, coarrays of the parent, allocation inside, sync team, put with team=.
include 'check.inc'
program teams
  use check
  use iso_fortran_env
  type(team_type) :: t, u, again
  integer, save :: a[*] = 0
  integer, allocatable :: b(:)[:]
  integer :: me, n, mine, members, k, i
  me = this_image(); n = num_images()
  a = me
  call expect(team_number() == -1, 1)
  do i = 1, 20
    form team (2 - mod(me, 2), t)
  end do
  sync all
  change team (t)
    mine = this_image(); members = num_images()
    call expect(members == (n + mod(me, 2)) / 2 .and. mine == (me + 1) / 2, 2)
    call expect(team_number() == 2 - mod(me, 2), 3)
    call expect(a[1] == 2 - mod(me, 2), 4)
    allocate (b(10)[*])
    b = 10 * me
    sync all
    k = mod(mine, members) + 1
    call expect(b(10)[k] == 10 * (2 * k - mod(me, 2)), 5)
    k = 1; call co_sum(k); call expect(k == members, 6)
    form team (mine, u)
    change team (u)
      call expect(num_images() == 1 .and. this_image() == 1 .and. team_number() == mine, 7)
      call expect(a[1] == me, 8)
      sync all
    end team
    critical
      k = k + 1
    end critical
    sync team (t)
  end team
  call expect(num_images() == n .and. this_image() == me, 9)
  sync all
  again = t
  sync team (again)
  sync all
  a[1, team=t] = -me
  sync all
  if (me == 1) call expect(a < 0 .and. mod(a, 2) /= 0, 10)
  if (me == 2) call expect(a < 0 .and. mod(a, 2) == 0, 11)
  sync all
  if (me == 1) print '(a)', 'passed'
end program
