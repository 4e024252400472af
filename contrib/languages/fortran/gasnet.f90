! SPDX-License-Identifier: BSD-3-Clause
!
! gasnet.f90: Hydrant from Fortran 2018: module gasnet. It has all of gasnet_c (every call as in C) and gasnet_typed
! (gex_Put, gex_Get, gex_Reduce, ... of any usual type), and what follows: names that are generic, optional arguments,
! errors that end the job with a text.
!
!   type(gex_TM_t) :: tm
!   call gex_Init(tm)
!   call gex_Attach(tm, 2_c_size_t**20)
!   call gex_Put(tm, next, gex_Base(tm, next), [1d0, 2d0])
!   call gex_Barrier(tm)
!   call gex_Finish(tm)
module gasnet
  use gasnet_c
  use gasnet_typed
  use, intrinsic :: iso_fortran_env, only: output_unit, error_unit
  implicit none
  public
  private :: check, c_text, now, output_unit, error_unit, wait_one, wait_many, request_short, request_medium, reply_short, &
      reply_medium
  integer, parameter :: gex_index = c_int8_t ! kind of what gex_Register returns

  interface gex_Wait
    procedure :: wait_one, wait_many
  end interface
  interface gex_Request
    procedure :: request_short, request_medium
  end interface
  interface gex_Reply
    procedure :: reply_short, reply_medium
  end interface

contains

  ! ---- the job ----

  ! Begins the job. threads: GASNET_FFI_SEQ (the default), GASNET_FFI_PARSYNC, GASNET_FFI_PAR.
  subroutine gex_Init(tm, name, threads, ep)
    type(gex_TM_t), intent(out) :: tm
    character(len=*), intent(in), optional :: name
    integer(c_int), intent(in), optional :: threads
    type(gex_EP_t), intent(out), optional :: ep
    type(gex_Client_t), target :: client
    type(gex_TM_t), target :: made
    type(gex_EP_t), target :: endpoint
    character(kind=c_char), allocatable, target :: text(:)
    integer(c_int) :: mode
    text = c_text("fortran")
    if (present(name)) text = c_text(name)
    mode = GASNET_FFI_SEQ
    if (present(threads)) mode = threads
    flush (output_unit)
    call check(gex_Client_Init(c_loc(client), c_loc(endpoint), c_loc(made), c_loc(text), c_null_ptr, c_null_ptr, &
        GEX_FLAG_USES_GASNET1, mode), "gex_Client_Init")
    tm = made
    if (present(ep)) ep = endpoint
  end subroutine

  ! Ends the whole job, from any rank; units are flushed first.
  subroutine gex_Exit(status)
    integer(c_int), intent(in) :: status
    flush (output_unit)
    flush (error_unit)
    call gasnet_exit(status)
  end subroutine

  ! All ranks: they meet, and the job ends.
  subroutine gex_Finish(tm)
    type(gex_TM_t), intent(in) :: tm
    call gex_Barrier(tm)
    call gex_Exit(0_c_int)
  end subroutine

  function gex_Rank(tm) result(r)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t) :: r
    r = gex_TM_QueryRank(tm)
  end function
  function gex_Size(tm) result(n)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t) :: n
    n = gex_TM_QuerySize(tm)
  end function

  ! ---- memory ----

  ! The segment of every rank, so many bytes; all ranks call.
  subroutine gex_Attach(tm, nbytes)
    type(gex_TM_t), intent(in) :: tm
    integer(c_size_t), intent(in) :: nbytes
    type(gex_Segment_t), target :: made
    integer(c_intptr_t) :: page
    page = int(gasnet_ffi_query(c_loc_of("GASNET_PAGESIZE")), c_intptr_t)
    call check(gex_Segment_Attach(c_loc(made), tm, (nbytes + page - 1) / page * page), "gex_Segment_Attach")
  end subroutine

  ! Where the segment of this rank begins, in that rank: for put and get; for c_f_pointer, if it is the caller's own.
  function gex_Base(tm, rank, offset) result(at)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    integer(c_size_t), intent(in), optional :: offset
    type(c_ptr) :: at
    type(c_ptr), target :: owner
    integer(c_intptr_t), target :: size
    call gex_Event_Wait(gex_EP_QueryBoundSegmentNB(tm, rank, c_loc(owner), c_null_ptr, c_loc(size), 0))
    at = owner
    if (present(offset)) at = gex_Offset(owner, offset)
  end function

  ! So many bytes further on.
  pure function gex_Offset(from, nbytes) result(to)
    type(c_ptr), intent(in) :: from
    integer(c_size_t), intent(in) :: nbytes
    type(c_ptr) :: to
    to = transfer(transfer(from, 0_c_intptr_t) + nbytes, from)
  end function

  subroutine wait_one(event)
    type(gex_Event_t), intent(inout) :: event
    if (c_associated(event%at)) call gex_Event_Wait(event)
    event = gex_Event_t()
  end subroutine
  subroutine wait_many(events)
    type(gex_Event_t), intent(inout) :: events(:)
    integer :: i
    do i = 1, size(events)
      call wait_one(events(i))
    end do
  end subroutine
  ! Whether it is done; polls, so that a loop of it comes to its end. Then it is no longer waited for.
  function gex_Done(event) result(is)
    type(gex_Event_t), intent(inout) :: event
    logical :: is
    integer(c_int) :: r
    is = .true.
    if (c_associated(event%at)) then
      r = gasnet_AMPoll()
      is = gex_Event_Test(event) == GASNET_OK
    end if
    if (is) event = gex_Event_t()
  end function

  subroutine gex_Barrier(tm)
    type(gex_TM_t), intent(in) :: tm
    call gex_Event_Wait(gex_Coll_BarrierNB(tm, 0))
  end subroutine

  ! ---- messages ----

  ! Makes a subroutine with bind(c) a handler: of (token, a1, ..., an), or, with payload, (token, address, nbytes, a1, ..., an),
  ! all by value, the integers of kind c_int32_t. All ranks register alike, and meet in a barrier before the first message.
  function gex_Register(ep, handler, nargs, payload, is_reply) result(index)
    type(gex_EP_t), intent(in) :: ep
    type(c_funptr), value :: handler
    integer(c_int), intent(in) :: nargs
    logical, intent(in), optional :: payload, is_reply
    integer(gex_index) :: index
    type(gex_AM_Entry_t), target :: entry
    entry = gex_AM_Entry_t(0_gex_index, handler, ior(GEX_FLAG_AM_SHORT, GEX_FLAG_AM_REQUEST), nargs, c_null_ptr, c_null_ptr)
    if (present(payload)) then
      if (payload) entry%gex_flags = ior(GEX_FLAG_AM_MEDIUM, GEX_FLAG_AM_REQUEST)
    end if
    if (present(is_reply)) then
      if (is_reply) entry%gex_flags = ior(iand(entry%gex_flags, not(GEX_FLAG_AM_REQUEST)), GEX_FLAG_AM_REPLY)
    end if
    call check(gex_EP_RegisterHandlers(ep, c_loc(entry), 1_c_size_t), "gex_EP_RegisterHandlers")
    index = entry%gex_index
  end function

  ! gex_Request(tm, rank, index, args) and gex_Request(tm, rank, index, address, nbytes, args)
  subroutine request_short(tm, rank, index, args)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    integer(gex_index), intent(in) :: index
    integer(c_int32_t), contiguous, intent(in), target :: args(:)
    integer(c_int) :: r
    r = gex_AM_RequestShort(tm, rank, index, 0, size(args, kind=c_int), c_loc(args))
  end subroutine
  subroutine request_medium(tm, rank, index, address, nbytes, args)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    integer(gex_index), intent(in) :: index
    type(c_ptr), intent(in) :: address
    integer(c_size_t), intent(in) :: nbytes
    integer(c_int32_t), contiguous, intent(in), target :: args(:)
    integer(c_int) :: r
    r = gex_AM_RequestMedium(tm, rank, index, address, nbytes, now(), 0, size(args, kind=c_int), c_loc(args))
  end subroutine

  ! The same with the token, in a handler of a request, once.
  subroutine reply_short(token, index, args)
    type(gex_Token_t), intent(in) :: token
    integer(gex_index), intent(in) :: index
    integer(c_int32_t), contiguous, intent(in), target :: args(:)
    integer(c_int) :: r
    r = gex_AM_ReplyShort(token, index, 0, size(args, kind=c_int), c_loc(args))
  end subroutine
  subroutine reply_medium(token, index, address, nbytes, args)
    type(gex_Token_t), intent(in) :: token
    integer(gex_index), intent(in) :: index
    type(c_ptr), intent(in) :: address
    integer(c_size_t), intent(in) :: nbytes
    integer(c_int32_t), contiguous, intent(in), target :: args(:)
    integer(c_int) :: r
    r = gex_AM_ReplyMedium(token, index, address, nbytes, now(), 0, size(args, kind=c_int), c_loc(args))
  end subroutine

  ! The rank that sent the message.
  function gex_Source(token) result(rank)
    type(gex_Token_t), intent(in) :: token
    integer(c_int32_t) :: rank
    type(gex_Token_Info_t), target :: info
    integer(c_int) :: r
    r = gex_Token_Info(token, c_loc(info), GEX_TI_SRCRANK)
    rank = info%gex_srcrank
  end function

  ! ---- inside ----

  function now() result(p)
    type(c_ptr) :: p
    p = transfer(int(GEX_EVENT_NOW, c_intptr_t), c_null_ptr)
  end function

  pure function c_text(text) result(out)
    character(len=*), intent(in) :: text
    character(kind=c_char) :: out(len(text) + 1)
    integer :: i
    do i = 1, len(text)
      out(i) = text(i:i)
    end do
    out(len(text) + 1) = c_null_char
  end function
  ! A text of C that stays until the next call.
  function c_loc_of(text) result(p)
    character(len=*), intent(in) :: text
    type(c_ptr) :: p
    character(kind=c_char), allocatable, target, save :: kept(:)
    kept = c_text(text)
    p = c_loc(kept)
  end function

  subroutine check(code, call)
    integer(c_int), intent(in) :: code
    character(len=*), intent(in) :: call
    if (code == GASNET_OK) return
    write (error_unit, "(a, ': ', a, ' (', a, ')')") call, f_text(gasnet_ErrorDesc(code)), f_text(gasnet_ErrorName(code))
    call gex_Exit(1_c_int)
  end subroutine
  function f_text(p) result(text)
    type(c_ptr), intent(in) :: p
    character(len=:), allocatable :: text
    character(kind=c_char), pointer :: c(:)
    integer :: i, n
    call c_f_pointer(p, c, [1000])
    n = 0
    do while (c(n + 1) /= c_null_char)
      n = n + 1
    end do
    allocate (character(len=n) :: text)
    do i = 1, n
      text(i:i) = c(i)
    end do
  end function
end module gasnet
