! SPDX-License-Identifier: BSD-3-Clause
!
! heat2d: heat in a square plate, by coarrays. The plate is cut into strips of columns, one for each image. In each step every
! image puts its outermost columns into its neighbours' halo columns and synchronises with these neighbours only. Image 1
! collects the strips, writes a picture (PGM), and on request compares it with a run of its own.
!
!   heat2d [SIZE [STEPS [FILE [check]]]]        default: 256 500 heat2d.pgm
module plate
  implicit none
  integer, parameter :: real_kind = selected_real_kind(15)
  real(real_kind), parameter :: alpha = 0.2_real_kind
contains
  ! The temperature at the start: a hot disc, a hot bar, cold edges.
  pure function initial(i, j, n) result(t)
    integer, intent(in) :: i, j, n
    real(real_kind) :: t
    t = 0
    if ((i - n / 3)**2 + (j - n / 3)**2 < (n / 8)**2) t = 100
    if (abs(i - 3 * n / 4) < max(1, n / 40) .and. j > n / 4 .and. j < 7 * n / 8) t = 60
  end function

  ! One step for columns 1 to size(new, 2); old has a column more on each side. Rows 1 and n are edges.
  subroutine step(old, new, first, n)
    integer, intent(in) :: first, n
    real(real_kind), intent(in) :: old(:, 0:)
    real(real_kind), intent(inout) :: new(:, 0:)
    integer :: j
    do j = 1, size(new, 2) - 2
      if (first + j - 1 == 1 .or. first + j - 1 == n) cycle
      new(2:n-1, j) = old(2:n-1, j) + alpha * (old(1:n-2, j) + old(3:n, j) + old(2:n-1, j - 1) + old(2:n-1, j + 1) &
                                               - 4 * old(2:n-1, j))
    end do
  end subroutine

  subroutine picture(file, t)
    character(*), intent(in) :: file
    real(real_kind), intent(in) :: t(:, :)
    integer :: unit, i, j
    open (newunit=unit, file=file, access='stream', form='unformatted', status='replace')
    write (unit) 'P5' // new_line('a') // text(size(t, 2)) // ' ' // text(size(t, 1)) // new_line('a') // '255' // new_line('a')
    do i = 1, size(t, 1)
      write (unit) [(achar(min(255, nint(2.55_real_kind * t(i, j)))), j = 1, size(t, 2))]
    end do
    close (unit)
  end subroutine

  function text(n)
    integer, intent(in) :: n
    character(:), allocatable :: text
    character(12) :: buffer
    write (buffer, '(i0)') n
    text = trim(buffer)
  end function

  subroutine argument(i, value, name)
    integer, intent(in) :: i
    integer, intent(inout) :: value
    character(*), intent(in) :: name
    character(20) :: word
    integer :: bad
    if (command_argument_count() < i) return
    call get_command_argument(i, word)
    read (word, *, iostat=bad) value
    if (bad /= 0 .or. value < 1) error stop 'heat2d: ' // name // ': expected a positive number'
  end subroutine
end module

program heat2d
  use plate
  implicit none
  real(real_kind), allocatable :: a(:, :)[:], b(:, :)[:], all_of(:, :), serial(:, :), other(:, :)
  integer :: n = 256, steps = 500, me, images, width, first, last, i, j, s, k, left, right
  character(200) :: file = 'heat2d.pgm', word = ''
  me = this_image(); images = num_images()
  call argument(1, n, 'SIZE')
  call argument(2, steps, 'STEPS')
  if (command_argument_count() >= 3) call get_command_argument(3, file)
  if (command_argument_count() >= 4) call get_command_argument(4, word)
  if (n < 8 .or. n < 2 * images) error stop 'heat2d: SIZE: expected at least 8, and two columns for each image'
  width = (n + images - 1) / images
  first = (me - 1) * width + 1
  last = min(n, me * width)
  left = me - 1; right = merge(me + 1, 0, me < images .and. last < n)
  allocate (a(n, 0:width + 1)[*], b(n, 0:width + 1)[*])
  a = 0
  do j = first, last
    do i = 1, n
      a(i, j - first + 1) = initial(i, j, n)
    end do
  end do
  b = a
  sync all
  do s = 1, steps
    if (mod(s, 2) == 1) then
      call exchange(a)
      call step(a(:, 0:last - first + 2), b(:, 0:last - first + 2), first, n)
    else
      call exchange(b)
      call step(b(:, 0:last - first + 2), a(:, 0:last - first + 2), first, n)
    end if
  end do
  if (mod(steps, 2) == 1) a = b
  sync all
  if (me == 1) then
    allocate (all_of(n, n))
    do k = 1, images
      j = (k - 1) * width
      if (j < n) all_of(:, j + 1:min(n, j + width)) = a(:, 1:min(width, n - j))[k]
    end do
    call picture(trim(file), all_of)
    if (word == 'check') call compare()
    print '(4a)', 'wrote ', trim(file), ', total heat ', trim(text(nint(sum(all_of))))
  end if
contains
  ! The outermost columns to the neighbours' halos. All have read their halos of the step before: each step uses the
  ! other array, and a neighbour cannot be a whole step ahead.
  subroutine exchange(t)
    real(real_kind), intent(inout) :: t(n, 0:width + 1)[*]
    if (left > 0) t(:, width + 1)[left] = t(:, 1)
    if (right > 0) t(:, 0)[right] = t(:, last - first + 1)
    if (left > 0 .and. right > 0) then
      sync images ([left, right])
    else if (left > 0 .and. first <= n) then
      sync images (left)
    else if (right > 0) then
      sync images (right)
    end if
  end subroutine

  subroutine compare()
    allocate (serial(n, 0:n + 1), other(n, 0:n + 1))
    serial = 0
    do j = 1, n
      do i = 1, n
        serial(i, j) = initial(i, j, n)
      end do
    end do
    other = serial
    do s = 1, steps
      call step(serial, other, 1, n)
      serial = other
    end do
    if (any(serial(:, 1:n) /= all_of)) error stop 'heat2d: the images'' result differs from the serial run'
    print '(a)', 'equal to the serial run'
  end subroutine
end program
