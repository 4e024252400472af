! SPDX-License-Identifier: BSD-3-Clause
!
! fortran_client.f90: module gasnet: memory of each type and shape, events, messages, collectives, and calls as in C.
module state
  use gasnet
  implicit none
  integer(c_int32_t) :: me, ranks
  integer(c_int), volatile :: acks = 0, heard = 0
  integer(gex_index) :: ack_index, short_index, words_index, back_index

contains

  subroutine expect(is, what)
    logical, intent(in) :: is
    character(len=*), intent(in) :: what
    if (is) return
    print "('rank ', i0, ': not so: ', a)", me, what
    call gex_Exit(1_c_int)
  end subroutine

  subroutine on_ack(token, a) bind(c)
    type(gex_Token_t), value :: token
    integer(c_int32_t), value :: a
    call expect(a == 4 .and. gex_Source(token) == modulo(me + 1, ranks), "the reply's argument and source")
    acks = acks + 1
  end subroutine
  subroutine on_back(token, address, nbytes) bind(c)
    type(gex_Token_t), value :: token
    type(c_ptr), value :: address
    integer(c_size_t), value :: nbytes
    real(c_double), pointer :: x(:)
    call c_f_pointer(address, x, [nbytes / 8])
    call expect(c_associated(token%at) .and. size(x) == 2 .and. x(2) == 2.5d0, "the reply's payload")
    acks = acks + 1
  end subroutine
  subroutine on_short(token, a, b, c) bind(c)
    type(gex_Token_t), value :: token
    integer(c_int32_t), value :: a, b, c
    call expect(a == 5 .and. b == -1 .and. c == huge(c), "three arguments")
    call expect(gex_Source(token) == modulo(me - 1, ranks), "the source")
    heard = heard + 1
    call gex_Reply(token, ack_index, [a - 1])
  end subroutine
  subroutine on_words(token, address, nbytes, a) bind(c)
    type(gex_Token_t), value :: token
    type(c_ptr), value :: address
    integer(c_size_t), value :: nbytes
    integer(c_int32_t), value :: a
    integer(c_int64_t), pointer :: words(:)
    real(c_double), target :: x(2)
    call c_f_pointer(address, words, [nbytes / 8])
    call expect(size(words) == 50 .and. words(50) == 2_c_int64_t**40 + 50 .and. a == 9, "a payload")
    heard = heard + 1
    x = [1d0, 2.5d0]
    call gex_Reply(token, back_index, c_loc(x), 16_c_size_t, [integer(c_int32_t) ::])
  end subroutine
  function has_all(unused) bind(c) result(is)
    type(c_ptr), value :: unused
    integer(c_int) :: is
    is = merge(1, 0, acks == 2 .and. heard == 2 .and. .not. c_associated(unused))
  end function
end module state

program client
  use state
  implicit none
  type(gex_TM_t) :: tm
  type(gex_EP_t) :: ep
  integer(c_int32_t) :: next, before
  call gex_Init(tm, "fortran_client", threads=GASNET_FFI_PARSYNC, ep=ep)
  me = gex_Rank(tm)
  ranks = gex_Size(tm)
  next = modulo(me + 1, ranks)
  before = modulo(me - 1, ranks)
  ack_index = gex_Register(ep, c_funloc(on_ack), 1, is_reply=.true.)
  back_index = gex_Register(ep, c_funloc(on_back), 0, payload=.true., is_reply=.true.)
  short_index = gex_Register(ep, c_funloc(on_short), 3)
  words_index = gex_Register(ep, c_funloc(on_words), 1, payload=.true.)
  call gex_Attach(tm, 2_c_size_t**20)
  call memory()
  call messages()
  call together()
  if (me == 0) print "('passed')"
  call gex_Finish(tm)

contains

  subroutine memory()
    real(c_double), pointer :: mine(:)
    real(c_double), asynchronous :: square(3, 4), got(3, 4), line(12)
    integer(c_int32_t) :: i4
    integer(c_int64_t) :: i8(3)
    real(c_float) :: r4(2)
    complex(c_double_complex) :: z
    character(kind=c_char) :: text(5), text2(5)
    type(c_ptr) :: there
    type(gex_Event_t) :: event, events(2)
    integer :: i
    there = gex_Base(tm, next)
    call c_f_pointer(gex_Base(tm, me), mine, [1000])
    square = reshape([(real(me * 100 + i, c_double), i=1, 12)], [3, 4])
    call gex_Put(tm, next, there, square)
    call gex_Get(tm, line, next, there)
    call expect(all(line == reshape(square, [12])), "a matrix is put and read back")
    call gex_Put(tm, next, gex_Offset(there, 96_c_size_t), square(2, :)) ! not contiguous
    call gex_Put_nb(tm, next, gex_Base(tm, next, 800_c_size_t), square, event)
    do while (.not. gex_Done(event))
    end do
    call gex_Put_nb(tm, next, gex_Offset(there, 1600_c_size_t), 7d0, events(1))
    call gex_Put_nb(tm, next, gex_Offset(there, 1608_c_size_t), 8d0, events(2))
    call gex_Wait(events)
    call gex_Get_nb(tm, got, next, gex_Offset(there, 800_c_size_t), event)
    call gex_Wait(event)
    call expect(all(got == square), "with events")
    call gex_Put(tm, next, gex_Offset(there, 2000_c_size_t), 17)
    call gex_Get(tm, i4, next, gex_Offset(there, 2000_c_size_t))
    call gex_Put(tm, next, gex_Offset(there, 2008_c_size_t), [1_c_int64_t, 2_c_int64_t, -3_c_int64_t])
    call gex_Get(tm, i8, next, gex_Offset(there, 2008_c_size_t))
    call gex_Put(tm, next, gex_Offset(there, 2040_c_size_t), [1.5, 2.5])
    call gex_Get(tm, r4, next, gex_Offset(there, 2040_c_size_t))
    call gex_Put(tm, next, gex_Offset(there, 2048_c_size_t), (1d0, -2d0))
    call gex_Get(tm, z, next, gex_Offset(there, 2048_c_size_t))
    text = ["h", "e", "l", "l", "o"]
    call gex_Put(tm, next, gex_Offset(there, 2064_c_size_t), text)
    call gex_Get(tm, text2, next, gex_Offset(there, 2064_c_size_t))
    call expect(i4 == 17 .and. i8(3) == -3 .and. r4(2) == 2.5 .and. z == (1d0, -2d0) .and. all(text2 == text), "other types")
    call gex_Barrier(tm)
    call expect(mine(1) == before * 100 + 1 .and. mine(12) == before * 100 + 12, "what the rank before put")
    call expect(all(mine(13:16) == before * 100 + [2, 5, 8, 11]), "a row of its matrix")
    call expect(mine(201) == 7 .and. mine(202) == 8 .and. mine(17) == 0, "single numbers, and no others")
  end subroutine

  subroutine messages()
    integer(c_int64_t), target :: words(50)
    integer :: i
    words = [(2_c_int64_t**40 + i, i=1, 50)]
    call gex_Barrier(tm)
    call gex_Request(tm, next, short_index, [5, -1, huge(1)])
    call gex_Request(tm, next, words_index, c_loc(words), 400_c_size_t, [9])
    call gasnet_ffi_blockuntil(c_funloc(has_all), c_null_ptr)
    call gex_Barrier(tm)
  end subroutine

  subroutine together()
    integer(c_int32_t) :: i4
    real(c_double) :: x(2, 2)
    integer(c_int64_t), target :: old
    type(gex_AD_t), target :: ad
    i4 = me + 1
    call gex_Reduce(tm, i4, GEX_OP_ADD)
    call expect(i4 == ranks * (ranks + 1) / 2, "a sum")
    x = me
    call gex_Reduce(tm, x, GEX_OP_MAX)
    call expect(all(x == ranks - 1), "a maximum, of a matrix")
    x = me
    call gex_Broadcast(tm, x, ranks - 1)
    call expect(all(x == ranks - 1), "a broadcast")
    call expect(gex_System_QueryJobSize() == ranks .and. gasnet_mynode() == me, "calls as in C")
    call gex_AD_Create(c_loc(ad), tm, GEX_DT_I64, GEX_OP_FADD, 0)
    call gex_Event_Wait(gex_AD_OpNB_I64(ad, c_loc(old), next, gex_Base(tm, next, 4096_c_size_t), GEX_OP_FADD, &
        5_c_int64_t, 0_c_int64_t, 0))
    call expect(old == 0, "an atomic")
    call gex_Barrier(tm)
    call gex_AD_Destroy(ad)
  end subroutine
end program client
