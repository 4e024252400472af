! SPDX-License-Identifier: BSD-3-Clause
! images: 1 2 4
! Pointer components to ordinary arrays and to strided sections of them, repointed between segments (by_ref).
include 'check.inc'
program pointers
  use check
  type :: box
    real(8), pointer :: d(:) => null()
    integer :: n = 0
  end type
  type(box), allocatable :: b[:]
  real(8), target :: mine(1000), other(50)
  real(8), target, save :: co(10)[*] ! reached in both ways
  real(8) :: buffer(128), got(10)
  integer :: me, to, from, n, i
  me = this_image(); n = num_images(); to = mod(me, n) + 1; from = merge(n, me - 1, me == 1)
  mine = me; other = -me
  allocate (b[*])
  b%d => mine
  b%n = me
  sync all
  call expect(b[to]%n == to, 1)
  buffer = [(1000 * me + i, i = 1, 128)]
  b[to]%d(11:138) = buffer
  buffer = 0
  do i = 1, 10
    b[to]%d(i) = i * me
  end do
  call expect(b[to]%d(5) == 5 * me, 2)
  sync all
  call expect(all(mine(11:138) == [(1000 * from + i, i = 1, 128)]) .and. all(mine(1:10) == from * [(i, i = 1, 10)]), 3)
  call expect(mine(139) == me, 4)
  sync all
  b%d => other(50:2:-4)
  sync all
  b[to]%d(2:4) = [1d0, 2d0, 3d0]
  sync all
  call expect(all(other([46, 42, 38]) == [1d0, 2d0, 3d0]) .and. other(45) == -me, 5)
  got(1:3) = b[to]%d(4:2:-1)
  call expect(all(got(1:3) == [3d0, 2d0, 1d0]), 6)
  sync all
  b%d => co
  sync all
  do i = 1, 200
    b[to]%d(3) = i
    call expect(co(3)[to] == i, 7)
    co(3)[to] = -i
    call expect(b[to]%d(3) == -i, 8)
    b[to]%d(4) = i
    co(4)[to] = 2 * i
    b[to]%d(5) = i
    b[to]%d(5) = b[to]%d(4)
  end do
  sync all
  call expect(co(4) == 400 .and. co(5) == 400, 9)
  sync all
  if (me == 1) print '(a)', 'passed'
end program
