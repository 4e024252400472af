/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_srcloc_am.h: hyd_srcloc.h for the message calls, of which there is one for each number of
 * arguments; GASNet-1's become these. Not for direct inclusion.
 */
#ifndef HYD_SRCLOC_AM_H
#define HYD_SRCLOC_AM_H

#define gex_AM_RequestShort0(...) HYD_AT("gex_AM_RequestShort", gex_AM_RequestShort0(__VA_ARGS__))
#define gex_AM_RequestShort1(...) HYD_AT("gex_AM_RequestShort", gex_AM_RequestShort1(__VA_ARGS__))
#define gex_AM_RequestShort2(...) HYD_AT("gex_AM_RequestShort", gex_AM_RequestShort2(__VA_ARGS__))
#define gex_AM_RequestShort3(...) HYD_AT("gex_AM_RequestShort", gex_AM_RequestShort3(__VA_ARGS__))
#define gex_AM_RequestShort4(...) HYD_AT("gex_AM_RequestShort", gex_AM_RequestShort4(__VA_ARGS__))
#define gex_AM_RequestShort5(...) HYD_AT("gex_AM_RequestShort", gex_AM_RequestShort5(__VA_ARGS__))
#define gex_AM_RequestShort6(...) HYD_AT("gex_AM_RequestShort", gex_AM_RequestShort6(__VA_ARGS__))
#define gex_AM_RequestShort7(...) HYD_AT("gex_AM_RequestShort", gex_AM_RequestShort7(__VA_ARGS__))
#define gex_AM_RequestShort8(...) HYD_AT("gex_AM_RequestShort", gex_AM_RequestShort8(__VA_ARGS__))
#define gex_AM_RequestShort9(...) HYD_AT("gex_AM_RequestShort", gex_AM_RequestShort9(__VA_ARGS__))
#define gex_AM_RequestShort10(...) HYD_AT("gex_AM_RequestShort", gex_AM_RequestShort10(__VA_ARGS__))
#define gex_AM_RequestShort11(...) HYD_AT("gex_AM_RequestShort", gex_AM_RequestShort11(__VA_ARGS__))
#define gex_AM_RequestShort12(...) HYD_AT("gex_AM_RequestShort", gex_AM_RequestShort12(__VA_ARGS__))
#define gex_AM_RequestShort13(...) HYD_AT("gex_AM_RequestShort", gex_AM_RequestShort13(__VA_ARGS__))
#define gex_AM_RequestShort14(...) HYD_AT("gex_AM_RequestShort", gex_AM_RequestShort14(__VA_ARGS__))
#define gex_AM_RequestShort15(...) HYD_AT("gex_AM_RequestShort", gex_AM_RequestShort15(__VA_ARGS__))
#define gex_AM_RequestShort16(...) HYD_AT("gex_AM_RequestShort", gex_AM_RequestShort16(__VA_ARGS__))
#define gex_AM_RequestMedium0(...)                                                                 \
  HYD_AT("gex_AM_RequestMedium", gex_AM_RequestMedium0(__VA_ARGS__))
#define gex_AM_RequestMedium1(...)                                                                 \
  HYD_AT("gex_AM_RequestMedium", gex_AM_RequestMedium1(__VA_ARGS__))
#define gex_AM_RequestMedium2(...)                                                                 \
  HYD_AT("gex_AM_RequestMedium", gex_AM_RequestMedium2(__VA_ARGS__))
#define gex_AM_RequestMedium3(...)                                                                 \
  HYD_AT("gex_AM_RequestMedium", gex_AM_RequestMedium3(__VA_ARGS__))
#define gex_AM_RequestMedium4(...)                                                                 \
  HYD_AT("gex_AM_RequestMedium", gex_AM_RequestMedium4(__VA_ARGS__))
#define gex_AM_RequestMedium5(...)                                                                 \
  HYD_AT("gex_AM_RequestMedium", gex_AM_RequestMedium5(__VA_ARGS__))
#define gex_AM_RequestMedium6(...)                                                                 \
  HYD_AT("gex_AM_RequestMedium", gex_AM_RequestMedium6(__VA_ARGS__))
#define gex_AM_RequestMedium7(...)                                                                 \
  HYD_AT("gex_AM_RequestMedium", gex_AM_RequestMedium7(__VA_ARGS__))
#define gex_AM_RequestMedium8(...)                                                                 \
  HYD_AT("gex_AM_RequestMedium", gex_AM_RequestMedium8(__VA_ARGS__))
#define gex_AM_RequestMedium9(...)                                                                 \
  HYD_AT("gex_AM_RequestMedium", gex_AM_RequestMedium9(__VA_ARGS__))
#define gex_AM_RequestMedium10(...)                                                                \
  HYD_AT("gex_AM_RequestMedium", gex_AM_RequestMedium10(__VA_ARGS__))
#define gex_AM_RequestMedium11(...)                                                                \
  HYD_AT("gex_AM_RequestMedium", gex_AM_RequestMedium11(__VA_ARGS__))
#define gex_AM_RequestMedium12(...)                                                                \
  HYD_AT("gex_AM_RequestMedium", gex_AM_RequestMedium12(__VA_ARGS__))
#define gex_AM_RequestMedium13(...)                                                                \
  HYD_AT("gex_AM_RequestMedium", gex_AM_RequestMedium13(__VA_ARGS__))
#define gex_AM_RequestMedium14(...)                                                                \
  HYD_AT("gex_AM_RequestMedium", gex_AM_RequestMedium14(__VA_ARGS__))
#define gex_AM_RequestMedium15(...)                                                                \
  HYD_AT("gex_AM_RequestMedium", gex_AM_RequestMedium15(__VA_ARGS__))
#define gex_AM_RequestMedium16(...)                                                                \
  HYD_AT("gex_AM_RequestMedium", gex_AM_RequestMedium16(__VA_ARGS__))
#define gex_AM_RequestLong0(...) HYD_AT("gex_AM_RequestLong", gex_AM_RequestLong0(__VA_ARGS__))
#define gex_AM_RequestLong1(...) HYD_AT("gex_AM_RequestLong", gex_AM_RequestLong1(__VA_ARGS__))
#define gex_AM_RequestLong2(...) HYD_AT("gex_AM_RequestLong", gex_AM_RequestLong2(__VA_ARGS__))
#define gex_AM_RequestLong3(...) HYD_AT("gex_AM_RequestLong", gex_AM_RequestLong3(__VA_ARGS__))
#define gex_AM_RequestLong4(...) HYD_AT("gex_AM_RequestLong", gex_AM_RequestLong4(__VA_ARGS__))
#define gex_AM_RequestLong5(...) HYD_AT("gex_AM_RequestLong", gex_AM_RequestLong5(__VA_ARGS__))
#define gex_AM_RequestLong6(...) HYD_AT("gex_AM_RequestLong", gex_AM_RequestLong6(__VA_ARGS__))
#define gex_AM_RequestLong7(...) HYD_AT("gex_AM_RequestLong", gex_AM_RequestLong7(__VA_ARGS__))
#define gex_AM_RequestLong8(...) HYD_AT("gex_AM_RequestLong", gex_AM_RequestLong8(__VA_ARGS__))
#define gex_AM_RequestLong9(...) HYD_AT("gex_AM_RequestLong", gex_AM_RequestLong9(__VA_ARGS__))
#define gex_AM_RequestLong10(...) HYD_AT("gex_AM_RequestLong", gex_AM_RequestLong10(__VA_ARGS__))
#define gex_AM_RequestLong11(...) HYD_AT("gex_AM_RequestLong", gex_AM_RequestLong11(__VA_ARGS__))
#define gex_AM_RequestLong12(...) HYD_AT("gex_AM_RequestLong", gex_AM_RequestLong12(__VA_ARGS__))
#define gex_AM_RequestLong13(...) HYD_AT("gex_AM_RequestLong", gex_AM_RequestLong13(__VA_ARGS__))
#define gex_AM_RequestLong14(...) HYD_AT("gex_AM_RequestLong", gex_AM_RequestLong14(__VA_ARGS__))
#define gex_AM_RequestLong15(...) HYD_AT("gex_AM_RequestLong", gex_AM_RequestLong15(__VA_ARGS__))
#define gex_AM_RequestLong16(...) HYD_AT("gex_AM_RequestLong", gex_AM_RequestLong16(__VA_ARGS__))
#define gex_AM_ReplyShort0(...) HYD_AT("gex_AM_ReplyShort", gex_AM_ReplyShort0(__VA_ARGS__))
#define gex_AM_ReplyShort1(...) HYD_AT("gex_AM_ReplyShort", gex_AM_ReplyShort1(__VA_ARGS__))
#define gex_AM_ReplyShort2(...) HYD_AT("gex_AM_ReplyShort", gex_AM_ReplyShort2(__VA_ARGS__))
#define gex_AM_ReplyShort3(...) HYD_AT("gex_AM_ReplyShort", gex_AM_ReplyShort3(__VA_ARGS__))
#define gex_AM_ReplyShort4(...) HYD_AT("gex_AM_ReplyShort", gex_AM_ReplyShort4(__VA_ARGS__))
#define gex_AM_ReplyShort5(...) HYD_AT("gex_AM_ReplyShort", gex_AM_ReplyShort5(__VA_ARGS__))
#define gex_AM_ReplyShort6(...) HYD_AT("gex_AM_ReplyShort", gex_AM_ReplyShort6(__VA_ARGS__))
#define gex_AM_ReplyShort7(...) HYD_AT("gex_AM_ReplyShort", gex_AM_ReplyShort7(__VA_ARGS__))
#define gex_AM_ReplyShort8(...) HYD_AT("gex_AM_ReplyShort", gex_AM_ReplyShort8(__VA_ARGS__))
#define gex_AM_ReplyShort9(...) HYD_AT("gex_AM_ReplyShort", gex_AM_ReplyShort9(__VA_ARGS__))
#define gex_AM_ReplyShort10(...) HYD_AT("gex_AM_ReplyShort", gex_AM_ReplyShort10(__VA_ARGS__))
#define gex_AM_ReplyShort11(...) HYD_AT("gex_AM_ReplyShort", gex_AM_ReplyShort11(__VA_ARGS__))
#define gex_AM_ReplyShort12(...) HYD_AT("gex_AM_ReplyShort", gex_AM_ReplyShort12(__VA_ARGS__))
#define gex_AM_ReplyShort13(...) HYD_AT("gex_AM_ReplyShort", gex_AM_ReplyShort13(__VA_ARGS__))
#define gex_AM_ReplyShort14(...) HYD_AT("gex_AM_ReplyShort", gex_AM_ReplyShort14(__VA_ARGS__))
#define gex_AM_ReplyShort15(...) HYD_AT("gex_AM_ReplyShort", gex_AM_ReplyShort15(__VA_ARGS__))
#define gex_AM_ReplyShort16(...) HYD_AT("gex_AM_ReplyShort", gex_AM_ReplyShort16(__VA_ARGS__))
#define gex_AM_ReplyMedium0(...) HYD_AT("gex_AM_ReplyMedium", gex_AM_ReplyMedium0(__VA_ARGS__))
#define gex_AM_ReplyMedium1(...) HYD_AT("gex_AM_ReplyMedium", gex_AM_ReplyMedium1(__VA_ARGS__))
#define gex_AM_ReplyMedium2(...) HYD_AT("gex_AM_ReplyMedium", gex_AM_ReplyMedium2(__VA_ARGS__))
#define gex_AM_ReplyMedium3(...) HYD_AT("gex_AM_ReplyMedium", gex_AM_ReplyMedium3(__VA_ARGS__))
#define gex_AM_ReplyMedium4(...) HYD_AT("gex_AM_ReplyMedium", gex_AM_ReplyMedium4(__VA_ARGS__))
#define gex_AM_ReplyMedium5(...) HYD_AT("gex_AM_ReplyMedium", gex_AM_ReplyMedium5(__VA_ARGS__))
#define gex_AM_ReplyMedium6(...) HYD_AT("gex_AM_ReplyMedium", gex_AM_ReplyMedium6(__VA_ARGS__))
#define gex_AM_ReplyMedium7(...) HYD_AT("gex_AM_ReplyMedium", gex_AM_ReplyMedium7(__VA_ARGS__))
#define gex_AM_ReplyMedium8(...) HYD_AT("gex_AM_ReplyMedium", gex_AM_ReplyMedium8(__VA_ARGS__))
#define gex_AM_ReplyMedium9(...) HYD_AT("gex_AM_ReplyMedium", gex_AM_ReplyMedium9(__VA_ARGS__))
#define gex_AM_ReplyMedium10(...) HYD_AT("gex_AM_ReplyMedium", gex_AM_ReplyMedium10(__VA_ARGS__))
#define gex_AM_ReplyMedium11(...) HYD_AT("gex_AM_ReplyMedium", gex_AM_ReplyMedium11(__VA_ARGS__))
#define gex_AM_ReplyMedium12(...) HYD_AT("gex_AM_ReplyMedium", gex_AM_ReplyMedium12(__VA_ARGS__))
#define gex_AM_ReplyMedium13(...) HYD_AT("gex_AM_ReplyMedium", gex_AM_ReplyMedium13(__VA_ARGS__))
#define gex_AM_ReplyMedium14(...) HYD_AT("gex_AM_ReplyMedium", gex_AM_ReplyMedium14(__VA_ARGS__))
#define gex_AM_ReplyMedium15(...) HYD_AT("gex_AM_ReplyMedium", gex_AM_ReplyMedium15(__VA_ARGS__))
#define gex_AM_ReplyMedium16(...) HYD_AT("gex_AM_ReplyMedium", gex_AM_ReplyMedium16(__VA_ARGS__))
#define gex_AM_ReplyLong0(...) HYD_AT("gex_AM_ReplyLong", gex_AM_ReplyLong0(__VA_ARGS__))
#define gex_AM_ReplyLong1(...) HYD_AT("gex_AM_ReplyLong", gex_AM_ReplyLong1(__VA_ARGS__))
#define gex_AM_ReplyLong2(...) HYD_AT("gex_AM_ReplyLong", gex_AM_ReplyLong2(__VA_ARGS__))
#define gex_AM_ReplyLong3(...) HYD_AT("gex_AM_ReplyLong", gex_AM_ReplyLong3(__VA_ARGS__))
#define gex_AM_ReplyLong4(...) HYD_AT("gex_AM_ReplyLong", gex_AM_ReplyLong4(__VA_ARGS__))
#define gex_AM_ReplyLong5(...) HYD_AT("gex_AM_ReplyLong", gex_AM_ReplyLong5(__VA_ARGS__))
#define gex_AM_ReplyLong6(...) HYD_AT("gex_AM_ReplyLong", gex_AM_ReplyLong6(__VA_ARGS__))
#define gex_AM_ReplyLong7(...) HYD_AT("gex_AM_ReplyLong", gex_AM_ReplyLong7(__VA_ARGS__))
#define gex_AM_ReplyLong8(...) HYD_AT("gex_AM_ReplyLong", gex_AM_ReplyLong8(__VA_ARGS__))
#define gex_AM_ReplyLong9(...) HYD_AT("gex_AM_ReplyLong", gex_AM_ReplyLong9(__VA_ARGS__))
#define gex_AM_ReplyLong10(...) HYD_AT("gex_AM_ReplyLong", gex_AM_ReplyLong10(__VA_ARGS__))
#define gex_AM_ReplyLong11(...) HYD_AT("gex_AM_ReplyLong", gex_AM_ReplyLong11(__VA_ARGS__))
#define gex_AM_ReplyLong12(...) HYD_AT("gex_AM_ReplyLong", gex_AM_ReplyLong12(__VA_ARGS__))
#define gex_AM_ReplyLong13(...) HYD_AT("gex_AM_ReplyLong", gex_AM_ReplyLong13(__VA_ARGS__))
#define gex_AM_ReplyLong14(...) HYD_AT("gex_AM_ReplyLong", gex_AM_ReplyLong14(__VA_ARGS__))
#define gex_AM_ReplyLong15(...) HYD_AT("gex_AM_ReplyLong", gex_AM_ReplyLong15(__VA_ARGS__))
#define gex_AM_ReplyLong16(...) HYD_AT("gex_AM_ReplyLong", gex_AM_ReplyLong16(__VA_ARGS__))

#endif
