/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_ad_inline.h: remote atomics on mapped memory, in line.
 *
 * If the opcode is a constant and an instruction of the processor does it, an operation on a mapped
 * number is: the domain has it, the rank is mapped, the address lies in the mapping and is aligned;
 * then that instruction. Every other case is one call into the library: opcodes that are known when
 * the program runs, peers that are not mapped, operations that take a loop (MULT, MIN, MAX, and all
 * arithmetic of floating point), statistics or checking switched on, and everything that is wrong.
 *
 * Numbers travel as their bits, in the low bytes of a uint64_t. Not for direct inclusion.
 */
#ifndef HYD_AD_INLINE_H
#define HYD_AD_INLINE_H

#ifdef __cplusplus
extern "C" {
#endif

/* The compiler must see the opcode before it decides what to inline. */
#define HYD_AD_CALL static inline __attribute__((always_inline))

/* Number of a type: the position of its GEX_DT_ bit. */
enum hyd_ad_type { HYD_AD_I32, HYD_AD_U32, HYD_AD_I64, HYD_AD_U64, HYD_AD_FLT, HYD_AD_DBL };
#define HYD_AD_TYPES 6

/* The first members of every domain, all that inline code reads; constant while it lives. */
struct hyd_ad_pub {
  struct hyd_tm_pub tm;              /* first: the domain's team, as hyd_mapped sees it */
  gex_OP_t inline_ops[HYD_AD_TYPES]; /* what may be done in line, of the domain's type; else 0 */
  int ranks_are_jobranks;
};

/* The library call: `call` is 2 * type + (1 for NBI); a and b are the bits of the operands. */
gex_Event_t hyd_ad_op(gex_AD_t ad, unsigned call, void *result_p, gex_Rank_t rank, void *addr,
                      gex_OP_t opcode, uint64_t a, uint64_t b, gex_Flags_t flags);

/* ---- the instructions ---------------------------------------------------- */

/* Words at aligned addresses, of any type that the client gave them. */
typedef uint32_t __attribute__((may_alias)) hyd_ad_word4;
typedef uint64_t __attribute__((may_alias)) hyd_ad_word8;

#define HYD_AD_BITWISE                                                                             \
  (GEX_OP_AND | GEX_OP_OR | GEX_OP_XOR | GEX_OP_FAND | GEX_OP_FOR | GEX_OP_FXOR)
#define HYD_AD_SUMS                                                                                \
  (GEX_OP_ADD | GEX_OP_SUB | GEX_OP_INC | GEX_OP_DEC | GEX_OP_FADD | GEX_OP_FSUB | GEX_OP_FINC |   \
   GEX_OP_FDEC)
#define HYD_AD_ACCESS (GEX_OP_SET | GEX_OP_GET | GEX_OP_SWAP | GEX_OP_CAS | GEX_OP_FCAS)
#define HYD_AD_FETCHING (2 * GEX_OP_GET - GEX_OP_FAND) /* all from FAND to GET */
/* Operations that are one instruction, of integers and of floating point. */
#define HYD_AD_INT_INSTRUCTIONS (HYD_AD_BITWISE | HYD_AD_SUMS | HYD_AD_ACCESS)
#define HYD_AD_FP_INSTRUCTIONS HYD_AD_ACCESS

/* Orders (ADO-10). An operation with REL pairs with one with ACQ that reads what it wrote, or
 * what a chain of operations on the same number made of it, like any release and acquire of C11,
 * whichever process or thread executes them. Where the flags are constants so is the order. */
HYD_AD_CALL int hyd_ad_load_order(gex_Flags_t flags) {
  return flags & GEX_FLAG_AD_ACQ ? __ATOMIC_ACQUIRE : __ATOMIC_RELAXED;
}
HYD_AD_CALL int hyd_ad_store_order(gex_Flags_t flags) {
  return flags & GEX_FLAG_AD_REL ? __ATOMIC_RELEASE : __ATOMIC_RELAXED;
}
HYD_AD_CALL int hyd_ad_order(gex_Flags_t flags) {
  if (flags & GEX_FLAG_AD_REL) return flags & GEX_FLAG_AD_ACQ ? __ATOMIC_ACQ_REL : __ATOMIC_RELEASE;
  return hyd_ad_load_order(flags);
}

/* Do one of the operations above on a word and return the old value, as far as it is asked for. A
 * load cannot release and a store cannot acquire: such a GET or SET reads and writes. */
#define HYD_AD_DEFINE_DO(name, word)                                                               \
  HYD_AD_CALL uint64_t name(word *p, gex_OP_t opcode, uint64_t a, uint64_t b, gex_Flags_t flags) { \
    word x = (word)a, y = (word)b;                                                                 \
    int order = hyd_ad_order(flags), load_order = hyd_ad_load_order(flags);                        \
    switch (opcode) {                                                                              \
    case GEX_OP_AND:                                                                               \
    case GEX_OP_FAND: return __atomic_fetch_and(p, x, order);                                      \
    case GEX_OP_OR:                                                                                \
    case GEX_OP_FOR: return __atomic_fetch_or(p, x, order);                                        \
    case GEX_OP_XOR:                                                                               \
    case GEX_OP_FXOR: return __atomic_fetch_xor(p, x, order);                                      \
    case GEX_OP_ADD:                                                                               \
    case GEX_OP_FADD: return __atomic_fetch_add(p, x, order);                                      \
    case GEX_OP_SUB:                                                                               \
    case GEX_OP_FSUB: return __atomic_fetch_sub(p, x, order);                                      \
    case GEX_OP_INC:                                                                               \
    case GEX_OP_FINC: return __atomic_fetch_add(p, 1u, order);                                     \
    case GEX_OP_DEC:                                                                               \
    case GEX_OP_FDEC: return __atomic_fetch_sub(p, 1u, order);                                     \
    case GEX_OP_SWAP: return __atomic_exchange_n(p, x, order);                                     \
    case GEX_OP_SET:                                                                               \
      if (flags & GEX_FLAG_AD_ACQ) return __atomic_exchange_n(p, x, order);                        \
      __atomic_store_n(p, x, hyd_ad_store_order(flags));                                           \
      return 0;                                                                                    \
    case GEX_OP_GET:                                                                               \
      if (flags & GEX_FLAG_AD_REL) return __atomic_fetch_or(p, 0u, order);                         \
      return __atomic_load_n(p, load_order);                                                       \
    default: /* CAS, FCAS */ __atomic_compare_exchange_n(p, &x, y, 0, order, load_order);          \
        return x;                                                                                  \
    }                                                                                              \
  }
HYD_AD_DEFINE_DO(hyd_ad_do4, hyd_ad_word4)
HYD_AD_DEFINE_DO(hyd_ad_do8, hyd_ad_word8)
#undef HYD_AD_DEFINE_DO

HYD_AD_CALL uint64_t hyd_ad_do(void *p, size_t size, gex_OP_t opcode, uint64_t a, uint64_t b,
                               gex_Flags_t flags) {
  if (size == 4) return hyd_ad_do4((hyd_ad_word4 *)p, opcode, a, b, flags);
  return hyd_ad_do8((hyd_ad_word8 *)p, opcode, a, b, flags);
}

/* Whether an operation that returned `old` has left the word as it was, and so is likely to be
 * repeated until another rank changes the word. Constant where it cannot be; GET is not counted. */
HYD_AD_CALL int hyd_ad_changed_nothing(size_t size, gex_OP_t opcode, uint64_t a, uint64_t old) {
  uint64_t mask = size == 4 ? UINT32_MAX : UINT64_MAX;
  switch (opcode) {
  case GEX_OP_CAS:
  case GEX_OP_FCAS: return ((old ^ a) & mask) != 0;
  case GEX_OP_SWAP: return ((old ^ a) & mask) == 0;
  case GEX_OP_FOR: return (a & ~old & mask) == 0;
  case GEX_OP_FAND: return (old & ~a & mask) == 0;
  default: return 0;
  }
}

/* The library's part of that: one of many such operations polls. */
void hyd_ad_op_in_vain(void);

/* ---- the calls ----------------------------------------------------------- */

/* Where the number lies in this process, if the operation is an instruction that may be done
 * here and now; else NULL. */
HYD_AD_CALL void *hyd_ad_here(gex_AD_t ad, enum hyd_ad_type type, size_t size, gex_Rank_t rank,
                              const void *addr, gex_OP_t opcode, gex_Flags_t flags) {
  const struct hyd_ad_pub *d = (const struct hyd_ad_pub *)ad;
  const struct hyd_map *m;
  uintptr_t off;
  if (__builtin_expect(!(d->inline_ops[type] & opcode) || (opcode & (opcode - 1)), 0)) return 0;
  if ((flags & GEX_FLAG_RANK_IS_JOBRANK) && !d->ranks_are_jobranks) return 0;
  m = hyd_mapped((gex_TM_t)&d->tm, rank, addr, size, &off);
  return m && __builtin_expect(!((uintptr_t)addr & (size - 1)), 1) ? hyd_at(m, off) : 0;
}

HYD_AD_CALL uint64_t hyd_ad_bits(const void *number, size_t size) {
  if (size == 4) return *(const hyd_ad_word4 *)number;
  return *(const hyd_ad_word8 *)number;
}
HYD_AD_CALL void hyd_ad_set_bits(void *number, size_t size, uint64_t bits) {
  if (size == 4)
    *(hyd_ad_word4 *)number = (uint32_t)bits;
  else
    *(hyd_ad_word8 *)number = bits;
}

/* One operation, by either way. The result of a fetching one is written by this function or, in the
 * end, by the library. */
HYD_AD_CALL gex_Event_t hyd_ad_start(gex_AD_t ad, enum hyd_ad_type type, unsigned nbi, size_t size,
                                     void *result_p, gex_Rank_t rank, void *addr, gex_OP_t opcode,
                                     const void *operand1, const void *operand2,
                                     gex_Flags_t flags) {
  uint64_t a = hyd_ad_bits(operand1, size), b = hyd_ad_bits(operand2, size), old;
  void *p = 0;
  if (!HYD_CLIENT_DEBUG && __builtin_constant_p(opcode))
    p = hyd_ad_here(ad, type, size, rank, addr, opcode, flags);
  if (!p) return hyd_ad_op(ad, 2 * (unsigned)type + nbi, result_p, rank, addr, opcode, a, b, flags);
  old = hyd_ad_do(p, size, opcode, a, b, flags);
  if (opcode & HYD_AD_FETCHING) hyd_ad_set_bits(result_p, size, old);
  if (__builtin_expect(hyd_ad_changed_nothing(size, opcode, a, old), 0)) hyd_ad_op_in_vain();
  return GEX_EVENT_INVALID;
}

#ifdef __cplusplus
}
#endif
#endif
