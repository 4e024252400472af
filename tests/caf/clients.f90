! SPDX-License-Identifier: BSD-3-Clause
! images: 1 2 3 4
! What programs do: conjugate gradients by co_sum, a queue of work by atomic_fetch_add, a stencil by sections.
include 'check.inc'
program clients
  use check
  use iso_fortran_env
  integer, parameter :: m = 64
  integer(atomic_int_kind), save :: next[*] = 0
  real(8), allocatable :: u(:,:)[:], p(:)[:]
  real(8) :: x(m), r(m), q(m), rho, old, alpha, total
  integer :: me, n, up, down, step, k, done, i
  me = this_image(); n = num_images(); up = mod(me, n) + 1; down = merge(n, me - 1, me == 1)
  allocate (u(m, 0:m + 1)[*], p(0:m + 1)[*])
  u = me
  do step = 1, 20
    sync all
    u(:, m + 1) = u(:, 1)[up]
    u(:, 0) = u(:, m)[down]
    sync all
    u(:, 1:m) = (u(:, 0:m - 1) + u(:, 2:m + 1)) / 2
  end do
  total = sum(u(:, 1:m)); call co_sum(total)
  call expect(abs(total - m * m * n * (n + 1) / 2d0) < 1d-6, 1)
  ! (2 + shift) on the diagonal, -1 beside it, over all images in a ring
  x = 0; r = 1; p = 0; p(1:m) = r
  rho = sum(r * r); call co_sum(rho)
  do step = 1, 30
    sync all
    p(m + 1)[down] = p(1)
    p(0)[up] = p(m)
    sync all
    q = 3 * p(1:m) - p(0:m - 1) - p(2:m + 1)
    alpha = sum(p(1:m) * q); call co_sum(alpha)
    alpha = rho / alpha
    x = x + alpha * p(1:m); r = r - alpha * q
    old = rho; rho = sum(r * r); call co_sum(rho)
    if (rho < 1d-20) exit
    p(1:m) = r + rho / old * p(1:m)
  end do
  call expect(all(abs(x - 1) < 1d-8), 2)
  done = 0
  do
    call atomic_fetch_add(next[1], 1, k)
    if (k >= 200) exit
    done = done + 1
  end do
  call co_sum(done)
  call expect(done == 200, 3)
  if (me == 1) print '(a)', 'passed'
end program
