/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_am_inline.h: the active-message entry points with 0 to 16 arguments (gex-core.md section 15).
 *
 * Every entry point packs its arguments into an array and calls the one library function of its
 * family; HYD_AM_FAMILIES(M) spells the six families for one M. The names without a number count
 * their arguments. Not for direct inclusion.
 *
 * lc_opt: GEX_EVENT_NOW, GEX_EVENT_GROUP (requests only) or a pointer that receives a root event.
 * flags: 0 or GEX_FLAG_IMMEDIATE. Result: 0, or non-zero if IMMEDIATE was given and the message
 * could not be injected. Replies: only from a request handler, with its token, at most once.
 * FP-1..10.
 */
#ifndef HYD_AM_INLINE_H
#define HYD_AM_INLINE_H

#ifdef __cplusplus
extern "C" {
#endif

/* Parameter lists (leading comma) and initialisers for M arguments. */
#define HYD_AM_P0
#define HYD_AM_P1 , gex_AM_Arg_t a0
#define HYD_AM_P2 , gex_AM_Arg_t a0, gex_AM_Arg_t a1
#define HYD_AM_P3 , gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2
#define HYD_AM_P4 , gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3
#define HYD_AM_P5                                                                                  \
  , gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4
#define HYD_AM_P6                                                                                  \
  , gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,           \
      gex_AM_Arg_t a5
#define HYD_AM_P7                                                                                  \
  , gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,           \
      gex_AM_Arg_t a5, gex_AM_Arg_t a6
#define HYD_AM_P8                                                                                  \
  , gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,           \
      gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7
#define HYD_AM_P9                                                                                  \
  , gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,           \
      gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8
#define HYD_AM_P10                                                                                 \
  , gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,           \
      gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9
#define HYD_AM_P11                                                                                 \
  , gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,           \
      gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9,         \
      gex_AM_Arg_t a10
#define HYD_AM_P12                                                                                 \
  , gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,           \
      gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9,         \
      gex_AM_Arg_t a10, gex_AM_Arg_t a11
#define HYD_AM_P13                                                                                 \
  , gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,           \
      gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9,         \
      gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12
#define HYD_AM_P14                                                                                 \
  , gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,           \
      gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9,         \
      gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13
#define HYD_AM_P15                                                                                 \
  , gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,           \
      gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9,         \
      gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14
#define HYD_AM_P16                                                                                 \
  , gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,           \
      gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9,         \
      gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14,    \
      gex_AM_Arg_t a15
#define HYD_AM_V0 0
#define HYD_AM_V1 a0
#define HYD_AM_V2 a0, a1
#define HYD_AM_V3 a0, a1, a2
#define HYD_AM_V4 a0, a1, a2, a3
#define HYD_AM_V5 a0, a1, a2, a3, a4
#define HYD_AM_V6 a0, a1, a2, a3, a4, a5
#define HYD_AM_V7 a0, a1, a2, a3, a4, a5, a6
#define HYD_AM_V8 a0, a1, a2, a3, a4, a5, a6, a7
#define HYD_AM_V9 a0, a1, a2, a3, a4, a5, a6, a7, a8
#define HYD_AM_V10 a0, a1, a2, a3, a4, a5, a6, a7, a8, a9
#define HYD_AM_V11 a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10
#define HYD_AM_V12 a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11
#define HYD_AM_V13 a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12
#define HYD_AM_V14 a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13
#define HYD_AM_V15 a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14
#define HYD_AM_V16 a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15

#define HYD_AM_ARRAY(M) const gex_AM_Arg_t args_[(M) ? (M) : 1] = {HYD_AM_V##M}

#define HYD_AM_FAMILIES(M)                                                                         \
  static inline int gex_AM_RequestShort##M(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler,   \
                                           gex_Flags_t flags HYD_AM_P##M) {                        \
    HYD_AM_ARRAY(M);                                                                               \
    return hyd_am_request_short(tm, rank, handler, flags, M, args_);                               \
  }                                                                                                \
  static inline int gex_AM_RequestMedium##M(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler,  \
                                            const void *source_addr, size_t nbytes,                \
                                            gex_Event_t *lc_opt, gex_Flags_t flags HYD_AM_P##M) {  \
    HYD_AM_ARRAY(M);                                                                               \
    return hyd_am_request_medium(tm, rank, handler, source_addr, nbytes, lc_opt, flags, M, args_); \
  }                                                                                                \
  static inline int gex_AM_RequestLong##M(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler,    \
                                          const void *source_addr, size_t nbytes, void *dest_addr, \
                                          gex_Event_t *lc_opt, gex_Flags_t flags HYD_AM_P##M) {    \
    HYD_AM_ARRAY(M);                                                                               \
    return hyd_am_request_long(tm, rank, handler, source_addr, nbytes, dest_addr, lc_opt, flags,   \
                               M, args_);                                                          \
  }                                                                                                \
  static inline int gex_AM_ReplyShort##M(gex_Token_t token, gex_AM_Index_t handler,                \
                                         gex_Flags_t flags HYD_AM_P##M) {                          \
    HYD_AM_ARRAY(M);                                                                               \
    return hyd_am_reply_short(token, handler, flags, M, args_);                                    \
  }                                                                                                \
  static inline int gex_AM_ReplyMedium##M(gex_Token_t token, gex_AM_Index_t handler,               \
                                          const void *source_addr, size_t nbytes,                  \
                                          gex_Event_t *lc_opt, gex_Flags_t flags HYD_AM_P##M) {    \
    HYD_AM_ARRAY(M);                                                                               \
    return hyd_am_reply_medium(token, handler, source_addr, nbytes, lc_opt, flags, M, args_);      \
  }                                                                                                \
  static inline int gex_AM_ReplyLong##M(gex_Token_t token, gex_AM_Index_t handler,                 \
                                        const void *source_addr, size_t nbytes, void *dest_addr,   \
                                        gex_Event_t *lc_opt, gex_Flags_t flags HYD_AM_P##M) {      \
    HYD_AM_ARRAY(M);                                                                               \
    return hyd_am_reply_long(token, handler, source_addr, nbytes, dest_addr, lc_opt, flags, M,     \
                             args_);                                                               \
  }

HYD_AM_FAMILIES(0)
HYD_AM_FAMILIES(1)
HYD_AM_FAMILIES(2)
HYD_AM_FAMILIES(3)
HYD_AM_FAMILIES(4)
HYD_AM_FAMILIES(5)
HYD_AM_FAMILIES(6)
HYD_AM_FAMILIES(7)
HYD_AM_FAMILIES(8)
HYD_AM_FAMILIES(9)
HYD_AM_FAMILIES(10)
HYD_AM_FAMILIES(11)
HYD_AM_FAMILIES(12)
HYD_AM_FAMILIES(13)
HYD_AM_FAMILIES(14)
HYD_AM_FAMILIES(15)
HYD_AM_FAMILIES(16)

/* Number of macro arguments less one, 0 to 16. */
#define HYD_COUNT(...)                                                                             \
  HYD_COUNT_(__VA_ARGS__, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0)
#define HYD_COUNT_(z, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, aa, ab, ac, ad, ae, af, n, ...) n
#define HYD_PASTE(a, b) HYD_PASTE_(a, b)
#define HYD_PASTE_(a, b) a##b

/* Argument-counting forms; the last named parameter comes with the rest, so that the rest is never
 * empty. */
#define gex_AM_RequestShort(tm, rank, handler, ...)                                                \
  HYD_PASTE(gex_AM_RequestShort, HYD_COUNT(__VA_ARGS__))(tm, rank, handler, __VA_ARGS__)
#define gex_AM_RequestMedium(tm, rank, handler, src, nbytes, lc_opt, ...)                          \
  HYD_PASTE(gex_AM_RequestMedium, HYD_COUNT(__VA_ARGS__))                                          \
  (tm, rank, handler, src, nbytes, lc_opt, __VA_ARGS__)
#define gex_AM_RequestLong(tm, rank, handler, src, nbytes, dest, lc_opt, ...)                      \
  HYD_PASTE(gex_AM_RequestLong, HYD_COUNT(__VA_ARGS__))                                            \
  (tm, rank, handler, src, nbytes, dest, lc_opt, __VA_ARGS__)
#define gex_AM_ReplyShort(token, handler, ...)                                                     \
  HYD_PASTE(gex_AM_ReplyShort, HYD_COUNT(__VA_ARGS__))(token, handler, __VA_ARGS__)
#define gex_AM_ReplyMedium(token, handler, src, nbytes, lc_opt, ...)                               \
  HYD_PASTE(gex_AM_ReplyMedium, HYD_COUNT(__VA_ARGS__))                                            \
  (token, handler, src, nbytes, lc_opt, __VA_ARGS__)
#define gex_AM_ReplyLong(token, handler, src, nbytes, dest, lc_opt, ...)                           \
  HYD_PASTE(gex_AM_ReplyLong, HYD_COUNT(__VA_ARGS__))                                              \
  (token, handler, src, nbytes, dest, lc_opt, __VA_ARGS__)

#ifdef __cplusplus
}
#endif
#endif
