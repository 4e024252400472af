/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_am_gasnet1.h: the 119 numbered message calls of GASNet-1 (gasnet1-core.md 10.3), each the EX
 * call on the primordial team with its arguments converted to 32-bit integers by a cast, as clients
 * rely on. LongAsync completes locally before it returns (C10.10). Not for direct inclusion.
 */
#ifndef HYD_AM_GASNET1_H
#define HYD_AM_GASNET1_H

#define HYD_ARG(a) ((gasnet_handlerarg_t)(a))
#define HYD_ARGS0()
#define HYD_ARGS1(a0) , HYD_ARG(a0)
#define HYD_ARGS2(a0, a1) , HYD_ARG(a0), HYD_ARG(a1)
#define HYD_ARGS3(a0, a1, a2) , HYD_ARG(a0), HYD_ARG(a1), HYD_ARG(a2)
#define HYD_ARGS4(a0, a1, a2, a3) , HYD_ARG(a0), HYD_ARG(a1), HYD_ARG(a2), HYD_ARG(a3)
#define HYD_ARGS5(a0, a1, a2, a3, a4)                                                              \
  , HYD_ARG(a0), HYD_ARG(a1), HYD_ARG(a2), HYD_ARG(a3), HYD_ARG(a4)
#define HYD_ARGS6(a0, a1, a2, a3, a4, a5)                                                          \
  , HYD_ARG(a0), HYD_ARG(a1), HYD_ARG(a2), HYD_ARG(a3), HYD_ARG(a4), HYD_ARG(a5)
#define HYD_ARGS7(a0, a1, a2, a3, a4, a5, a6)                                                      \
  , HYD_ARG(a0), HYD_ARG(a1), HYD_ARG(a2), HYD_ARG(a3), HYD_ARG(a4), HYD_ARG(a5), HYD_ARG(a6)
#define HYD_ARGS8(a0, a1, a2, a3, a4, a5, a6, a7)                                                  \
  , HYD_ARG(a0), HYD_ARG(a1), HYD_ARG(a2), HYD_ARG(a3), HYD_ARG(a4), HYD_ARG(a5), HYD_ARG(a6),     \
      HYD_ARG(a7)
#define HYD_ARGS9(a0, a1, a2, a3, a4, a5, a6, a7, a8)                                              \
  , HYD_ARG(a0), HYD_ARG(a1), HYD_ARG(a2), HYD_ARG(a3), HYD_ARG(a4), HYD_ARG(a5), HYD_ARG(a6),     \
      HYD_ARG(a7), HYD_ARG(a8)
#define HYD_ARGS10(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9)                                         \
  , HYD_ARG(a0), HYD_ARG(a1), HYD_ARG(a2), HYD_ARG(a3), HYD_ARG(a4), HYD_ARG(a5), HYD_ARG(a6),     \
      HYD_ARG(a7), HYD_ARG(a8), HYD_ARG(a9)
#define HYD_ARGS11(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10)                                    \
  , HYD_ARG(a0), HYD_ARG(a1), HYD_ARG(a2), HYD_ARG(a3), HYD_ARG(a4), HYD_ARG(a5), HYD_ARG(a6),     \
      HYD_ARG(a7), HYD_ARG(a8), HYD_ARG(a9), HYD_ARG(a10)
#define HYD_ARGS12(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11)                               \
  , HYD_ARG(a0), HYD_ARG(a1), HYD_ARG(a2), HYD_ARG(a3), HYD_ARG(a4), HYD_ARG(a5), HYD_ARG(a6),     \
      HYD_ARG(a7), HYD_ARG(a8), HYD_ARG(a9), HYD_ARG(a10), HYD_ARG(a11)
#define HYD_ARGS13(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12)                          \
  , HYD_ARG(a0), HYD_ARG(a1), HYD_ARG(a2), HYD_ARG(a3), HYD_ARG(a4), HYD_ARG(a5), HYD_ARG(a6),     \
      HYD_ARG(a7), HYD_ARG(a8), HYD_ARG(a9), HYD_ARG(a10), HYD_ARG(a11), HYD_ARG(a12)
#define HYD_ARGS14(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13)                     \
  , HYD_ARG(a0), HYD_ARG(a1), HYD_ARG(a2), HYD_ARG(a3), HYD_ARG(a4), HYD_ARG(a5), HYD_ARG(a6),     \
      HYD_ARG(a7), HYD_ARG(a8), HYD_ARG(a9), HYD_ARG(a10), HYD_ARG(a11), HYD_ARG(a12),             \
      HYD_ARG(a13)
#define HYD_ARGS15(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14)                \
  , HYD_ARG(a0), HYD_ARG(a1), HYD_ARG(a2), HYD_ARG(a3), HYD_ARG(a4), HYD_ARG(a5), HYD_ARG(a6),     \
      HYD_ARG(a7), HYD_ARG(a8), HYD_ARG(a9), HYD_ARG(a10), HYD_ARG(a11), HYD_ARG(a12),             \
      HYD_ARG(a13), HYD_ARG(a14)
#define HYD_ARGS16(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15)           \
  , HYD_ARG(a0), HYD_ARG(a1), HYD_ARG(a2), HYD_ARG(a3), HYD_ARG(a4), HYD_ARG(a5), HYD_ARG(a6),     \
      HYD_ARG(a7), HYD_ARG(a8), HYD_ARG(a9), HYD_ARG(a10), HYD_ARG(a11), HYD_ARG(a12),             \
      HYD_ARG(a13), HYD_ARG(a14), HYD_ARG(a15)
#define gasnet_AMRequestShort0(dest, h) gex_AM_RequestShort0(hyd_legacy_tm(), dest, h, 0)
#define gasnet_AMRequestShort1(dest, h, ...)                                                       \
  gex_AM_RequestShort1(hyd_legacy_tm(), dest, h, 0 HYD_ARGS1(__VA_ARGS__))
#define gasnet_AMRequestShort2(dest, h, ...)                                                       \
  gex_AM_RequestShort2(hyd_legacy_tm(), dest, h, 0 HYD_ARGS2(__VA_ARGS__))
#define gasnet_AMRequestShort3(dest, h, ...)                                                       \
  gex_AM_RequestShort3(hyd_legacy_tm(), dest, h, 0 HYD_ARGS3(__VA_ARGS__))
#define gasnet_AMRequestShort4(dest, h, ...)                                                       \
  gex_AM_RequestShort4(hyd_legacy_tm(), dest, h, 0 HYD_ARGS4(__VA_ARGS__))
#define gasnet_AMRequestShort5(dest, h, ...)                                                       \
  gex_AM_RequestShort5(hyd_legacy_tm(), dest, h, 0 HYD_ARGS5(__VA_ARGS__))
#define gasnet_AMRequestShort6(dest, h, ...)                                                       \
  gex_AM_RequestShort6(hyd_legacy_tm(), dest, h, 0 HYD_ARGS6(__VA_ARGS__))
#define gasnet_AMRequestShort7(dest, h, ...)                                                       \
  gex_AM_RequestShort7(hyd_legacy_tm(), dest, h, 0 HYD_ARGS7(__VA_ARGS__))
#define gasnet_AMRequestShort8(dest, h, ...)                                                       \
  gex_AM_RequestShort8(hyd_legacy_tm(), dest, h, 0 HYD_ARGS8(__VA_ARGS__))
#define gasnet_AMRequestShort9(dest, h, ...)                                                       \
  gex_AM_RequestShort9(hyd_legacy_tm(), dest, h, 0 HYD_ARGS9(__VA_ARGS__))
#define gasnet_AMRequestShort10(dest, h, ...)                                                      \
  gex_AM_RequestShort10(hyd_legacy_tm(), dest, h, 0 HYD_ARGS10(__VA_ARGS__))
#define gasnet_AMRequestShort11(dest, h, ...)                                                      \
  gex_AM_RequestShort11(hyd_legacy_tm(), dest, h, 0 HYD_ARGS11(__VA_ARGS__))
#define gasnet_AMRequestShort12(dest, h, ...)                                                      \
  gex_AM_RequestShort12(hyd_legacy_tm(), dest, h, 0 HYD_ARGS12(__VA_ARGS__))
#define gasnet_AMRequestShort13(dest, h, ...)                                                      \
  gex_AM_RequestShort13(hyd_legacy_tm(), dest, h, 0 HYD_ARGS13(__VA_ARGS__))
#define gasnet_AMRequestShort14(dest, h, ...)                                                      \
  gex_AM_RequestShort14(hyd_legacy_tm(), dest, h, 0 HYD_ARGS14(__VA_ARGS__))
#define gasnet_AMRequestShort15(dest, h, ...)                                                      \
  gex_AM_RequestShort15(hyd_legacy_tm(), dest, h, 0 HYD_ARGS15(__VA_ARGS__))
#define gasnet_AMRequestShort16(dest, h, ...)                                                      \
  gex_AM_RequestShort16(hyd_legacy_tm(), dest, h, 0 HYD_ARGS16(__VA_ARGS__))
#define gasnet_AMRequestMedium0(dest, h, src, n)                                                   \
  gex_AM_RequestMedium0(hyd_legacy_tm(), dest, h, src, n, GEX_EVENT_NOW, 0)
#define gasnet_AMRequestMedium1(dest, h, src, n, ...)                                              \
  gex_AM_RequestMedium1(hyd_legacy_tm(), dest, h, src, n, GEX_EVENT_NOW, 0 HYD_ARGS1(__VA_ARGS__))
#define gasnet_AMRequestMedium2(dest, h, src, n, ...)                                              \
  gex_AM_RequestMedium2(hyd_legacy_tm(), dest, h, src, n, GEX_EVENT_NOW, 0 HYD_ARGS2(__VA_ARGS__))
#define gasnet_AMRequestMedium3(dest, h, src, n, ...)                                              \
  gex_AM_RequestMedium3(hyd_legacy_tm(), dest, h, src, n, GEX_EVENT_NOW, 0 HYD_ARGS3(__VA_ARGS__))
#define gasnet_AMRequestMedium4(dest, h, src, n, ...)                                              \
  gex_AM_RequestMedium4(hyd_legacy_tm(), dest, h, src, n, GEX_EVENT_NOW, 0 HYD_ARGS4(__VA_ARGS__))
#define gasnet_AMRequestMedium5(dest, h, src, n, ...)                                              \
  gex_AM_RequestMedium5(hyd_legacy_tm(), dest, h, src, n, GEX_EVENT_NOW, 0 HYD_ARGS5(__VA_ARGS__))
#define gasnet_AMRequestMedium6(dest, h, src, n, ...)                                              \
  gex_AM_RequestMedium6(hyd_legacy_tm(), dest, h, src, n, GEX_EVENT_NOW, 0 HYD_ARGS6(__VA_ARGS__))
#define gasnet_AMRequestMedium7(dest, h, src, n, ...)                                              \
  gex_AM_RequestMedium7(hyd_legacy_tm(), dest, h, src, n, GEX_EVENT_NOW, 0 HYD_ARGS7(__VA_ARGS__))
#define gasnet_AMRequestMedium8(dest, h, src, n, ...)                                              \
  gex_AM_RequestMedium8(hyd_legacy_tm(), dest, h, src, n, GEX_EVENT_NOW, 0 HYD_ARGS8(__VA_ARGS__))
#define gasnet_AMRequestMedium9(dest, h, src, n, ...)                                              \
  gex_AM_RequestMedium9(hyd_legacy_tm(), dest, h, src, n, GEX_EVENT_NOW, 0 HYD_ARGS9(__VA_ARGS__))
#define gasnet_AMRequestMedium10(dest, h, src, n, ...)                                             \
  gex_AM_RequestMedium10(hyd_legacy_tm(), dest, h, src, n, GEX_EVENT_NOW, 0 HYD_ARGS10(__VA_ARGS__))
#define gasnet_AMRequestMedium11(dest, h, src, n, ...)                                             \
  gex_AM_RequestMedium11(hyd_legacy_tm(), dest, h, src, n, GEX_EVENT_NOW, 0 HYD_ARGS11(__VA_ARGS__))
#define gasnet_AMRequestMedium12(dest, h, src, n, ...)                                             \
  gex_AM_RequestMedium12(hyd_legacy_tm(), dest, h, src, n, GEX_EVENT_NOW, 0 HYD_ARGS12(__VA_ARGS__))
#define gasnet_AMRequestMedium13(dest, h, src, n, ...)                                             \
  gex_AM_RequestMedium13(hyd_legacy_tm(), dest, h, src, n, GEX_EVENT_NOW, 0 HYD_ARGS13(__VA_ARGS__))
#define gasnet_AMRequestMedium14(dest, h, src, n, ...)                                             \
  gex_AM_RequestMedium14(hyd_legacy_tm(), dest, h, src, n, GEX_EVENT_NOW, 0 HYD_ARGS14(__VA_ARGS__))
#define gasnet_AMRequestMedium15(dest, h, src, n, ...)                                             \
  gex_AM_RequestMedium15(hyd_legacy_tm(), dest, h, src, n, GEX_EVENT_NOW, 0 HYD_ARGS15(__VA_ARGS__))
#define gasnet_AMRequestMedium16(dest, h, src, n, ...)                                             \
  gex_AM_RequestMedium16(hyd_legacy_tm(), dest, h, src, n, GEX_EVENT_NOW, 0 HYD_ARGS16(__VA_ARGS__))
#define gasnet_AMRequestLong0(dest, h, src, n, dst)                                                \
  gex_AM_RequestLong0(hyd_legacy_tm(), dest, h, src, n, dst, GEX_EVENT_NOW, 0)
#define gasnet_AMRequestLong1(dest, h, src, n, dst, ...)                                           \
  gex_AM_RequestLong1(hyd_legacy_tm(), dest, h, src, n, dst, GEX_EVENT_NOW,                        \
                      0 HYD_ARGS1(__VA_ARGS__))
#define gasnet_AMRequestLong2(dest, h, src, n, dst, ...)                                           \
  gex_AM_RequestLong2(hyd_legacy_tm(), dest, h, src, n, dst, GEX_EVENT_NOW,                        \
                      0 HYD_ARGS2(__VA_ARGS__))
#define gasnet_AMRequestLong3(dest, h, src, n, dst, ...)                                           \
  gex_AM_RequestLong3(hyd_legacy_tm(), dest, h, src, n, dst, GEX_EVENT_NOW,                        \
                      0 HYD_ARGS3(__VA_ARGS__))
#define gasnet_AMRequestLong4(dest, h, src, n, dst, ...)                                           \
  gex_AM_RequestLong4(hyd_legacy_tm(), dest, h, src, n, dst, GEX_EVENT_NOW,                        \
                      0 HYD_ARGS4(__VA_ARGS__))
#define gasnet_AMRequestLong5(dest, h, src, n, dst, ...)                                           \
  gex_AM_RequestLong5(hyd_legacy_tm(), dest, h, src, n, dst, GEX_EVENT_NOW,                        \
                      0 HYD_ARGS5(__VA_ARGS__))
#define gasnet_AMRequestLong6(dest, h, src, n, dst, ...)                                           \
  gex_AM_RequestLong6(hyd_legacy_tm(), dest, h, src, n, dst, GEX_EVENT_NOW,                        \
                      0 HYD_ARGS6(__VA_ARGS__))
#define gasnet_AMRequestLong7(dest, h, src, n, dst, ...)                                           \
  gex_AM_RequestLong7(hyd_legacy_tm(), dest, h, src, n, dst, GEX_EVENT_NOW,                        \
                      0 HYD_ARGS7(__VA_ARGS__))
#define gasnet_AMRequestLong8(dest, h, src, n, dst, ...)                                           \
  gex_AM_RequestLong8(hyd_legacy_tm(), dest, h, src, n, dst, GEX_EVENT_NOW,                        \
                      0 HYD_ARGS8(__VA_ARGS__))
#define gasnet_AMRequestLong9(dest, h, src, n, dst, ...)                                           \
  gex_AM_RequestLong9(hyd_legacy_tm(), dest, h, src, n, dst, GEX_EVENT_NOW,                        \
                      0 HYD_ARGS9(__VA_ARGS__))
#define gasnet_AMRequestLong10(dest, h, src, n, dst, ...)                                          \
  gex_AM_RequestLong10(hyd_legacy_tm(), dest, h, src, n, dst, GEX_EVENT_NOW,                       \
                       0 HYD_ARGS10(__VA_ARGS__))
#define gasnet_AMRequestLong11(dest, h, src, n, dst, ...)                                          \
  gex_AM_RequestLong11(hyd_legacy_tm(), dest, h, src, n, dst, GEX_EVENT_NOW,                       \
                       0 HYD_ARGS11(__VA_ARGS__))
#define gasnet_AMRequestLong12(dest, h, src, n, dst, ...)                                          \
  gex_AM_RequestLong12(hyd_legacy_tm(), dest, h, src, n, dst, GEX_EVENT_NOW,                       \
                       0 HYD_ARGS12(__VA_ARGS__))
#define gasnet_AMRequestLong13(dest, h, src, n, dst, ...)                                          \
  gex_AM_RequestLong13(hyd_legacy_tm(), dest, h, src, n, dst, GEX_EVENT_NOW,                       \
                       0 HYD_ARGS13(__VA_ARGS__))
#define gasnet_AMRequestLong14(dest, h, src, n, dst, ...)                                          \
  gex_AM_RequestLong14(hyd_legacy_tm(), dest, h, src, n, dst, GEX_EVENT_NOW,                       \
                       0 HYD_ARGS14(__VA_ARGS__))
#define gasnet_AMRequestLong15(dest, h, src, n, dst, ...)                                          \
  gex_AM_RequestLong15(hyd_legacy_tm(), dest, h, src, n, dst, GEX_EVENT_NOW,                       \
                       0 HYD_ARGS15(__VA_ARGS__))
#define gasnet_AMRequestLong16(dest, h, src, n, dst, ...)                                          \
  gex_AM_RequestLong16(hyd_legacy_tm(), dest, h, src, n, dst, GEX_EVENT_NOW,                       \
                       0 HYD_ARGS16(__VA_ARGS__))
#define gasnet_AMRequestLongAsync0(dest, h, src, n, dst)                                           \
  gex_AM_RequestLong0(hyd_legacy_tm(), dest, h, src, n, dst, GEX_EVENT_NOW, 0)
#define gasnet_AMRequestLongAsync1(dest, h, src, n, dst, ...)                                      \
  gex_AM_RequestLong1(hyd_legacy_tm(), dest, h, src, n, dst, GEX_EVENT_NOW,                        \
                      0 HYD_ARGS1(__VA_ARGS__))
#define gasnet_AMRequestLongAsync2(dest, h, src, n, dst, ...)                                      \
  gex_AM_RequestLong2(hyd_legacy_tm(), dest, h, src, n, dst, GEX_EVENT_NOW,                        \
                      0 HYD_ARGS2(__VA_ARGS__))
#define gasnet_AMRequestLongAsync3(dest, h, src, n, dst, ...)                                      \
  gex_AM_RequestLong3(hyd_legacy_tm(), dest, h, src, n, dst, GEX_EVENT_NOW,                        \
                      0 HYD_ARGS3(__VA_ARGS__))
#define gasnet_AMRequestLongAsync4(dest, h, src, n, dst, ...)                                      \
  gex_AM_RequestLong4(hyd_legacy_tm(), dest, h, src, n, dst, GEX_EVENT_NOW,                        \
                      0 HYD_ARGS4(__VA_ARGS__))
#define gasnet_AMRequestLongAsync5(dest, h, src, n, dst, ...)                                      \
  gex_AM_RequestLong5(hyd_legacy_tm(), dest, h, src, n, dst, GEX_EVENT_NOW,                        \
                      0 HYD_ARGS5(__VA_ARGS__))
#define gasnet_AMRequestLongAsync6(dest, h, src, n, dst, ...)                                      \
  gex_AM_RequestLong6(hyd_legacy_tm(), dest, h, src, n, dst, GEX_EVENT_NOW,                        \
                      0 HYD_ARGS6(__VA_ARGS__))
#define gasnet_AMRequestLongAsync7(dest, h, src, n, dst, ...)                                      \
  gex_AM_RequestLong7(hyd_legacy_tm(), dest, h, src, n, dst, GEX_EVENT_NOW,                        \
                      0 HYD_ARGS7(__VA_ARGS__))
#define gasnet_AMRequestLongAsync8(dest, h, src, n, dst, ...)                                      \
  gex_AM_RequestLong8(hyd_legacy_tm(), dest, h, src, n, dst, GEX_EVENT_NOW,                        \
                      0 HYD_ARGS8(__VA_ARGS__))
#define gasnet_AMRequestLongAsync9(dest, h, src, n, dst, ...)                                      \
  gex_AM_RequestLong9(hyd_legacy_tm(), dest, h, src, n, dst, GEX_EVENT_NOW,                        \
                      0 HYD_ARGS9(__VA_ARGS__))
#define gasnet_AMRequestLongAsync10(dest, h, src, n, dst, ...)                                     \
  gex_AM_RequestLong10(hyd_legacy_tm(), dest, h, src, n, dst, GEX_EVENT_NOW,                       \
                       0 HYD_ARGS10(__VA_ARGS__))
#define gasnet_AMRequestLongAsync11(dest, h, src, n, dst, ...)                                     \
  gex_AM_RequestLong11(hyd_legacy_tm(), dest, h, src, n, dst, GEX_EVENT_NOW,                       \
                       0 HYD_ARGS11(__VA_ARGS__))
#define gasnet_AMRequestLongAsync12(dest, h, src, n, dst, ...)                                     \
  gex_AM_RequestLong12(hyd_legacy_tm(), dest, h, src, n, dst, GEX_EVENT_NOW,                       \
                       0 HYD_ARGS12(__VA_ARGS__))
#define gasnet_AMRequestLongAsync13(dest, h, src, n, dst, ...)                                     \
  gex_AM_RequestLong13(hyd_legacy_tm(), dest, h, src, n, dst, GEX_EVENT_NOW,                       \
                       0 HYD_ARGS13(__VA_ARGS__))
#define gasnet_AMRequestLongAsync14(dest, h, src, n, dst, ...)                                     \
  gex_AM_RequestLong14(hyd_legacy_tm(), dest, h, src, n, dst, GEX_EVENT_NOW,                       \
                       0 HYD_ARGS14(__VA_ARGS__))
#define gasnet_AMRequestLongAsync15(dest, h, src, n, dst, ...)                                     \
  gex_AM_RequestLong15(hyd_legacy_tm(), dest, h, src, n, dst, GEX_EVENT_NOW,                       \
                       0 HYD_ARGS15(__VA_ARGS__))
#define gasnet_AMRequestLongAsync16(dest, h, src, n, dst, ...)                                     \
  gex_AM_RequestLong16(hyd_legacy_tm(), dest, h, src, n, dst, GEX_EVENT_NOW,                       \
                       0 HYD_ARGS16(__VA_ARGS__))
#define gasnet_AMReplyShort0(token, h) gex_AM_ReplyShort0(token, h, 0)
#define gasnet_AMReplyShort1(token, h, ...) gex_AM_ReplyShort1(token, h, 0 HYD_ARGS1(__VA_ARGS__))
#define gasnet_AMReplyShort2(token, h, ...) gex_AM_ReplyShort2(token, h, 0 HYD_ARGS2(__VA_ARGS__))
#define gasnet_AMReplyShort3(token, h, ...) gex_AM_ReplyShort3(token, h, 0 HYD_ARGS3(__VA_ARGS__))
#define gasnet_AMReplyShort4(token, h, ...) gex_AM_ReplyShort4(token, h, 0 HYD_ARGS4(__VA_ARGS__))
#define gasnet_AMReplyShort5(token, h, ...) gex_AM_ReplyShort5(token, h, 0 HYD_ARGS5(__VA_ARGS__))
#define gasnet_AMReplyShort6(token, h, ...) gex_AM_ReplyShort6(token, h, 0 HYD_ARGS6(__VA_ARGS__))
#define gasnet_AMReplyShort7(token, h, ...) gex_AM_ReplyShort7(token, h, 0 HYD_ARGS7(__VA_ARGS__))
#define gasnet_AMReplyShort8(token, h, ...) gex_AM_ReplyShort8(token, h, 0 HYD_ARGS8(__VA_ARGS__))
#define gasnet_AMReplyShort9(token, h, ...) gex_AM_ReplyShort9(token, h, 0 HYD_ARGS9(__VA_ARGS__))
#define gasnet_AMReplyShort10(token, h, ...)                                                       \
  gex_AM_ReplyShort10(token, h, 0 HYD_ARGS10(__VA_ARGS__))
#define gasnet_AMReplyShort11(token, h, ...)                                                       \
  gex_AM_ReplyShort11(token, h, 0 HYD_ARGS11(__VA_ARGS__))
#define gasnet_AMReplyShort12(token, h, ...)                                                       \
  gex_AM_ReplyShort12(token, h, 0 HYD_ARGS12(__VA_ARGS__))
#define gasnet_AMReplyShort13(token, h, ...)                                                       \
  gex_AM_ReplyShort13(token, h, 0 HYD_ARGS13(__VA_ARGS__))
#define gasnet_AMReplyShort14(token, h, ...)                                                       \
  gex_AM_ReplyShort14(token, h, 0 HYD_ARGS14(__VA_ARGS__))
#define gasnet_AMReplyShort15(token, h, ...)                                                       \
  gex_AM_ReplyShort15(token, h, 0 HYD_ARGS15(__VA_ARGS__))
#define gasnet_AMReplyShort16(token, h, ...)                                                       \
  gex_AM_ReplyShort16(token, h, 0 HYD_ARGS16(__VA_ARGS__))
#define gasnet_AMReplyMedium0(token, h, src, n)                                                    \
  gex_AM_ReplyMedium0(token, h, src, n, GEX_EVENT_NOW, 0)
#define gasnet_AMReplyMedium1(token, h, src, n, ...)                                               \
  gex_AM_ReplyMedium1(token, h, src, n, GEX_EVENT_NOW, 0 HYD_ARGS1(__VA_ARGS__))
#define gasnet_AMReplyMedium2(token, h, src, n, ...)                                               \
  gex_AM_ReplyMedium2(token, h, src, n, GEX_EVENT_NOW, 0 HYD_ARGS2(__VA_ARGS__))
#define gasnet_AMReplyMedium3(token, h, src, n, ...)                                               \
  gex_AM_ReplyMedium3(token, h, src, n, GEX_EVENT_NOW, 0 HYD_ARGS3(__VA_ARGS__))
#define gasnet_AMReplyMedium4(token, h, src, n, ...)                                               \
  gex_AM_ReplyMedium4(token, h, src, n, GEX_EVENT_NOW, 0 HYD_ARGS4(__VA_ARGS__))
#define gasnet_AMReplyMedium5(token, h, src, n, ...)                                               \
  gex_AM_ReplyMedium5(token, h, src, n, GEX_EVENT_NOW, 0 HYD_ARGS5(__VA_ARGS__))
#define gasnet_AMReplyMedium6(token, h, src, n, ...)                                               \
  gex_AM_ReplyMedium6(token, h, src, n, GEX_EVENT_NOW, 0 HYD_ARGS6(__VA_ARGS__))
#define gasnet_AMReplyMedium7(token, h, src, n, ...)                                               \
  gex_AM_ReplyMedium7(token, h, src, n, GEX_EVENT_NOW, 0 HYD_ARGS7(__VA_ARGS__))
#define gasnet_AMReplyMedium8(token, h, src, n, ...)                                               \
  gex_AM_ReplyMedium8(token, h, src, n, GEX_EVENT_NOW, 0 HYD_ARGS8(__VA_ARGS__))
#define gasnet_AMReplyMedium9(token, h, src, n, ...)                                               \
  gex_AM_ReplyMedium9(token, h, src, n, GEX_EVENT_NOW, 0 HYD_ARGS9(__VA_ARGS__))
#define gasnet_AMReplyMedium10(token, h, src, n, ...)                                              \
  gex_AM_ReplyMedium10(token, h, src, n, GEX_EVENT_NOW, 0 HYD_ARGS10(__VA_ARGS__))
#define gasnet_AMReplyMedium11(token, h, src, n, ...)                                              \
  gex_AM_ReplyMedium11(token, h, src, n, GEX_EVENT_NOW, 0 HYD_ARGS11(__VA_ARGS__))
#define gasnet_AMReplyMedium12(token, h, src, n, ...)                                              \
  gex_AM_ReplyMedium12(token, h, src, n, GEX_EVENT_NOW, 0 HYD_ARGS12(__VA_ARGS__))
#define gasnet_AMReplyMedium13(token, h, src, n, ...)                                              \
  gex_AM_ReplyMedium13(token, h, src, n, GEX_EVENT_NOW, 0 HYD_ARGS13(__VA_ARGS__))
#define gasnet_AMReplyMedium14(token, h, src, n, ...)                                              \
  gex_AM_ReplyMedium14(token, h, src, n, GEX_EVENT_NOW, 0 HYD_ARGS14(__VA_ARGS__))
#define gasnet_AMReplyMedium15(token, h, src, n, ...)                                              \
  gex_AM_ReplyMedium15(token, h, src, n, GEX_EVENT_NOW, 0 HYD_ARGS15(__VA_ARGS__))
#define gasnet_AMReplyMedium16(token, h, src, n, ...)                                              \
  gex_AM_ReplyMedium16(token, h, src, n, GEX_EVENT_NOW, 0 HYD_ARGS16(__VA_ARGS__))
#define gasnet_AMReplyLong0(token, h, src, n, dst)                                                 \
  gex_AM_ReplyLong0(token, h, src, n, dst, GEX_EVENT_NOW, 0)
#define gasnet_AMReplyLong1(token, h, src, n, dst, ...)                                            \
  gex_AM_ReplyLong1(token, h, src, n, dst, GEX_EVENT_NOW, 0 HYD_ARGS1(__VA_ARGS__))
#define gasnet_AMReplyLong2(token, h, src, n, dst, ...)                                            \
  gex_AM_ReplyLong2(token, h, src, n, dst, GEX_EVENT_NOW, 0 HYD_ARGS2(__VA_ARGS__))
#define gasnet_AMReplyLong3(token, h, src, n, dst, ...)                                            \
  gex_AM_ReplyLong3(token, h, src, n, dst, GEX_EVENT_NOW, 0 HYD_ARGS3(__VA_ARGS__))
#define gasnet_AMReplyLong4(token, h, src, n, dst, ...)                                            \
  gex_AM_ReplyLong4(token, h, src, n, dst, GEX_EVENT_NOW, 0 HYD_ARGS4(__VA_ARGS__))
#define gasnet_AMReplyLong5(token, h, src, n, dst, ...)                                            \
  gex_AM_ReplyLong5(token, h, src, n, dst, GEX_EVENT_NOW, 0 HYD_ARGS5(__VA_ARGS__))
#define gasnet_AMReplyLong6(token, h, src, n, dst, ...)                                            \
  gex_AM_ReplyLong6(token, h, src, n, dst, GEX_EVENT_NOW, 0 HYD_ARGS6(__VA_ARGS__))
#define gasnet_AMReplyLong7(token, h, src, n, dst, ...)                                            \
  gex_AM_ReplyLong7(token, h, src, n, dst, GEX_EVENT_NOW, 0 HYD_ARGS7(__VA_ARGS__))
#define gasnet_AMReplyLong8(token, h, src, n, dst, ...)                                            \
  gex_AM_ReplyLong8(token, h, src, n, dst, GEX_EVENT_NOW, 0 HYD_ARGS8(__VA_ARGS__))
#define gasnet_AMReplyLong9(token, h, src, n, dst, ...)                                            \
  gex_AM_ReplyLong9(token, h, src, n, dst, GEX_EVENT_NOW, 0 HYD_ARGS9(__VA_ARGS__))
#define gasnet_AMReplyLong10(token, h, src, n, dst, ...)                                           \
  gex_AM_ReplyLong10(token, h, src, n, dst, GEX_EVENT_NOW, 0 HYD_ARGS10(__VA_ARGS__))
#define gasnet_AMReplyLong11(token, h, src, n, dst, ...)                                           \
  gex_AM_ReplyLong11(token, h, src, n, dst, GEX_EVENT_NOW, 0 HYD_ARGS11(__VA_ARGS__))
#define gasnet_AMReplyLong12(token, h, src, n, dst, ...)                                           \
  gex_AM_ReplyLong12(token, h, src, n, dst, GEX_EVENT_NOW, 0 HYD_ARGS12(__VA_ARGS__))
#define gasnet_AMReplyLong13(token, h, src, n, dst, ...)                                           \
  gex_AM_ReplyLong13(token, h, src, n, dst, GEX_EVENT_NOW, 0 HYD_ARGS13(__VA_ARGS__))
#define gasnet_AMReplyLong14(token, h, src, n, dst, ...)                                           \
  gex_AM_ReplyLong14(token, h, src, n, dst, GEX_EVENT_NOW, 0 HYD_ARGS14(__VA_ARGS__))
#define gasnet_AMReplyLong15(token, h, src, n, dst, ...)                                           \
  gex_AM_ReplyLong15(token, h, src, n, dst, GEX_EVENT_NOW, 0 HYD_ARGS15(__VA_ARGS__))
#define gasnet_AMReplyLong16(token, h, src, n, dst, ...)                                           \
  gex_AM_ReplyLong16(token, h, src, n, dst, GEX_EVENT_NOW, 0 HYD_ARGS16(__VA_ARGS__))
#endif
