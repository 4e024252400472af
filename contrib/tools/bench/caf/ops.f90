! SPDX-License-Identifier: BSD-3-Clause
!
! ops.f90: what `gasnet-bench caf` and `make goals GOALS=caf` measure: each procedure executes a statement n times. ALONE
! says that image 1 does so while the others wait, PAIR that images 1 and 2 do, ALL that all images do.
module caf_ops
  use iso_c_binding, only: c_int
  use iso_fortran_env, only: atomic_int_kind, event_type, lock_type
  implicit none
  integer, parameter :: edge = 1000, few = 64, words = 8192 ! 64 KB
  real(8), save :: x[*], v(words)[*], a(edge, edge)[*]
  real(8), save :: t(0:few + 1, 0:few + 1)[*] ! a piece of a field and its halo
  real(8), save :: from(words), row(edge), sums(words), one_sum
  integer(atomic_int_kind), save :: counter[*]
  type(event_type), save :: event[*]
  type(lock_type), save :: lck[*]
  integer, save :: partner = 1, near(4) = 1, different(4) = 1, neighbours = 1
contains
  ! The four images at distances 1 and 2 in a ring; of few images some are the same.
  subroutine find_neighbours
    integer, parameter :: distances(4) = [-1, 1, -2, 2]
    integer :: i
    partner = merge(2, 1, this_image() == 1 .and. num_images() > 1)
    neighbours = 0
    do i = 1, 4
      near(i) = modulo(this_image() - 1 + distances(i), num_images()) + 1
      if (any(different(:neighbours) == near(i)) .or. near(i) == this_image()) cycle
      neighbours = neighbours + 1
      different(neighbours) = near(i)
    end do
  end subroutine

  subroutine put_section(n) bind(C, name="caf_put_section") ! ALONE
    integer(c_int), value :: n
    integer :: i
    do i = 1, n
      v(:)[partner] = from
    end do
    sync memory
  end subroutine

  subroutine get_section(n) bind(C, name="caf_get_section") ! ALONE
    integer(c_int), value :: n
    integer :: i
    do i = 1, n
      from = v(:)[partner]
    end do
  end subroutine

  subroutine put_row(n) bind(C, name="caf_put_row") ! ALONE
    integer(c_int), value :: n
    integer :: i
    do i = 1, n
      a(modulo(i, edge) + 1, :)[partner] = row
    end do
    sync memory
  end subroutine

  subroutine get_row(n) bind(C, name="caf_get_row") ! ALONE
    integer(c_int), value :: n
    integer :: i
    do i = 1, n
      row = a(modulo(i, edge) + 1, :)[partner]
    end do
  end subroutine

  subroutine stream_of_puts(n) bind(C, name="caf_stream_of_puts") ! ALONE: n elements
    integer(c_int), value :: n
    integer :: i
    do i = 0, n - 1
      a(modulo(i, edge) + 1, modulo(i / edge, edge) + 1)[partner] = real(i, 8)
    end do
    sync memory
  end subroutine

  subroutine halo_step(n) bind(C, name="caf_halo_step") ! ALL
    integer(c_int), value :: n
    integer :: i
    do i = 1, n
      t(1:few, few + 1)[near(1)] = t(1:few, 1)
      t(1:few, 0)[near(2)] = t(1:few, few)
      t(few + 1, 1:few)[near(3)] = t(1, 1:few)
      t(0, 1:few)[near(4)] = t(few, 1:few)
      sync images (different(:neighbours))
    end do
  end subroutine

  subroutine sync_all(n) bind(C, name="caf_sync_all") ! ALL
    integer(c_int), value :: n
    integer :: i
    do i = 1, n
      sync all
    end do
  end subroutine

  subroutine sync_pair(n) bind(C, name="caf_sync_pair") ! PAIR
    integer(c_int), value :: n
    integer :: i
    do i = 1, n
      sync images (partner)
    end do
  end subroutine

  subroutine atomic_adds(n) bind(C, name="caf_atomic_adds") ! ALONE
    integer(c_int), value :: n
    integer :: i
    do i = 1, n
      call atomic_add(counter[partner], 1)
    end do
  end subroutine

  subroutine events(n) bind(C, name="caf_events") ! PAIR: there and back
    integer(c_int), value :: n
    integer :: i
    do i = 1, n
      if (this_image() == 1) event post (event[partner])
      event wait (event)
      if (this_image() /= 1) event post (event[partner])
    end do
  end subroutine

  subroutine locks(n) bind(C, name="caf_locks") ! ALONE: taken and given back
    integer(c_int), value :: n
    integer :: i
    do i = 1, n
      lock (lck[partner])
      unlock (lck[partner])
    end do
  end subroutine

  subroutine sum_of_one(n) bind(C, name="caf_sum_of_one") ! ALL
    integer(c_int), value :: n
    integer :: i
    do i = 1, n
      call co_sum(one_sum)
    end do
  end subroutine

  subroutine sum_of_many(n) bind(C, name="caf_sum_of_many") ! ALL
    integer(c_int), value :: n
    integer :: i
    do i = 1, n
      call co_sum(sums)
    end do
  end subroutine
end module
