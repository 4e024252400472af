! SPDX-License-Identifier: BSD-3-Clause
! images: 1 2
! options: -fopenmp
! Threads of OpenMP access coarrays at once (libcaf.md 5.2).
include 'check.inc'
program openmp
  use check
  use iso_fortran_env
  integer, parameter :: n = 400, rounds = 10000
  type :: t
    integer, allocatable :: a(:)
  end type
  type(t) :: x[*]
  integer, save :: y(n, 4)[*]
  integer(atomic_int_kind), save :: c[*]
  integer :: to, i, k, sums(4), row(4)
  to = modulo(this_image(), num_images()) + 1
  allocate (x%a(n))
  x%a = 0; y = 0; c = 0
  sync all
  sums = 0
  !$omp parallel do num_threads(4) private(i, row)
  do k = 1, 4
    do i = k, n, 4
      x[to]%a(i) = i
      y(i, :)[to] = [i, 2 * i, 3 * i, k]
      row = y(i, :)[to]
      if (any(row /= [i, 2 * i, 3 * i, k])) sums(k) = -n * n
      sums(k) = sums(k) + x[to]%a(i)
      call atomic_add(c[to], 1)
    end do
  end do
  !$omp parallel do num_threads(4) private(i)
  do k = 1, 4
    do i = 1, rounds
      x[to]%a(k) = k * i
    end do
  end do
  sync all
  call expect(all(x%a(1:4) == [(k * rounds, k = 1, 4)]), 4)
  sync all
  x%a(1:4) = [1, 2, 3, 4]
  call expect(sum(sums) == n * (n + 1) / 2, 1)
  call expect(all(x%a == [(i, i = 1, n)]) .and. all(y(:, 3) == [(3 * i, i = 1, n)]), 2)
  call expect(c == n, 3)
  if (this_image() == 1) print '(a)', 'passed'
end program
