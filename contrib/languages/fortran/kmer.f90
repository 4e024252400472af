! SPDX-License-Identifier: BSD-3-Clause
!
! kmer.f90 -k K FILE: counts the words of K letters of a FASTA file, as contrib/examples/kmer does, in Fortran.
! Ranks take the records in turn. Each word goes, many in a message, to the rank that its bits name, whose handler
! counts it in a table.
module table_of_words
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int64_t), allocatable :: keys(:), counts(:) ! open addressing; a key is the word + 1, 0: empty
  integer(c_int64_t) :: used = 0, total = 0

contains

  subroutine table_open(slots)
    integer(c_int64_t), intent(in) :: slots ! a power of two
    allocate (keys(0:slots - 1), counts(0:slots - 1))
    keys = 0
    counts = 0
  end subroutine

  recursive subroutine table_add(word, n)
    integer(c_int64_t), intent(in) :: word, n
    integer(c_int64_t) :: i
    if (2 * used >= size(keys, kind=c_int64_t)) call grow()
    i = iand(scrambled(word), size(keys, kind=c_int64_t) - 1)
    do while (keys(i) /= 0 .and. keys(i) /= word + 1)
      i = iand(i + 1, size(keys, kind=c_int64_t) - 1)
    end do
    if (keys(i) == 0) used = used + 1
    keys(i) = word + 1
    counts(i) = counts(i) + n
    total = total + n
  end subroutine

  recursive subroutine grow()
    integer(c_int64_t), allocatable :: old(:), old_counts(:)
    integer(c_int64_t) :: i
    call move_alloc(keys, old)
    call move_alloc(counts, old_counts)
    used = 0
    total = 0
    call table_open(2 * size(old, kind=c_int64_t))
    do i = 1, size(old, kind=c_int64_t)
      if (old(lbound(old, 1) + i - 1) /= 0) call table_add(old(lbound(old, 1) + i - 1) - 1, old_counts(lbound(old, 1) + i - 1))
    end do
  end subroutine

  pure function scrambled(word) result(h)
    integer(c_int64_t), intent(in) :: word
    integer(c_int64_t) :: h
    h = ieor(ieor(word, shiftr(word, 7)), ieor(shiftl(word, 13), shiftr(word, 29)))
    h = ieor(h, ieor(shiftr(h, 17), shiftl(h, 5)))
  end function

  ! a before b: more often, or as often and the lesser word.
  pure function before(key_a, count_a, key_b, count_b) result(is)
    integer(c_int64_t), intent(in) :: key_a, count_a, key_b, count_b
    logical :: is
    is = count_a > count_b .or. (count_a == count_b .and. key_a < key_b)
  end function
end module table_of_words

module messages
  use gasnet
  use table_of_words
  implicit none
  integer, parameter :: room = 60 ! words in a message: 480 bytes, which fits any
  integer(gex_index) :: batch_index, ack_index
  integer(c_int64_t), volatile :: acknowledged = 0
  integer(c_int64_t) :: sent = 0
  integer(c_int64_t), allocatable, target :: batch(:, :) ! (words, rank)
  integer, allocatable :: filled(:)

contains

  subroutine on_batch(token, address, nbytes) bind(c)
    type(gex_Token_t), value :: token
    type(c_ptr), value :: address
    integer(c_size_t), value :: nbytes
    integer(c_int64_t), pointer :: words(:)
    integer :: i
    call c_f_pointer(address, words, [nbytes / 8])
    do i = 1, size(words)
      call table_add(words(i), 1_c_int64_t)
    end do
    call gex_Reply(token, ack_index, [integer(c_int32_t) ::])
  end subroutine

  subroutine on_ack(token) bind(c)
    type(gex_Token_t), value :: token
    if (c_associated(token%at)) acknowledged = acknowledged + 1
  end subroutine

  subroutine send(tm, owner)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: owner
    if (filled(owner) == 0) return
    sent = sent + 1
    call gex_Request(tm, owner, batch_index, c_loc(batch(1, owner)), 8_c_size_t * filled(owner), [integer(c_int32_t) ::])
    filled(owner) = 0
  end subroutine

  function all_acknowledged(unused) bind(c) result(is)
    type(c_ptr), value :: unused
    integer(c_int) :: is
    is = merge(1, 0, acknowledged == sent .and. .not. c_associated(unused))
  end function
end module messages

program kmer
  use messages
  implicit none
  character(len=4096) :: file, line, word_k
  character(len=*), parameter :: letters = "AaCcGgTt"
  type(gex_TM_t) :: tm
  type(gex_EP_t) :: ep
  integer(c_int32_t) :: me, ranks, r
  integer :: k, unit, status
  integer(c_int64_t) :: record, forward, reverse, filled_letters, all(2)

  call gex_Init(tm, "kmer.f90", ep=ep)
  me = gex_Rank(tm)
  ranks = gex_Size(tm)
  call get_command_argument(2, word_k)
  call get_command_argument(3, file)
  read (word_k, *, iostat=status) k
  if (status /= 0) k = 0
  if (k < 1 .or. k > 31) call fail("usage: kmer -k K FILE, K from 1 to 31", 2)
  ack_index = gex_Register(ep, c_funloc(on_ack), 0, is_reply=.true.)
  batch_index = gex_Register(ep, c_funloc(on_batch), 0, payload=.true.)
  call table_open(1024_c_int64_t)
  allocate (batch(room, 0:ranks - 1), filled(0:ranks - 1))
  filled = 0
  call gex_Attach(tm, 65536_c_size_t)
  call gex_Barrier(tm)

  open (newunit=unit, file=file, action="read", status="old", iostat=status)
  if (status /= 0) call fail("kmer: " // trim(file) // ": cannot be read", 1)
  record = -1
  do
    read (unit, "(a)", iostat=status) line
    if (status /= 0) exit
    if (line(1:1) == ">") then
      record = record + 1
      filled_letters = 0
    else if (record >= 0 .and. modulo(record, int(ranks, c_int64_t)) == me) then
      call words_of(trim(line))
    end if
  end do
  do r = 0, ranks - 1
    call send(tm, r)
  end do
  call gasnet_ffi_blockuntil(c_funloc(all_acknowledged), c_null_ptr)
  call gex_Barrier(tm)
  all = [total, used]
  call gex_Reduce(tm, all, GEX_OP_ADD)
  if (me == 0) print "('  k-mers     ', i0, /, '  distinct   ', i0, //, 'most frequent (with the other strand)')", all
  call most_frequent()
  call gex_Finish(tm)

contains

  subroutine fail(text, code)
    character(len=*), intent(in) :: text
    integer, intent(in) :: code
    if (me == 0) write (*, "(a)") text
    call gex_Exit(int(code, c_int))
  end subroutine

  subroutine words_of(text)
    character(len=*), intent(in) :: text
    integer :: i
    integer(c_int64_t) :: code, word
    integer(c_int32_t) :: owner
    do i = 1, len(text)
      code = (index(letters, text(i:i)) + 1) / 2 - 1
      filled_letters = merge(filled_letters + 1, 0_c_int64_t, code >= 0)
      if (code < 0) cycle
      forward = iand(ior(shiftl(forward, 2), code), shiftl(1_c_int64_t, 2 * k) - 1)
      reverse = ior(shiftr(reverse, 2), shiftl(3 - code, 2 * (k - 1)))
      if (filled_letters < k) cycle
      word = min(forward, reverse)
      owner = int(modulo(shiftr(scrambled(word), 33), int(ranks, c_int64_t)), c_int32_t)
      filled(owner) = filled(owner) + 1
      batch(filled(owner), owner) = word
      if (filled(owner) == room) call send(tm, owner)
    end do
  end subroutine

  ! Five times: each rank offers its first after the last one printed; the first of these is the next.
  subroutine most_frequent()
    integer(c_int64_t) :: key, count, mine(2), best
    integer(c_int64_t) :: i
    integer :: n
    key = -1
    count = huge(count)
    do n = 1, 5
      mine = [huge(count), 0_c_int64_t]
      do i = 0, size(keys, kind=c_int64_t) - 1
        if (keys(i) == 0) cycle
        if (before(key, count, keys(i) - 1, counts(i)) .and. before(keys(i) - 1, counts(i), mine(1), mine(2))) &
            mine = [keys(i) - 1, counts(i)]
      end do
      best = mine(2)
      call gex_Reduce(tm, best, GEX_OP_MAX)
      if (best == 0) return
      count = best
      key = merge(mine(1), huge(key), mine(2) == best)
      call gex_Reduce(tm, key, GEX_OP_MIN)
      if (me == 0) print "('  ', a, '  ', i0)", text_of(key), count
    end do
  end subroutine

  function text_of(word) result(text)
    integer(c_int64_t), value :: word
    character(len=k) :: text
    integer :: i
    do i = k, 1, -1
      text(i:i) = letters(2 * int(iand(word, 3_c_int64_t)) + 1:2 * int(iand(word, 3_c_int64_t)) + 1)
      word = shiftr(word, 2)
    end do
  end function
end program kmer
