! SPDX-License-Identifier: BSD-3-Clause
!
! bench.f90: the program of `gasnet-bench caf`, for any library of coarrays. Image 1 prints a line "OPERATION BYTES NS" for
! the best batch of each row, and "end". A word "no-events" leaves these out.
program bench
  use iso_fortran_env, only: int64
  use caf_ops
  use scalars
  implicit none
  integer, parameter :: alone = 1, pair = 2, all_images = 3
  abstract interface
    subroutine operation(n) bind(C)
      import c_int
      integer(c_int), value :: n
    end subroutine
  end interface
  call find_neighbours
  from = 1
  row = 1
  sums = 1
  one_sum = 1
  t = 1
  if (num_images() == 2) then
    call measure("scalar-put", 8, put_scalars, alone)
    call measure("scalar-get", 8, get_scalars, alone)
    call measure("section-put", 8 * words, put_section, alone)
    call measure("section-get", 8 * words, get_section, alone)
    call measure("row-put", 8 * edge, put_row, alone)
    call measure("row-get", 8 * edge, get_row, alone)
    call measure("atomic-add", 4, atomic_adds, alone)
    call measure("lock-unlock", 0, locks, alone)
    if (wants("events")) call measure("event-ping-pong", 0, events, pair)
  end if
  call measure("halo-step", 8 * few * 4, halo_step, all_images)
  call measure("sync-all", 0, sync_all, all_images)
  if (num_images() == 2) call measure("sync-images", 0, sync_pair, pair)
  call measure("co_sum", 8, sum_of_one, all_images)
  if (num_images() == 2) call measure("co_sum", 8 * words, sum_of_many, all_images)
  if (this_image() == 1) print '(a)', 'end'
  flush (6)
contains
  logical function wants(what)
    character(*), intent(in) :: what
    character(40) :: word
    call get_command_argument(1, word)
    wants = word /= 'no-' // what
  end function

  real(8) function batch(op, n)
    procedure(operation) :: op
    integer, intent(in) :: n
    integer(int64) :: began, ended, rate
    call system_clock(began, rate)
    call op(int(n, c_int))
    call system_clock(ended)
    batch = real(ended - began, 8) / rate * 1d9 / n
    one_sum = 1 ! sums stay finite
    sums = 1
  end function

  ! Images wait in a sync all while image 1 measures alone, as they would in a program.
  subroutine measure(name, bytes, op, mode)
    character(*), intent(in) :: name
    integer, intent(in) :: bytes, mode
    procedure(operation) :: op
    integer, parameter :: batches = 5, most = 200000
    real(8), parameter :: long = 2e6 ! ns of a batch
    integer, save :: n[*]
    integer :: i
    real(8) :: best, ns
    logical :: takes_part
    takes_part = this_image() == 1 .or. (this_image() == 2 .and. mode == pair) .or. mode == all_images
    n = 1
    best = huge(best)
    do
      sync all
      ns = 0
      if (takes_part) ns = batch(op, n)
      sync all
      if (this_image() == 1) then
        if (ns * n >= long .or. n >= most) n = -n
        if (n > 0) n = 4 * n
      end if
      sync all
      if (this_image() /= 1) n = n[1]
      sync all
      if (n < 0) exit
    end do
    n = -n
    do i = 1, batches
      sync all
      if (takes_part) best = min(best, batch(op, n))
    end do
    sync all
    if (this_image() == 1) print '(a,1x,i0,1x,f0.2)', name, bytes, best
  end subroutine
end program
