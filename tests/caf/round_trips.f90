! SPDX-License-Identifier: BSD-3-Clause
! images: 2
! gets: 260
! waits: 12
! Over udp without shared memory image 1 makes so many gets of the library at most, and waits so often for puts: gets of one
! element after another, puts that SYNC IMAGES, EVENT POST or UNLOCK follows, puts and gets of components. And what must not be seen
! too late or too early by that.
include 'check.inc'
program round_trips
  use check
  use iso_fortran_env, only: event_type, lock_type, atomic_int_kind
  type :: t
    integer :: k
    integer, allocatable :: c(:)
    integer, pointer :: p(:)
  end type
  integer, parameter :: n = 1000, many = 200000
  integer, save :: x(n)[*], b(20, 60)[*], y(n)[*], z(n)[*], long(many)[*]
  type(event_type), save :: e[*]
  type(lock_type), save :: l[*]
  integer(atomic_int_kind), save :: word[*]
  logical :: got
  type(t), save :: o[*]
  integer, target :: under(n)
  integer :: me, other, i, k, v(n), w(20, 60), bad
  me = this_image(); other = 3 - me
  x = [(me * 10000 + i, i = 1, n)]
  b = reshape([(me * 10000 + i, i = 1, 1200)], [20, 60])
  long = [(me + i, i = 1, many)]; y = 0; z = 0; under = 0
  allocate (o%c(n))
  o%c = 0; o%p => under
  sync all
  do i = 1, n
    v(i) = x(i)[other]
  end do
  call expect(all(v == [(other * 10000 + i, i = 1, n)]), 1)
  do i = n, 1, -3
    v(i) = 0
    v(i) = x(i)[other]
  end do
  call expect(all(v == [(other * 10000 + i, i = 1, n)]), 2)
  do k = 1, 60
    w(:, k) = b(:, k)[other]
  end do
  call expect(all(w == reshape([(other * 10000 + i, i = 1, 1200)], [20, 60])), 3)
  bad = 0
  do i = 1, many
    if (long(i)[other] /= other + i) bad = bad + 1
  end do
  call expect(bad == 0, 13)
  sync all
  do i = 1, 100
    y(i)[other] = me * 1000 + i
    z(1:9:4)[other] = [i, i + 1, i + 2]
    sync images (other)
    call expect(y(i) == other * 1000 + i .and. all(z(1:9:4) == [i, i + 1, i + 2]), 4)
    sync images (other)
  end do
  do i = 101, 200
    y(i)[other] = me * 1000 + i
    y(i + 100)[other] = -i
    event post (e[other])
    event wait (e)
    call expect(y(i) == other * 1000 + i .and. y(i + 100) == -i, 5)
  end do
  do i = 1, 100
    o[other]%c(i) = me * 1000 + i
    o[other]%p(i) = i
    sync images (other)
    call expect(o%c(i) == other * 1000 + i .and. under(i) == i, 6)
  end do
  sync images (other)
  do i = 101, 110
    o[other]%c(i) = i
    o[other]%p(i) = 2 * i
    call expect(o[other]%c(i) == i .and. o[other]%p(i) == 2 * i, 7)
  end do
  sync all
  ! A loop that changes what it reads next.
  if (me == 1) then
    do i = 1, 60
      y(i + 1)[2] = y(i)[2] + 1
      call expect(y(i + 1)[2] == y(1)[2] + i, 8)
    end do
  end if
  sync all
  ! What is fetched ahead is not seen after a synchronisation.
  do k = 1, 5
    x = k
    sync all
    do i = 1, 20 + k
      call expect(x(i)[other] == k, 9)
    end do
    sync all
  end do
  ! More puts than go as messages, and some of both kinds to the same place.
  do i = 1, n
    y(i)[other] = i
  end do
  y(n - 1:n)[other] = [-1, -2]
  y(n)[other] = -3
  sync images (other)
  call expect(all(y(:n - 2) == [(i, i = 1, n - 2)]) .and. all(y(n - 1:) == [-1, -3]), 10)
  sync all
  z = 0
  sync all
  do i = 1, 50
    lock (l[other])
    z(me)[other] = z(me)[other] + 1
    unlock (l[other])
  end do
  do i = 1, 50
    critical
      z(3)[1] = z(3)[1] + 1
    end critical
  end do
  sync all
  lock (l[other])
  unlock (l[other])
  lock (l[other], acquired_lock=got)
  call expect(got, 11)
  unlock (l[other])
  word[other] = 5
  call atomic_add(word[other], 2)
  sync all
  call expect(z(other) == 50 .and. (me == 2 .or. z(3) == 100) .and. word == 7, 12)
  if (me == 1) print '(a)', 'passed'
end program
