! SPDX-License-Identifier: BSD-3-Clause
! images: 2
! Access by reference has no limit of size: around the largest message, and 100 MB.
include 'check.inc'
program large
  use check
  type :: t
    integer(1), allocatable :: a(:)
  end type
  type(t) :: x[*]
  integer(1), allocatable :: b(:), c(:)
  integer :: me, to, i, k, sizes(12), v(40000)
  me = this_image(); to = 3 - me
  sizes = [3800, 3900, 4000, 4050, 64000, 65300, 65400, 65500, 65536, 65600, 200000, 100000000]
  do k = 1, size(sizes)
    allocate (b(sizes(k)))
    if (allocated(x%a)) deallocate (x%a)
    allocate (x%a(sizes(k)))
    x%a = int(me, 1)
    x%a(sizes(k)) = int(k, 1)
    sync all
    c = x[to]%a
    call expect(size(c) == sizes(k) .and. c(1) == to .and. c(sizes(k)) == k .and. all(c(2:sizes(k) - 1) == to), k)
    sync all
    do i = 0, merge(160, -1, sizes(k) < 100000) ! every size: the largest message is among them
      c = x[to]%a(1:sizes(k) - i)
      call expect(size(c) == sizes(k) - i, 100 + k)
      x[to]%a(1:sizes(k) - i) = c
    end do
    sync all
    call expect(x%a(1) == me .and. x%a(sizes(k)) == k, 150 + k)
    sync all
    b = int(me + 10, 1); b(1) = 1
    x[to]%a(:) = b
    sync all
    call expect(x%a(1) == 1 .and. all(x%a(2:) == to + 10), 200 + k)
    sync all
    deallocate (b)
  end do
  v = [(2 * i, i = 1, 40000)]
  x%a = 0; x%a(80000) = 9
  sync all
  c = x[to]%a(v)
  call expect(size(c) == 40000 .and. c(40000) == 9 .and. c(1) == 0, 300)
  sync all
  if (me == 1) print '(a)', 'passed'
end program
