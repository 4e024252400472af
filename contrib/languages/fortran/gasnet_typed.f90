! SPDX-License-Identifier: BSD-3-Clause
!
! gasnet_typed.f90: put, get, broadcast and reduce of scalars and arrays of the usual types. Made by generate.py.
! Names are generic: gex_Put(tm, rank, dest, x), gex_Get(tm, x, rank, src), those with _nb and an event,
! gex_Broadcast(tm, x, root), gex_Reduce(tm, x, op), to all ranks and in place. With _nb x must stay, and should be
! asynchronous, until gex_Wait.
module gasnet_typed
  use gasnet_c
  implicit none
  private
  public :: gex_Put, gex_Get, gex_Put_nb, gex_Get_nb, gex_Broadcast, gex_Reduce
  interface gex_Put
    procedure :: put_i4_0, put_i4_1, put_i4_2, put_i8_0, put_i8_1, put_i8_2, put_r4_0, put_r4_1, put_r4_2, &
        put_r8_0, put_r8_1, put_r8_2, put_c8_0, put_c8_1, put_c8_2, put_ch_0, put_ch_1, put_ch_2
  end interface
  interface gex_Get
    procedure :: get_i4_0, get_i4_1, get_i4_2, get_i8_0, get_i8_1, get_i8_2, get_r4_0, get_r4_1, get_r4_2, &
        get_r8_0, get_r8_1, get_r8_2, get_c8_0, get_c8_1, get_c8_2, get_ch_0, get_ch_1, get_ch_2
  end interface
  interface gex_Put_nb
    procedure :: put_nb_i4_0, put_nb_i4_1, put_nb_i4_2, put_nb_i8_0, put_nb_i8_1, put_nb_i8_2, put_nb_r4_0, &
        put_nb_r4_1, put_nb_r4_2, put_nb_r8_0, put_nb_r8_1, put_nb_r8_2, put_nb_c8_0, put_nb_c8_1, put_nb_c8_2, &
        put_nb_ch_0, put_nb_ch_1, put_nb_ch_2
  end interface
  interface gex_Get_nb
    procedure :: get_nb_i4_0, get_nb_i4_1, get_nb_i4_2, get_nb_i8_0, get_nb_i8_1, get_nb_i8_2, get_nb_r4_0, &
        get_nb_r4_1, get_nb_r4_2, get_nb_r8_0, get_nb_r8_1, get_nb_r8_2, get_nb_c8_0, get_nb_c8_1, get_nb_c8_2, &
        get_nb_ch_0, get_nb_ch_1, get_nb_ch_2
  end interface
  interface gex_Broadcast
    procedure :: broadcast_i4_0, broadcast_i4_1, broadcast_i4_2, broadcast_i8_0, broadcast_i8_1, broadcast_i8_2, &
        broadcast_r4_0, broadcast_r4_1, broadcast_r4_2, broadcast_r8_0, broadcast_r8_1, broadcast_r8_2, &
        broadcast_c8_0, broadcast_c8_1, broadcast_c8_2, broadcast_ch_0, broadcast_ch_1, broadcast_ch_2
  end interface
  interface gex_Reduce
    procedure :: reduce_i4_0, reduce_i4_1, reduce_i4_2, reduce_i8_0, reduce_i8_1, reduce_i8_2, reduce_r4_0, &
        reduce_r4_1, reduce_r4_2, reduce_r8_0, reduce_r8_1, reduce_r8_2
  end interface
contains
  ! GEX_EVENT_DEFER as the pointer that it is.
  function deferred() result(p)
    type(c_ptr) :: p
    p = transfer(int(GEX_EVENT_DEFER, c_intptr_t), c_null_ptr)
  end function
  subroutine put_i4_0(tm, rank, dest, x)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    integer(c_int32_t), intent(in), target :: x
    integer(c_int) :: r
    r = gex_RMA_PutBlocking(tm, rank, dest, c_loc(x), 1 * 4_c_size_t, 0)
  end subroutine
  subroutine get_i4_0(tm, x, rank, src)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(inout), target :: x
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    integer(c_int) :: r
    r = gex_RMA_GetBlocking(tm, c_loc(x), rank, src, 1 * 4_c_size_t, 0)
  end subroutine
  subroutine put_nb_i4_0(tm, rank, dest, x, event)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    integer(c_int32_t), intent(in), asynchronous, target :: x
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_PutNB(tm, rank, dest, c_loc(x), 1 * 4_c_size_t, deferred(), 0)
  end subroutine
  subroutine get_nb_i4_0(tm, x, rank, src, event)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(inout), asynchronous, target :: x
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_GetNB(tm, c_loc(x), rank, src, 1 * 4_c_size_t, 0)
  end subroutine
  subroutine broadcast_i4_0(tm, x, root)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(inout), target :: x
    integer(c_int32_t), intent(in) :: root
    call gex_Event_Wait(gex_Coll_BroadcastNB(tm, root, c_loc(x), c_loc(x), 1 * 4_c_size_t, 0))
  end subroutine
  subroutine reduce_i4_0(tm, x, op)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(inout), target :: x
    integer(c_int32_t), intent(in) :: op
    call gex_Event_Wait(gex_Coll_ReduceToAllNB(tm, c_loc(x), c_loc(x), GEX_DT_I32, 4_c_size_t, &
        int(1, c_size_t), op, c_null_funptr, c_null_ptr, 0))
  end subroutine
  subroutine put_i4_1(tm, rank, dest, x)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    integer(c_int32_t), contiguous, intent(in), target :: x(:)
    integer(c_int) :: r
    r = gex_RMA_PutBlocking(tm, rank, dest, c_loc(x), size(x) * 4_c_size_t, 0)
  end subroutine
  subroutine get_i4_1(tm, x, rank, src)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), contiguous, intent(inout), target :: x(:)
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    integer(c_int) :: r
    r = gex_RMA_GetBlocking(tm, c_loc(x), rank, src, size(x) * 4_c_size_t, 0)
  end subroutine
  subroutine put_nb_i4_1(tm, rank, dest, x, event)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    integer(c_int32_t), contiguous, intent(in), asynchronous, target :: x(:)
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_PutNB(tm, rank, dest, c_loc(x), size(x) * 4_c_size_t, deferred(), 0)
  end subroutine
  subroutine get_nb_i4_1(tm, x, rank, src, event)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), contiguous, intent(inout), asynchronous, target :: x(:)
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_GetNB(tm, c_loc(x), rank, src, size(x) * 4_c_size_t, 0)
  end subroutine
  subroutine broadcast_i4_1(tm, x, root)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), contiguous, intent(inout), target :: x(:)
    integer(c_int32_t), intent(in) :: root
    call gex_Event_Wait(gex_Coll_BroadcastNB(tm, root, c_loc(x), c_loc(x), size(x) * 4_c_size_t, 0))
  end subroutine
  subroutine reduce_i4_1(tm, x, op)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), contiguous, intent(inout), target :: x(:)
    integer(c_int32_t), intent(in) :: op
    call gex_Event_Wait(gex_Coll_ReduceToAllNB(tm, c_loc(x), c_loc(x), GEX_DT_I32, 4_c_size_t, &
        int(size(x), c_size_t), op, c_null_funptr, c_null_ptr, 0))
  end subroutine
  subroutine put_i4_2(tm, rank, dest, x)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    integer(c_int32_t), contiguous, intent(in), target :: x(:,:)
    integer(c_int) :: r
    r = gex_RMA_PutBlocking(tm, rank, dest, c_loc(x), size(x) * 4_c_size_t, 0)
  end subroutine
  subroutine get_i4_2(tm, x, rank, src)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), contiguous, intent(inout), target :: x(:,:)
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    integer(c_int) :: r
    r = gex_RMA_GetBlocking(tm, c_loc(x), rank, src, size(x) * 4_c_size_t, 0)
  end subroutine
  subroutine put_nb_i4_2(tm, rank, dest, x, event)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    integer(c_int32_t), contiguous, intent(in), asynchronous, target :: x(:,:)
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_PutNB(tm, rank, dest, c_loc(x), size(x) * 4_c_size_t, deferred(), 0)
  end subroutine
  subroutine get_nb_i4_2(tm, x, rank, src, event)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), contiguous, intent(inout), asynchronous, target :: x(:,:)
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_GetNB(tm, c_loc(x), rank, src, size(x) * 4_c_size_t, 0)
  end subroutine
  subroutine broadcast_i4_2(tm, x, root)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), contiguous, intent(inout), target :: x(:,:)
    integer(c_int32_t), intent(in) :: root
    call gex_Event_Wait(gex_Coll_BroadcastNB(tm, root, c_loc(x), c_loc(x), size(x) * 4_c_size_t, 0))
  end subroutine
  subroutine reduce_i4_2(tm, x, op)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), contiguous, intent(inout), target :: x(:,:)
    integer(c_int32_t), intent(in) :: op
    call gex_Event_Wait(gex_Coll_ReduceToAllNB(tm, c_loc(x), c_loc(x), GEX_DT_I32, 4_c_size_t, &
        int(size(x), c_size_t), op, c_null_funptr, c_null_ptr, 0))
  end subroutine
  subroutine put_i8_0(tm, rank, dest, x)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    integer(c_int64_t), intent(in), target :: x
    integer(c_int) :: r
    r = gex_RMA_PutBlocking(tm, rank, dest, c_loc(x), 1 * 8_c_size_t, 0)
  end subroutine
  subroutine get_i8_0(tm, x, rank, src)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int64_t), intent(inout), target :: x
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    integer(c_int) :: r
    r = gex_RMA_GetBlocking(tm, c_loc(x), rank, src, 1 * 8_c_size_t, 0)
  end subroutine
  subroutine put_nb_i8_0(tm, rank, dest, x, event)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    integer(c_int64_t), intent(in), asynchronous, target :: x
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_PutNB(tm, rank, dest, c_loc(x), 1 * 8_c_size_t, deferred(), 0)
  end subroutine
  subroutine get_nb_i8_0(tm, x, rank, src, event)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int64_t), intent(inout), asynchronous, target :: x
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_GetNB(tm, c_loc(x), rank, src, 1 * 8_c_size_t, 0)
  end subroutine
  subroutine broadcast_i8_0(tm, x, root)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int64_t), intent(inout), target :: x
    integer(c_int32_t), intent(in) :: root
    call gex_Event_Wait(gex_Coll_BroadcastNB(tm, root, c_loc(x), c_loc(x), 1 * 8_c_size_t, 0))
  end subroutine
  subroutine reduce_i8_0(tm, x, op)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int64_t), intent(inout), target :: x
    integer(c_int32_t), intent(in) :: op
    call gex_Event_Wait(gex_Coll_ReduceToAllNB(tm, c_loc(x), c_loc(x), GEX_DT_I64, 8_c_size_t, &
        int(1, c_size_t), op, c_null_funptr, c_null_ptr, 0))
  end subroutine
  subroutine put_i8_1(tm, rank, dest, x)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    integer(c_int64_t), contiguous, intent(in), target :: x(:)
    integer(c_int) :: r
    r = gex_RMA_PutBlocking(tm, rank, dest, c_loc(x), size(x) * 8_c_size_t, 0)
  end subroutine
  subroutine get_i8_1(tm, x, rank, src)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int64_t), contiguous, intent(inout), target :: x(:)
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    integer(c_int) :: r
    r = gex_RMA_GetBlocking(tm, c_loc(x), rank, src, size(x) * 8_c_size_t, 0)
  end subroutine
  subroutine put_nb_i8_1(tm, rank, dest, x, event)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    integer(c_int64_t), contiguous, intent(in), asynchronous, target :: x(:)
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_PutNB(tm, rank, dest, c_loc(x), size(x) * 8_c_size_t, deferred(), 0)
  end subroutine
  subroutine get_nb_i8_1(tm, x, rank, src, event)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int64_t), contiguous, intent(inout), asynchronous, target :: x(:)
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_GetNB(tm, c_loc(x), rank, src, size(x) * 8_c_size_t, 0)
  end subroutine
  subroutine broadcast_i8_1(tm, x, root)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int64_t), contiguous, intent(inout), target :: x(:)
    integer(c_int32_t), intent(in) :: root
    call gex_Event_Wait(gex_Coll_BroadcastNB(tm, root, c_loc(x), c_loc(x), size(x) * 8_c_size_t, 0))
  end subroutine
  subroutine reduce_i8_1(tm, x, op)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int64_t), contiguous, intent(inout), target :: x(:)
    integer(c_int32_t), intent(in) :: op
    call gex_Event_Wait(gex_Coll_ReduceToAllNB(tm, c_loc(x), c_loc(x), GEX_DT_I64, 8_c_size_t, &
        int(size(x), c_size_t), op, c_null_funptr, c_null_ptr, 0))
  end subroutine
  subroutine put_i8_2(tm, rank, dest, x)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    integer(c_int64_t), contiguous, intent(in), target :: x(:,:)
    integer(c_int) :: r
    r = gex_RMA_PutBlocking(tm, rank, dest, c_loc(x), size(x) * 8_c_size_t, 0)
  end subroutine
  subroutine get_i8_2(tm, x, rank, src)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int64_t), contiguous, intent(inout), target :: x(:,:)
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    integer(c_int) :: r
    r = gex_RMA_GetBlocking(tm, c_loc(x), rank, src, size(x) * 8_c_size_t, 0)
  end subroutine
  subroutine put_nb_i8_2(tm, rank, dest, x, event)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    integer(c_int64_t), contiguous, intent(in), asynchronous, target :: x(:,:)
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_PutNB(tm, rank, dest, c_loc(x), size(x) * 8_c_size_t, deferred(), 0)
  end subroutine
  subroutine get_nb_i8_2(tm, x, rank, src, event)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int64_t), contiguous, intent(inout), asynchronous, target :: x(:,:)
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_GetNB(tm, c_loc(x), rank, src, size(x) * 8_c_size_t, 0)
  end subroutine
  subroutine broadcast_i8_2(tm, x, root)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int64_t), contiguous, intent(inout), target :: x(:,:)
    integer(c_int32_t), intent(in) :: root
    call gex_Event_Wait(gex_Coll_BroadcastNB(tm, root, c_loc(x), c_loc(x), size(x) * 8_c_size_t, 0))
  end subroutine
  subroutine reduce_i8_2(tm, x, op)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int64_t), contiguous, intent(inout), target :: x(:,:)
    integer(c_int32_t), intent(in) :: op
    call gex_Event_Wait(gex_Coll_ReduceToAllNB(tm, c_loc(x), c_loc(x), GEX_DT_I64, 8_c_size_t, &
        int(size(x), c_size_t), op, c_null_funptr, c_null_ptr, 0))
  end subroutine
  subroutine put_r4_0(tm, rank, dest, x)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    real(c_float), intent(in), target :: x
    integer(c_int) :: r
    r = gex_RMA_PutBlocking(tm, rank, dest, c_loc(x), 1 * 4_c_size_t, 0)
  end subroutine
  subroutine get_r4_0(tm, x, rank, src)
    type(gex_TM_t), intent(in) :: tm
    real(c_float), intent(inout), target :: x
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    integer(c_int) :: r
    r = gex_RMA_GetBlocking(tm, c_loc(x), rank, src, 1 * 4_c_size_t, 0)
  end subroutine
  subroutine put_nb_r4_0(tm, rank, dest, x, event)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    real(c_float), intent(in), asynchronous, target :: x
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_PutNB(tm, rank, dest, c_loc(x), 1 * 4_c_size_t, deferred(), 0)
  end subroutine
  subroutine get_nb_r4_0(tm, x, rank, src, event)
    type(gex_TM_t), intent(in) :: tm
    real(c_float), intent(inout), asynchronous, target :: x
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_GetNB(tm, c_loc(x), rank, src, 1 * 4_c_size_t, 0)
  end subroutine
  subroutine broadcast_r4_0(tm, x, root)
    type(gex_TM_t), intent(in) :: tm
    real(c_float), intent(inout), target :: x
    integer(c_int32_t), intent(in) :: root
    call gex_Event_Wait(gex_Coll_BroadcastNB(tm, root, c_loc(x), c_loc(x), 1 * 4_c_size_t, 0))
  end subroutine
  subroutine reduce_r4_0(tm, x, op)
    type(gex_TM_t), intent(in) :: tm
    real(c_float), intent(inout), target :: x
    integer(c_int32_t), intent(in) :: op
    call gex_Event_Wait(gex_Coll_ReduceToAllNB(tm, c_loc(x), c_loc(x), GEX_DT_FLT, 4_c_size_t, &
        int(1, c_size_t), op, c_null_funptr, c_null_ptr, 0))
  end subroutine
  subroutine put_r4_1(tm, rank, dest, x)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    real(c_float), contiguous, intent(in), target :: x(:)
    integer(c_int) :: r
    r = gex_RMA_PutBlocking(tm, rank, dest, c_loc(x), size(x) * 4_c_size_t, 0)
  end subroutine
  subroutine get_r4_1(tm, x, rank, src)
    type(gex_TM_t), intent(in) :: tm
    real(c_float), contiguous, intent(inout), target :: x(:)
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    integer(c_int) :: r
    r = gex_RMA_GetBlocking(tm, c_loc(x), rank, src, size(x) * 4_c_size_t, 0)
  end subroutine
  subroutine put_nb_r4_1(tm, rank, dest, x, event)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    real(c_float), contiguous, intent(in), asynchronous, target :: x(:)
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_PutNB(tm, rank, dest, c_loc(x), size(x) * 4_c_size_t, deferred(), 0)
  end subroutine
  subroutine get_nb_r4_1(tm, x, rank, src, event)
    type(gex_TM_t), intent(in) :: tm
    real(c_float), contiguous, intent(inout), asynchronous, target :: x(:)
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_GetNB(tm, c_loc(x), rank, src, size(x) * 4_c_size_t, 0)
  end subroutine
  subroutine broadcast_r4_1(tm, x, root)
    type(gex_TM_t), intent(in) :: tm
    real(c_float), contiguous, intent(inout), target :: x(:)
    integer(c_int32_t), intent(in) :: root
    call gex_Event_Wait(gex_Coll_BroadcastNB(tm, root, c_loc(x), c_loc(x), size(x) * 4_c_size_t, 0))
  end subroutine
  subroutine reduce_r4_1(tm, x, op)
    type(gex_TM_t), intent(in) :: tm
    real(c_float), contiguous, intent(inout), target :: x(:)
    integer(c_int32_t), intent(in) :: op
    call gex_Event_Wait(gex_Coll_ReduceToAllNB(tm, c_loc(x), c_loc(x), GEX_DT_FLT, 4_c_size_t, &
        int(size(x), c_size_t), op, c_null_funptr, c_null_ptr, 0))
  end subroutine
  subroutine put_r4_2(tm, rank, dest, x)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    real(c_float), contiguous, intent(in), target :: x(:,:)
    integer(c_int) :: r
    r = gex_RMA_PutBlocking(tm, rank, dest, c_loc(x), size(x) * 4_c_size_t, 0)
  end subroutine
  subroutine get_r4_2(tm, x, rank, src)
    type(gex_TM_t), intent(in) :: tm
    real(c_float), contiguous, intent(inout), target :: x(:,:)
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    integer(c_int) :: r
    r = gex_RMA_GetBlocking(tm, c_loc(x), rank, src, size(x) * 4_c_size_t, 0)
  end subroutine
  subroutine put_nb_r4_2(tm, rank, dest, x, event)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    real(c_float), contiguous, intent(in), asynchronous, target :: x(:,:)
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_PutNB(tm, rank, dest, c_loc(x), size(x) * 4_c_size_t, deferred(), 0)
  end subroutine
  subroutine get_nb_r4_2(tm, x, rank, src, event)
    type(gex_TM_t), intent(in) :: tm
    real(c_float), contiguous, intent(inout), asynchronous, target :: x(:,:)
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_GetNB(tm, c_loc(x), rank, src, size(x) * 4_c_size_t, 0)
  end subroutine
  subroutine broadcast_r4_2(tm, x, root)
    type(gex_TM_t), intent(in) :: tm
    real(c_float), contiguous, intent(inout), target :: x(:,:)
    integer(c_int32_t), intent(in) :: root
    call gex_Event_Wait(gex_Coll_BroadcastNB(tm, root, c_loc(x), c_loc(x), size(x) * 4_c_size_t, 0))
  end subroutine
  subroutine reduce_r4_2(tm, x, op)
    type(gex_TM_t), intent(in) :: tm
    real(c_float), contiguous, intent(inout), target :: x(:,:)
    integer(c_int32_t), intent(in) :: op
    call gex_Event_Wait(gex_Coll_ReduceToAllNB(tm, c_loc(x), c_loc(x), GEX_DT_FLT, 4_c_size_t, &
        int(size(x), c_size_t), op, c_null_funptr, c_null_ptr, 0))
  end subroutine
  subroutine put_r8_0(tm, rank, dest, x)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    real(c_double), intent(in), target :: x
    integer(c_int) :: r
    r = gex_RMA_PutBlocking(tm, rank, dest, c_loc(x), 1 * 8_c_size_t, 0)
  end subroutine
  subroutine get_r8_0(tm, x, rank, src)
    type(gex_TM_t), intent(in) :: tm
    real(c_double), intent(inout), target :: x
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    integer(c_int) :: r
    r = gex_RMA_GetBlocking(tm, c_loc(x), rank, src, 1 * 8_c_size_t, 0)
  end subroutine
  subroutine put_nb_r8_0(tm, rank, dest, x, event)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    real(c_double), intent(in), asynchronous, target :: x
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_PutNB(tm, rank, dest, c_loc(x), 1 * 8_c_size_t, deferred(), 0)
  end subroutine
  subroutine get_nb_r8_0(tm, x, rank, src, event)
    type(gex_TM_t), intent(in) :: tm
    real(c_double), intent(inout), asynchronous, target :: x
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_GetNB(tm, c_loc(x), rank, src, 1 * 8_c_size_t, 0)
  end subroutine
  subroutine broadcast_r8_0(tm, x, root)
    type(gex_TM_t), intent(in) :: tm
    real(c_double), intent(inout), target :: x
    integer(c_int32_t), intent(in) :: root
    call gex_Event_Wait(gex_Coll_BroadcastNB(tm, root, c_loc(x), c_loc(x), 1 * 8_c_size_t, 0))
  end subroutine
  subroutine reduce_r8_0(tm, x, op)
    type(gex_TM_t), intent(in) :: tm
    real(c_double), intent(inout), target :: x
    integer(c_int32_t), intent(in) :: op
    call gex_Event_Wait(gex_Coll_ReduceToAllNB(tm, c_loc(x), c_loc(x), GEX_DT_DBL, 8_c_size_t, &
        int(1, c_size_t), op, c_null_funptr, c_null_ptr, 0))
  end subroutine
  subroutine put_r8_1(tm, rank, dest, x)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    real(c_double), contiguous, intent(in), target :: x(:)
    integer(c_int) :: r
    r = gex_RMA_PutBlocking(tm, rank, dest, c_loc(x), size(x) * 8_c_size_t, 0)
  end subroutine
  subroutine get_r8_1(tm, x, rank, src)
    type(gex_TM_t), intent(in) :: tm
    real(c_double), contiguous, intent(inout), target :: x(:)
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    integer(c_int) :: r
    r = gex_RMA_GetBlocking(tm, c_loc(x), rank, src, size(x) * 8_c_size_t, 0)
  end subroutine
  subroutine put_nb_r8_1(tm, rank, dest, x, event)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    real(c_double), contiguous, intent(in), asynchronous, target :: x(:)
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_PutNB(tm, rank, dest, c_loc(x), size(x) * 8_c_size_t, deferred(), 0)
  end subroutine
  subroutine get_nb_r8_1(tm, x, rank, src, event)
    type(gex_TM_t), intent(in) :: tm
    real(c_double), contiguous, intent(inout), asynchronous, target :: x(:)
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_GetNB(tm, c_loc(x), rank, src, size(x) * 8_c_size_t, 0)
  end subroutine
  subroutine broadcast_r8_1(tm, x, root)
    type(gex_TM_t), intent(in) :: tm
    real(c_double), contiguous, intent(inout), target :: x(:)
    integer(c_int32_t), intent(in) :: root
    call gex_Event_Wait(gex_Coll_BroadcastNB(tm, root, c_loc(x), c_loc(x), size(x) * 8_c_size_t, 0))
  end subroutine
  subroutine reduce_r8_1(tm, x, op)
    type(gex_TM_t), intent(in) :: tm
    real(c_double), contiguous, intent(inout), target :: x(:)
    integer(c_int32_t), intent(in) :: op
    call gex_Event_Wait(gex_Coll_ReduceToAllNB(tm, c_loc(x), c_loc(x), GEX_DT_DBL, 8_c_size_t, &
        int(size(x), c_size_t), op, c_null_funptr, c_null_ptr, 0))
  end subroutine
  subroutine put_r8_2(tm, rank, dest, x)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    real(c_double), contiguous, intent(in), target :: x(:,:)
    integer(c_int) :: r
    r = gex_RMA_PutBlocking(tm, rank, dest, c_loc(x), size(x) * 8_c_size_t, 0)
  end subroutine
  subroutine get_r8_2(tm, x, rank, src)
    type(gex_TM_t), intent(in) :: tm
    real(c_double), contiguous, intent(inout), target :: x(:,:)
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    integer(c_int) :: r
    r = gex_RMA_GetBlocking(tm, c_loc(x), rank, src, size(x) * 8_c_size_t, 0)
  end subroutine
  subroutine put_nb_r8_2(tm, rank, dest, x, event)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    real(c_double), contiguous, intent(in), asynchronous, target :: x(:,:)
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_PutNB(tm, rank, dest, c_loc(x), size(x) * 8_c_size_t, deferred(), 0)
  end subroutine
  subroutine get_nb_r8_2(tm, x, rank, src, event)
    type(gex_TM_t), intent(in) :: tm
    real(c_double), contiguous, intent(inout), asynchronous, target :: x(:,:)
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_GetNB(tm, c_loc(x), rank, src, size(x) * 8_c_size_t, 0)
  end subroutine
  subroutine broadcast_r8_2(tm, x, root)
    type(gex_TM_t), intent(in) :: tm
    real(c_double), contiguous, intent(inout), target :: x(:,:)
    integer(c_int32_t), intent(in) :: root
    call gex_Event_Wait(gex_Coll_BroadcastNB(tm, root, c_loc(x), c_loc(x), size(x) * 8_c_size_t, 0))
  end subroutine
  subroutine reduce_r8_2(tm, x, op)
    type(gex_TM_t), intent(in) :: tm
    real(c_double), contiguous, intent(inout), target :: x(:,:)
    integer(c_int32_t), intent(in) :: op
    call gex_Event_Wait(gex_Coll_ReduceToAllNB(tm, c_loc(x), c_loc(x), GEX_DT_DBL, 8_c_size_t, &
        int(size(x), c_size_t), op, c_null_funptr, c_null_ptr, 0))
  end subroutine
  subroutine put_c8_0(tm, rank, dest, x)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    complex(c_double_complex), intent(in), target :: x
    integer(c_int) :: r
    r = gex_RMA_PutBlocking(tm, rank, dest, c_loc(x), 1 * 16_c_size_t, 0)
  end subroutine
  subroutine get_c8_0(tm, x, rank, src)
    type(gex_TM_t), intent(in) :: tm
    complex(c_double_complex), intent(inout), target :: x
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    integer(c_int) :: r
    r = gex_RMA_GetBlocking(tm, c_loc(x), rank, src, 1 * 16_c_size_t, 0)
  end subroutine
  subroutine put_nb_c8_0(tm, rank, dest, x, event)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    complex(c_double_complex), intent(in), asynchronous, target :: x
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_PutNB(tm, rank, dest, c_loc(x), 1 * 16_c_size_t, deferred(), 0)
  end subroutine
  subroutine get_nb_c8_0(tm, x, rank, src, event)
    type(gex_TM_t), intent(in) :: tm
    complex(c_double_complex), intent(inout), asynchronous, target :: x
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_GetNB(tm, c_loc(x), rank, src, 1 * 16_c_size_t, 0)
  end subroutine
  subroutine broadcast_c8_0(tm, x, root)
    type(gex_TM_t), intent(in) :: tm
    complex(c_double_complex), intent(inout), target :: x
    integer(c_int32_t), intent(in) :: root
    call gex_Event_Wait(gex_Coll_BroadcastNB(tm, root, c_loc(x), c_loc(x), 1 * 16_c_size_t, 0))
  end subroutine
  subroutine put_c8_1(tm, rank, dest, x)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    complex(c_double_complex), contiguous, intent(in), target :: x(:)
    integer(c_int) :: r
    r = gex_RMA_PutBlocking(tm, rank, dest, c_loc(x), size(x) * 16_c_size_t, 0)
  end subroutine
  subroutine get_c8_1(tm, x, rank, src)
    type(gex_TM_t), intent(in) :: tm
    complex(c_double_complex), contiguous, intent(inout), target :: x(:)
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    integer(c_int) :: r
    r = gex_RMA_GetBlocking(tm, c_loc(x), rank, src, size(x) * 16_c_size_t, 0)
  end subroutine
  subroutine put_nb_c8_1(tm, rank, dest, x, event)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    complex(c_double_complex), contiguous, intent(in), asynchronous, target :: x(:)
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_PutNB(tm, rank, dest, c_loc(x), size(x) * 16_c_size_t, deferred(), 0)
  end subroutine
  subroutine get_nb_c8_1(tm, x, rank, src, event)
    type(gex_TM_t), intent(in) :: tm
    complex(c_double_complex), contiguous, intent(inout), asynchronous, target :: x(:)
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_GetNB(tm, c_loc(x), rank, src, size(x) * 16_c_size_t, 0)
  end subroutine
  subroutine broadcast_c8_1(tm, x, root)
    type(gex_TM_t), intent(in) :: tm
    complex(c_double_complex), contiguous, intent(inout), target :: x(:)
    integer(c_int32_t), intent(in) :: root
    call gex_Event_Wait(gex_Coll_BroadcastNB(tm, root, c_loc(x), c_loc(x), size(x) * 16_c_size_t, 0))
  end subroutine
  subroutine put_c8_2(tm, rank, dest, x)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    complex(c_double_complex), contiguous, intent(in), target :: x(:,:)
    integer(c_int) :: r
    r = gex_RMA_PutBlocking(tm, rank, dest, c_loc(x), size(x) * 16_c_size_t, 0)
  end subroutine
  subroutine get_c8_2(tm, x, rank, src)
    type(gex_TM_t), intent(in) :: tm
    complex(c_double_complex), contiguous, intent(inout), target :: x(:,:)
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    integer(c_int) :: r
    r = gex_RMA_GetBlocking(tm, c_loc(x), rank, src, size(x) * 16_c_size_t, 0)
  end subroutine
  subroutine put_nb_c8_2(tm, rank, dest, x, event)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    complex(c_double_complex), contiguous, intent(in), asynchronous, target :: x(:,:)
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_PutNB(tm, rank, dest, c_loc(x), size(x) * 16_c_size_t, deferred(), 0)
  end subroutine
  subroutine get_nb_c8_2(tm, x, rank, src, event)
    type(gex_TM_t), intent(in) :: tm
    complex(c_double_complex), contiguous, intent(inout), asynchronous, target :: x(:,:)
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_GetNB(tm, c_loc(x), rank, src, size(x) * 16_c_size_t, 0)
  end subroutine
  subroutine broadcast_c8_2(tm, x, root)
    type(gex_TM_t), intent(in) :: tm
    complex(c_double_complex), contiguous, intent(inout), target :: x(:,:)
    integer(c_int32_t), intent(in) :: root
    call gex_Event_Wait(gex_Coll_BroadcastNB(tm, root, c_loc(x), c_loc(x), size(x) * 16_c_size_t, 0))
  end subroutine
  subroutine put_ch_0(tm, rank, dest, x)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    character(kind=c_char), intent(in), target :: x
    integer(c_int) :: r
    r = gex_RMA_PutBlocking(tm, rank, dest, c_loc(x), 1 * 1_c_size_t, 0)
  end subroutine
  subroutine get_ch_0(tm, x, rank, src)
    type(gex_TM_t), intent(in) :: tm
    character(kind=c_char), intent(inout), target :: x
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    integer(c_int) :: r
    r = gex_RMA_GetBlocking(tm, c_loc(x), rank, src, 1 * 1_c_size_t, 0)
  end subroutine
  subroutine put_nb_ch_0(tm, rank, dest, x, event)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    character(kind=c_char), intent(in), asynchronous, target :: x
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_PutNB(tm, rank, dest, c_loc(x), 1 * 1_c_size_t, deferred(), 0)
  end subroutine
  subroutine get_nb_ch_0(tm, x, rank, src, event)
    type(gex_TM_t), intent(in) :: tm
    character(kind=c_char), intent(inout), asynchronous, target :: x
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_GetNB(tm, c_loc(x), rank, src, 1 * 1_c_size_t, 0)
  end subroutine
  subroutine broadcast_ch_0(tm, x, root)
    type(gex_TM_t), intent(in) :: tm
    character(kind=c_char), intent(inout), target :: x
    integer(c_int32_t), intent(in) :: root
    call gex_Event_Wait(gex_Coll_BroadcastNB(tm, root, c_loc(x), c_loc(x), 1 * 1_c_size_t, 0))
  end subroutine
  subroutine put_ch_1(tm, rank, dest, x)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    character(kind=c_char), contiguous, intent(in), target :: x(:)
    integer(c_int) :: r
    r = gex_RMA_PutBlocking(tm, rank, dest, c_loc(x), size(x) * 1_c_size_t, 0)
  end subroutine
  subroutine get_ch_1(tm, x, rank, src)
    type(gex_TM_t), intent(in) :: tm
    character(kind=c_char), contiguous, intent(inout), target :: x(:)
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    integer(c_int) :: r
    r = gex_RMA_GetBlocking(tm, c_loc(x), rank, src, size(x) * 1_c_size_t, 0)
  end subroutine
  subroutine put_nb_ch_1(tm, rank, dest, x, event)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    character(kind=c_char), contiguous, intent(in), asynchronous, target :: x(:)
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_PutNB(tm, rank, dest, c_loc(x), size(x) * 1_c_size_t, deferred(), 0)
  end subroutine
  subroutine get_nb_ch_1(tm, x, rank, src, event)
    type(gex_TM_t), intent(in) :: tm
    character(kind=c_char), contiguous, intent(inout), asynchronous, target :: x(:)
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_GetNB(tm, c_loc(x), rank, src, size(x) * 1_c_size_t, 0)
  end subroutine
  subroutine broadcast_ch_1(tm, x, root)
    type(gex_TM_t), intent(in) :: tm
    character(kind=c_char), contiguous, intent(inout), target :: x(:)
    integer(c_int32_t), intent(in) :: root
    call gex_Event_Wait(gex_Coll_BroadcastNB(tm, root, c_loc(x), c_loc(x), size(x) * 1_c_size_t, 0))
  end subroutine
  subroutine put_ch_2(tm, rank, dest, x)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    character(kind=c_char), contiguous, intent(in), target :: x(:,:)
    integer(c_int) :: r
    r = gex_RMA_PutBlocking(tm, rank, dest, c_loc(x), size(x) * 1_c_size_t, 0)
  end subroutine
  subroutine get_ch_2(tm, x, rank, src)
    type(gex_TM_t), intent(in) :: tm
    character(kind=c_char), contiguous, intent(inout), target :: x(:,:)
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    integer(c_int) :: r
    r = gex_RMA_GetBlocking(tm, c_loc(x), rank, src, size(x) * 1_c_size_t, 0)
  end subroutine
  subroutine put_nb_ch_2(tm, rank, dest, x, event)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    character(kind=c_char), contiguous, intent(in), asynchronous, target :: x(:,:)
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_PutNB(tm, rank, dest, c_loc(x), size(x) * 1_c_size_t, deferred(), 0)
  end subroutine
  subroutine get_nb_ch_2(tm, x, rank, src, event)
    type(gex_TM_t), intent(in) :: tm
    character(kind=c_char), contiguous, intent(inout), asynchronous, target :: x(:,:)
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_GetNB(tm, c_loc(x), rank, src, size(x) * 1_c_size_t, 0)
  end subroutine
  subroutine broadcast_ch_2(tm, x, root)
    type(gex_TM_t), intent(in) :: tm
    character(kind=c_char), contiguous, intent(inout), target :: x(:,:)
    integer(c_int32_t), intent(in) :: root
    call gex_Event_Wait(gex_Coll_BroadcastNB(tm, root, c_loc(x), c_loc(x), size(x) * 1_c_size_t, 0))
  end subroutine
end module gasnet_typed
