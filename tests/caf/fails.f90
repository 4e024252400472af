! SPDX-License-Identifier: BSD-3-Clause
! images: 2 3 4
! Image 2 fails inside critical, while it holds a lock; the others go on, in a team of their own. STAT= of each access to it.
include 'check.inc'
program fails
  use check
  use iso_fortran_env
  type :: t
    integer :: k
    integer, allocatable :: a(:)
    integer, pointer :: p(:)
    integer, allocatable :: s
  end type
  integer, save :: a[*] = 0, v(6)[*]
  integer(atomic_int_kind), save :: word[*]
  type(event_type), save :: e[*]
  type(t), save :: x[*]
  real(8), save :: r[*]
  type(lock_type), save :: l[*]
  integer :: me, n, st, i, k, w(6), image, right, at
  integer, allocatable :: list(:), whole(:), b(:)[:]
  integer, target :: under(3)
  logical :: got
  type(team_type) :: t1, u
  me = this_image(); n = num_images()
  call expect(size(failed_images()) == 0, 1)
  v = me; x%a = [me, me]; x%s = me; under = me; x%p => under
  sync all
  if (me == 2) then
    lock (l[1])
    sync images (1)
    critical
      fail image
    end critical
  end if
  if (me == 1) sync images (2)
  critical
    a = 1
  end critical
  lock (l[1])
  unlock (l[1])
  do i = 1, 3
    sync all (stat=st)
    call expect(st == stat_failed_image, 2)
  end do
  list = failed_images()
  call expect(size(list) == 1 .and. list(1) == 2, 3)
  call expect(num_images(failed=.true.) == 1 .and. num_images() == n, 4)
  call expect(image_status(2) == stat_failed_image, 5)
  sync images (2, stat=st)
  call expect(st == stat_failed_image, 6)
  i = 1
  call co_sum(i, stat=st)
  call expect(st == stat_failed_image, 7)
  do k = 1, 2
    image = merge(2, 1, k == 1); right = merge(stat_failed_image, 0, k == 1); at = 100 * k
    i = v(3)[image, stat=st]; call expect(st == right, at + 1)
    w = v(:)[image, stat=st]; call expect(st == right, at + 2)
    w(1:3) = v(1:5:2)[image, stat=st]; call expect(st == right, at + 3)
    w(1:2) = v([3, 1])[image, stat=st]; call expect(st == right, at + 4)
    i = int(r[image, stat=st]); call expect(st == right, at + 5)
    i = x[image, stat=st]%a(2); call expect(st == right, at + 6)
    whole = x[image, stat=st]%a; call expect(st == right, at + 7)
    whole = x[image, stat=st]%p; call expect(st == right, at + 8)
    i = x[image, stat=st]%s; call expect(st == right, at + 9)
    i = 5 + v(2)[image, stat=st]; call expect(st == right, at + 10)
    call atomic_define(word[image], 3, stat=st); call expect(st == right, at + 11)
    call atomic_ref(i, word[image], stat=st); call expect(st == right, at + 12)
    call atomic_add(word[image], 1, stat=st); call expect(st == right, at + 13)
    call atomic_fetch_or(word[image], 1, i, stat=st); call expect(st == right, at + 14)
    call atomic_cas(word[image], i, 1, 2, stat=st); call expect(st == right, at + 15)
    event post (e[image], stat=st); call expect(st == right, at + 16)
    got = .false.
    lock (l[image], acquired_lock=got, stat=st); call expect(st == right .and. (right == 0 .or. .not. got), at + 17)
    if (got) unlock (l[image])
  end do
  form team (1, t1)
  change team (t1)
    call expect(num_images() == n - 1 .and. this_image() == merge(1, me - 1, me == 1), 8)
    i = me
    call co_sum(i)
    call expect(i == n * (n + 1) / 2 - 2, 9)
    allocate (b(3)[*])
    b(:)[num_images()] = me
    sync all
    call expect(size(failed_images()) == 0 .and. (this_image() < num_images() .or. b(2) > 0), 10)
    form team (1 + modulo(me, 2), u)
    change team (u)
      call expect(num_images() <= (n + 1) / 2, 11)
    end team
  end team
  sync all (stat=st)
  call expect(st == stat_failed_image, 12)
  if (me == 1) print '(a)', 'passed'
end program
