! SPDX-License-Identifier: BSD-3-Clause
!
! bench.f90: what bench.c measures, with module gasnet.
module bench_messages
  use gasnet
  implicit none
  integer(gex_index) :: ping_index, pong_index
  integer(c_int), volatile :: pongs = 0

contains

  subroutine ping(token, a) bind(c)
    type(gex_Token_t), value :: token
    integer(c_int32_t), value :: a
    call gex_Reply(token, pong_index, [a])
  end subroutine
  subroutine pong(token, a) bind(c)
    type(gex_Token_t), value :: token
    integer(c_int32_t), value :: a
    if (c_associated(token%at)) pongs = pongs + a
  end subroutine
end module bench_messages

program bench
  use bench_messages
  implicit none
  type(gex_TM_t) :: tm
  type(gex_EP_t) :: ep
  type(c_ptr) :: there
  integer(c_int64_t) :: from, to, rate
  integer :: go, i
  integer(c_int) :: r
  integer(c_int32_t) :: peer
  real(c_double) :: best(2)
  call gex_Init(tm, ep=ep)
  pong_index = gex_Register(ep, c_funloc(pong), 1, is_reply=.true.)
  ping_index = gex_Register(ep, c_funloc(ping), 1)
  call gex_Attach(tm, 65536_c_size_t)
  call gex_Barrier(tm)
  peer = gex_Size(tm) - 1
  there = gex_Base(tm, peer)
  best = huge(best)
  do go = 1, merge(100, 0, gex_Rank(tm) == 0)
    call system_clock(from, rate)
    do i = 1, 5000
      call gex_Put(tm, peer, there, int(i, c_int64_t))
    end do
    call system_clock(to)
    best(1) = min(best(1), real(to - from, c_double) / rate * 1d9 / 5000)
    pongs = 0
    call system_clock(from)
    do i = 1, 200
      call gex_Request(tm, peer, ping_index, [1])
      do while (pongs /= i)
        r = gasnet_AMPoll()
      end do
    end do
    call system_clock(to)
    best(2) = min(best(2), real(to - from, c_double) / rate * 1d9 / 200)
  end do
  call gex_Barrier(tm)
  if (gex_Rank(tm) == 0) print "('put8 ', f0.2, /, 'round-trip ', f0.1)", best
  call gex_Finish(tm)
end program bench
