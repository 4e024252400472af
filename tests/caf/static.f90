! SPDX-License-Identifier: BSD-3-Clause
! images: 1 2 3 4 7
! Static coarrays of a module, a program and a procedure, with initial values (register 0, get, sync_all, finalize).
include 'check.inc'
module shared
  integer, save :: a[*] = 5
  real(8), save :: b(3)[*] = [1d0, 2d0, 3d0]
  integer, save :: zero(1000)[*]
  character(5), save :: text[*] = 'hello'
end module
program static
  use shared
  use check
  integer, save :: c(2,2)[*] = reshape([1,2,3,4], [2,2])
  integer :: next, me, n
  me = this_image(); n = num_images(); next = mod(me, n) + 1
  call expect(me >= 1 .and. me <= n, 1)
  call expect(a[next] == 5, 2)
  call expect(all(b(:)[next] == [1d0, 2d0, 3d0]), 3)
  call expect(all(zero(:)[next] == 0), 4)
  call expect(text[next] == 'hello', 5)
  sync all
  a = me; c(2,1) = 10 * me; b(2) = me
  call local(me)
  sync all
  call expect(a[next] == next, 6)
  call expect(c(2,1)[next] == 10 * next .and. c(1,2)[next] == 3, 7)
  call expect(b(2)[next] == next, 8)
  sync all
  a[next] = 100 + me
  sync all
  call expect(a == 100 + merge(n, me - 1, me == 1), 9)
  sync all
  if (me == 1) print '(a)', 'passed'
contains
  subroutine local(v)
    integer, intent(in) :: v
    integer, save :: p[*] = 7
    integer :: k
    k = mod(this_image(), num_images()) + 1
    call expect(p[k] == 7, 10)
    sync all
    p = v
    sync all
    call expect(p[k] == k, 11)
  end subroutine
end program
