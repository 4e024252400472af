/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ffi_calls.c: the calls that are inline or macros in C, as symbols of their names. Made by generate.py.
 */
/* clang-format off */
#include "ffi.h"


FFI_CALL(void *, GASNETT_FAST_ALIGNED_MEMCPY, (void *dst, const void *src, size_t n), GASNETT_FAST_ALIGNED_MEMCPY(dst,
    src, n))
FFI_CALL(void *, GASNETT_FAST_UNALIGNED_MEMCPY, (void *dst, const void *src, size_t n),
    GASNETT_FAST_UNALIGNED_MEMCPY(dst, src, n))
FFI_VOID(GASNETT_STATS_DUMP, (int reset), GASNETT_STATS_DUMP(reset))
FFI_CALL(const char *, GASNETT_STATS_GETMASK, (void), GASNETT_STATS_GETMASK())
FFI_CALL(int, GASNETT_STATS_INIT, (void (*callback)(void (*)(const char *, ...))), GASNETT_STATS_INIT(callback))
FFI_VOID(GASNETT_STATS_SETMASK, (const char *mask), GASNETT_STATS_SETMASK(mask))
FFI_VOID(GASNETT_TRACE_FREEZESOURCELINE, (void), GASNETT_TRACE_FREEZESOURCELINE())
FFI_CALL(const char *, GASNETT_TRACE_GETMASK, (void), GASNETT_TRACE_GETMASK())
FFI_VOID(GASNETT_TRACE_GETSOURCELINE, (const char **file_p, unsigned *line_p), GASNETT_TRACE_GETSOURCELINE(file_p,
    line_p))
FFI_CALL(int, GASNETT_TRACE_GET_TRACELOCAL, (void), GASNETT_TRACE_GET_TRACELOCAL())
FFI_VOID(GASNETT_TRACE_SETMASK, (const char *mask), GASNETT_TRACE_SETMASK(mask))
FFI_VOID(GASNETT_TRACE_SETSOURCELINE, (const char *file, unsigned line), GASNETT_TRACE_SETSOURCELINE(file, line))
FFI_VOID(GASNETT_TRACE_SET_TRACELOCAL, (int on), GASNETT_TRACE_SET_TRACELOCAL(on))
FFI_VOID(GASNETT_TRACE_UNFREEZESOURCELINE, (void), GASNETT_TRACE_UNFREEZESOURCELINE())
FFI_VOID(GASNETT_VALUE_ASSIGN, (void *dst, uint64_t value, size_t n), GASNETT_VALUE_ASSIGN(dst, value, n))
FFI_CALL(gasnet_threadinfo_t, GASNET_GET_THREADINFO, (void), GASNET_GET_THREADINFO())
FFI_CALL(gex_OP_t, GEX_OP_TO_FETCHING, (gex_OP_t op), GEX_OP_TO_FETCHING(op))
FFI_CALL(gex_OP_t, GEX_OP_TO_NONFETCHING, (gex_OP_t op), GEX_OP_TO_NONFETCHING(op))
FFI_VOID(_gasneti_threadkey_init, (void **cell), _gasneti_threadkey_init(cell))
FFI_CALL(size_t, gasnet_AMMaxArgs, (void), gasnet_AMMaxArgs())
FFI_CALL(size_t, gasnet_AMMaxLongReply, (void), gasnet_AMMaxLongReply())
FFI_CALL(size_t, gasnet_AMMaxLongRequest, (void), gasnet_AMMaxLongRequest())
FFI_CALL(size_t, gasnet_AMMaxMedium, (void), gasnet_AMMaxMedium())
FFI_CALL(int, gasnet_AMReplyLong0, (gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, void *dst),
    gasnet_AMReplyLong0(token, h, src, n, dst))
FFI_CALL(int, gasnet_AMReplyLong1, (gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0), gasnet_AMReplyLong1(token, h, src, n, dst, a0))
FFI_CALL(int, gasnet_AMReplyLong2, (gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1), gasnet_AMReplyLong2(token, h, src, n, dst, a0, a1))
FFI_CALL(int, gasnet_AMReplyLong3, (gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2), gasnet_AMReplyLong3(token, h, src, n, dst,
    a0, a1, a2))
FFI_CALL(int, gasnet_AMReplyLong4, (gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3),
    gasnet_AMReplyLong4(token, h, src, n, dst, a0, a1, a2, a3))
FFI_CALL(int, gasnet_AMReplyLong5, (gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4), gasnet_AMReplyLong5(token, h, src, n, dst, a0, a1, a2, a3, a4))
FFI_CALL(int, gasnet_AMReplyLong6, (gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5), gasnet_AMReplyLong6(token, h, src, n, dst, a0, a1, a2, a3, a4, a5))
FFI_CALL(int, gasnet_AMReplyLong7, (gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6), gasnet_AMReplyLong7(token, h, src, n, dst,
    a0, a1, a2, a3, a4, a5, a6))
FFI_CALL(int, gasnet_AMReplyLong8, (gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7),
    gasnet_AMReplyLong8(token, h, src, n, dst, a0, a1, a2, a3, a4, a5, a6, a7))
FFI_CALL(int, gasnet_AMReplyLong9, (gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8), gasnet_AMReplyLong9(token, h, src, n, dst, a0, a1, a2, a3, a4, a5, a6, a7, a8))
FFI_CALL(int, gasnet_AMReplyLong10, (gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9), gasnet_AMReplyLong10(token, h, src, n, dst, a0, a1, a2, a3, a4, a5,
    a6, a7, a8, a9))
FFI_CALL(int, gasnet_AMReplyLong11, (gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10), gasnet_AMReplyLong11(token, h, src, n,
    dst, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10))
FFI_CALL(int, gasnet_AMReplyLong12, (gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11),
    gasnet_AMReplyLong12(token, h, src, n, dst, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11))
FFI_CALL(int, gasnet_AMReplyLong13, (gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11,
    gasnet_handlerarg_t a12), gasnet_AMReplyLong13(token, h, src, n, dst, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10,
    a11, a12))
FFI_CALL(int, gasnet_AMReplyLong14, (gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11,
    gasnet_handlerarg_t a12, gasnet_handlerarg_t a13), gasnet_AMReplyLong14(token, h, src, n, dst, a0, a1, a2, a3, a4,
    a5, a6, a7, a8, a9, a10, a11, a12, a13))
FFI_CALL(int, gasnet_AMReplyLong15, (gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11,
    gasnet_handlerarg_t a12, gasnet_handlerarg_t a13, gasnet_handlerarg_t a14), gasnet_AMReplyLong15(token, h, src, n,
    dst, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14))
FFI_CALL(int, gasnet_AMReplyLong16, (gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11,
    gasnet_handlerarg_t a12, gasnet_handlerarg_t a13, gasnet_handlerarg_t a14, gasnet_handlerarg_t a15),
    gasnet_AMReplyLong16(token, h, src, n, dst, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15))
FFI_CALL(int, gasnet_AMReplyMedium0, (gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n),
    gasnet_AMReplyMedium0(token, h, src, n))
FFI_CALL(int, gasnet_AMReplyMedium1, (gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n,
    gasnet_handlerarg_t a0), gasnet_AMReplyMedium1(token, h, src, n, a0))
FFI_CALL(int, gasnet_AMReplyMedium2, (gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1), gasnet_AMReplyMedium2(token, h, src, n, a0, a1))
FFI_CALL(int, gasnet_AMReplyMedium3, (gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2), gasnet_AMReplyMedium3(token, h, src, n, a0,
    a1, a2))
FFI_CALL(int, gasnet_AMReplyMedium4, (gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3),
    gasnet_AMReplyMedium4(token, h, src, n, a0, a1, a2, a3))
FFI_CALL(int, gasnet_AMReplyMedium5, (gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4), gasnet_AMReplyMedium5(token, h, src, n, a0, a1, a2, a3, a4))
FFI_CALL(int, gasnet_AMReplyMedium6, (gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5), gasnet_AMReplyMedium6(token, h, src, n, a0, a1, a2, a3, a4, a5))
FFI_CALL(int, gasnet_AMReplyMedium7, (gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6), gasnet_AMReplyMedium7(token, h, src, n, a0,
    a1, a2, a3, a4, a5, a6))
FFI_CALL(int, gasnet_AMReplyMedium8, (gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7),
    gasnet_AMReplyMedium8(token, h, src, n, a0, a1, a2, a3, a4, a5, a6, a7))
FFI_CALL(int, gasnet_AMReplyMedium9, (gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8), gasnet_AMReplyMedium9(token, h, src, n, a0, a1, a2, a3, a4, a5, a6, a7, a8))
FFI_CALL(int, gasnet_AMReplyMedium10, (gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9), gasnet_AMReplyMedium10(token, h, src, n, a0, a1, a2, a3, a4, a5,
    a6, a7, a8, a9))
FFI_CALL(int, gasnet_AMReplyMedium11, (gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10), gasnet_AMReplyMedium11(token, h, src, n,
    a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10))
FFI_CALL(int, gasnet_AMReplyMedium12, (gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11),
    gasnet_AMReplyMedium12(token, h, src, n, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11))
FFI_CALL(int, gasnet_AMReplyMedium13, (gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11,
    gasnet_handlerarg_t a12), gasnet_AMReplyMedium13(token, h, src, n, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11,
    a12))
FFI_CALL(int, gasnet_AMReplyMedium14, (gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11,
    gasnet_handlerarg_t a12, gasnet_handlerarg_t a13), gasnet_AMReplyMedium14(token, h, src, n, a0, a1, a2, a3, a4, a5,
    a6, a7, a8, a9, a10, a11, a12, a13))
FFI_CALL(int, gasnet_AMReplyMedium15, (gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11,
    gasnet_handlerarg_t a12, gasnet_handlerarg_t a13, gasnet_handlerarg_t a14), gasnet_AMReplyMedium15(token, h, src, n,
    a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14))
FFI_CALL(int, gasnet_AMReplyMedium16, (gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11,
    gasnet_handlerarg_t a12, gasnet_handlerarg_t a13, gasnet_handlerarg_t a14, gasnet_handlerarg_t a15),
    gasnet_AMReplyMedium16(token, h, src, n, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15))
FFI_CALL(int, gasnet_AMReplyShort0, (gasnet_token_t token, gasnet_handler_t h), gasnet_AMReplyShort0(token, h))
FFI_CALL(int, gasnet_AMReplyShort1, (gasnet_token_t token, gasnet_handler_t h, gasnet_handlerarg_t a0),
    gasnet_AMReplyShort1(token, h, a0))
FFI_CALL(int, gasnet_AMReplyShort2, (gasnet_token_t token, gasnet_handler_t h, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1), gasnet_AMReplyShort2(token, h, a0, a1))
FFI_CALL(int, gasnet_AMReplyShort3, (gasnet_token_t token, gasnet_handler_t h, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2), gasnet_AMReplyShort3(token, h, a0, a1, a2))
FFI_CALL(int, gasnet_AMReplyShort4, (gasnet_token_t token, gasnet_handler_t h, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3), gasnet_AMReplyShort4(token, h, a0, a1, a2,
    a3))
FFI_CALL(int, gasnet_AMReplyShort5, (gasnet_token_t token, gasnet_handler_t h, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4),
    gasnet_AMReplyShort5(token, h, a0, a1, a2, a3, a4))
FFI_CALL(int, gasnet_AMReplyShort6, (gasnet_token_t token, gasnet_handler_t h, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5), gasnet_AMReplyShort6(token, h, a0, a1, a2, a3, a4, a5))
FFI_CALL(int, gasnet_AMReplyShort7, (gasnet_token_t token, gasnet_handler_t h, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6), gasnet_AMReplyShort7(token, h, a0, a1, a2, a3, a4, a5, a6))
FFI_CALL(int, gasnet_AMReplyShort8, (gasnet_token_t token, gasnet_handler_t h, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7), gasnet_AMReplyShort8(token, h, a0, a1, a2,
    a3, a4, a5, a6, a7))
FFI_CALL(int, gasnet_AMReplyShort9, (gasnet_token_t token, gasnet_handler_t h, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8),
    gasnet_AMReplyShort9(token, h, a0, a1, a2, a3, a4, a5, a6, a7, a8))
FFI_CALL(int, gasnet_AMReplyShort10, (gasnet_token_t token, gasnet_handler_t h, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8,
    gasnet_handlerarg_t a9), gasnet_AMReplyShort10(token, h, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9))
FFI_CALL(int, gasnet_AMReplyShort11, (gasnet_token_t token, gasnet_handler_t h, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8,
    gasnet_handlerarg_t a9, gasnet_handlerarg_t a10), gasnet_AMReplyShort11(token, h, a0, a1, a2, a3, a4, a5, a6, a7,
    a8, a9, a10))
FFI_CALL(int, gasnet_AMReplyShort12, (gasnet_token_t token, gasnet_handler_t h, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8,
    gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11), gasnet_AMReplyShort12(token, h, a0, a1,
    a2, a3, a4, a5, a6, a7, a8, a9, a10, a11))
FFI_CALL(int, gasnet_AMReplyShort13, (gasnet_token_t token, gasnet_handler_t h, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8,
    gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12),
    gasnet_AMReplyShort13(token, h, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12))
FFI_CALL(int, gasnet_AMReplyShort14, (gasnet_token_t token, gasnet_handler_t h, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8,
    gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12,
    gasnet_handlerarg_t a13), gasnet_AMReplyShort14(token, h, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12,
    a13))
FFI_CALL(int, gasnet_AMReplyShort15, (gasnet_token_t token, gasnet_handler_t h, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8,
    gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12,
    gasnet_handlerarg_t a13, gasnet_handlerarg_t a14), gasnet_AMReplyShort15(token, h, a0, a1, a2, a3, a4, a5, a6, a7,
    a8, a9, a10, a11, a12, a13, a14))
FFI_CALL(int, gasnet_AMReplyShort16, (gasnet_token_t token, gasnet_handler_t h, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8,
    gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12,
    gasnet_handlerarg_t a13, gasnet_handlerarg_t a14, gasnet_handlerarg_t a15), gasnet_AMReplyShort16(token, h, a0, a1,
    a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15))
FFI_CALL(int, gasnet_AMRequestLong0, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst),
    gasnet_AMRequestLong0(dest, h, src, n, dst))
FFI_CALL(int, gasnet_AMRequestLong1, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0), gasnet_AMRequestLong1(dest, h, src, n, dst, a0))
FFI_CALL(int, gasnet_AMRequestLong2, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1), gasnet_AMRequestLong2(dest, h, src, n, dst, a0, a1))
FFI_CALL(int, gasnet_AMRequestLong3, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2), gasnet_AMRequestLong3(dest, h, src, n, dst,
    a0, a1, a2))
FFI_CALL(int, gasnet_AMRequestLong4, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3),
    gasnet_AMRequestLong4(dest, h, src, n, dst, a0, a1, a2, a3))
FFI_CALL(int, gasnet_AMRequestLong5, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4), gasnet_AMRequestLong5(dest, h, src, n, dst, a0, a1, a2, a3, a4))
FFI_CALL(int, gasnet_AMRequestLong6, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5), gasnet_AMRequestLong6(dest, h, src, n, dst, a0, a1, a2, a3, a4,
    a5))
FFI_CALL(int, gasnet_AMRequestLong7, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6), gasnet_AMRequestLong7(dest, h, src, n, dst,
    a0, a1, a2, a3, a4, a5, a6))
FFI_CALL(int, gasnet_AMRequestLong8, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7),
    gasnet_AMRequestLong8(dest, h, src, n, dst, a0, a1, a2, a3, a4, a5, a6, a7))
FFI_CALL(int, gasnet_AMRequestLong9, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8), gasnet_AMRequestLong9(dest, h, src, n, dst, a0, a1, a2, a3, a4, a5, a6, a7, a8))
FFI_CALL(int, gasnet_AMRequestLong10, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9), gasnet_AMRequestLong10(dest, h, src, n, dst, a0, a1, a2, a3, a4,
    a5, a6, a7, a8, a9))
FFI_CALL(int, gasnet_AMRequestLong11, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10), gasnet_AMRequestLong11(dest, h, src, n,
    dst, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10))
FFI_CALL(int, gasnet_AMRequestLong12, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11),
    gasnet_AMRequestLong12(dest, h, src, n, dst, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11))
FFI_CALL(int, gasnet_AMRequestLong13, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11,
    gasnet_handlerarg_t a12), gasnet_AMRequestLong13(dest, h, src, n, dst, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10,
    a11, a12))
FFI_CALL(int, gasnet_AMRequestLong14, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11,
    gasnet_handlerarg_t a12, gasnet_handlerarg_t a13), gasnet_AMRequestLong14(dest, h, src, n, dst, a0, a1, a2, a3, a4,
    a5, a6, a7, a8, a9, a10, a11, a12, a13))
FFI_CALL(int, gasnet_AMRequestLong15, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11,
    gasnet_handlerarg_t a12, gasnet_handlerarg_t a13, gasnet_handlerarg_t a14), gasnet_AMRequestLong15(dest, h, src, n,
    dst, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14))
FFI_CALL(int, gasnet_AMRequestLong16, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11,
    gasnet_handlerarg_t a12, gasnet_handlerarg_t a13, gasnet_handlerarg_t a14, gasnet_handlerarg_t a15),
    gasnet_AMRequestLong16(dest, h, src, n, dst, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15))
FFI_CALL(int, gasnet_AMRequestLongAsync0, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n,
    void *dst), gasnet_AMRequestLongAsync0(dest, h, src, n, dst))
FFI_CALL(int, gasnet_AMRequestLongAsync1, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0), gasnet_AMRequestLongAsync1(dest, h, src, n, dst, a0))
FFI_CALL(int, gasnet_AMRequestLongAsync2, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1), gasnet_AMRequestLongAsync2(dest, h, src, n, dst, a0, a1))
FFI_CALL(int, gasnet_AMRequestLongAsync3, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2), gasnet_AMRequestLongAsync3(dest, h, src, n,
    dst, a0, a1, a2))
FFI_CALL(int, gasnet_AMRequestLongAsync4, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3),
    gasnet_AMRequestLongAsync4(dest, h, src, n, dst, a0, a1, a2, a3))
FFI_CALL(int, gasnet_AMRequestLongAsync5, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4), gasnet_AMRequestLongAsync5(dest, h, src, n, dst, a0, a1, a2, a3, a4))
FFI_CALL(int, gasnet_AMRequestLongAsync6, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5), gasnet_AMRequestLongAsync6(dest, h, src, n, dst, a0, a1, a2, a3,
    a4, a5))
FFI_CALL(int, gasnet_AMRequestLongAsync7, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6), gasnet_AMRequestLongAsync7(dest, h, src, n,
    dst, a0, a1, a2, a3, a4, a5, a6))
FFI_CALL(int, gasnet_AMRequestLongAsync8, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7),
    gasnet_AMRequestLongAsync8(dest, h, src, n, dst, a0, a1, a2, a3, a4, a5, a6, a7))
FFI_CALL(int, gasnet_AMRequestLongAsync9, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8), gasnet_AMRequestLongAsync9(dest, h, src, n, dst, a0, a1, a2, a3, a4, a5, a6, a7, a8))
FFI_CALL(int, gasnet_AMRequestLongAsync10, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n,
    void *dst, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9), gasnet_AMRequestLongAsync10(dest, h, src, n, dst, a0, a1, a2, a3,
    a4, a5, a6, a7, a8, a9))
FFI_CALL(int, gasnet_AMRequestLongAsync11, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n,
    void *dst, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10), gasnet_AMRequestLongAsync11(dest, h, src,
    n, dst, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10))
FFI_CALL(int, gasnet_AMRequestLongAsync12, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n,
    void *dst, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11),
    gasnet_AMRequestLongAsync12(dest, h, src, n, dst, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11))
FFI_CALL(int, gasnet_AMRequestLongAsync13, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n,
    void *dst, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11,
    gasnet_handlerarg_t a12), gasnet_AMRequestLongAsync13(dest, h, src, n, dst, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9,
    a10, a11, a12))
FFI_CALL(int, gasnet_AMRequestLongAsync14, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n,
    void *dst, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11,
    gasnet_handlerarg_t a12, gasnet_handlerarg_t a13), gasnet_AMRequestLongAsync14(dest, h, src, n, dst, a0, a1, a2, a3,
    a4, a5, a6, a7, a8, a9, a10, a11, a12, a13))
FFI_CALL(int, gasnet_AMRequestLongAsync15, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n,
    void *dst, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11,
    gasnet_handlerarg_t a12, gasnet_handlerarg_t a13, gasnet_handlerarg_t a14), gasnet_AMRequestLongAsync15(dest, h,
    src, n, dst, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14))
FFI_CALL(int, gasnet_AMRequestLongAsync16, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n,
    void *dst, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11,
    gasnet_handlerarg_t a12, gasnet_handlerarg_t a13, gasnet_handlerarg_t a14, gasnet_handlerarg_t a15),
    gasnet_AMRequestLongAsync16(dest, h, src, n, dst, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14,
    a15))
FFI_CALL(int, gasnet_AMRequestMedium0, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n),
    gasnet_AMRequestMedium0(dest, h, src, n))
FFI_CALL(int, gasnet_AMRequestMedium1, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n,
    gasnet_handlerarg_t a0), gasnet_AMRequestMedium1(dest, h, src, n, a0))
FFI_CALL(int, gasnet_AMRequestMedium2, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1), gasnet_AMRequestMedium2(dest, h, src, n, a0, a1))
FFI_CALL(int, gasnet_AMRequestMedium3, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2), gasnet_AMRequestMedium3(dest, h, src, n,
    a0, a1, a2))
FFI_CALL(int, gasnet_AMRequestMedium4, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3),
    gasnet_AMRequestMedium4(dest, h, src, n, a0, a1, a2, a3))
FFI_CALL(int, gasnet_AMRequestMedium5, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4), gasnet_AMRequestMedium5(dest, h, src, n, a0, a1, a2, a3, a4))
FFI_CALL(int, gasnet_AMRequestMedium6, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5), gasnet_AMRequestMedium6(dest, h, src, n, a0, a1, a2, a3, a4, a5))
FFI_CALL(int, gasnet_AMRequestMedium7, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6), gasnet_AMRequestMedium7(dest, h, src, n,
    a0, a1, a2, a3, a4, a5, a6))
FFI_CALL(int, gasnet_AMRequestMedium8, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7),
    gasnet_AMRequestMedium8(dest, h, src, n, a0, a1, a2, a3, a4, a5, a6, a7))
FFI_CALL(int, gasnet_AMRequestMedium9, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8), gasnet_AMRequestMedium9(dest, h, src, n, a0, a1, a2, a3, a4, a5, a6, a7, a8))
FFI_CALL(int, gasnet_AMRequestMedium10, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9), gasnet_AMRequestMedium10(dest, h, src, n, a0, a1, a2, a3, a4, a5,
    a6, a7, a8, a9))
FFI_CALL(int, gasnet_AMRequestMedium11, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10), gasnet_AMRequestMedium11(dest, h, src, n,
    a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10))
FFI_CALL(int, gasnet_AMRequestMedium12, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11),
    gasnet_AMRequestMedium12(dest, h, src, n, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11))
FFI_CALL(int, gasnet_AMRequestMedium13, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11,
    gasnet_handlerarg_t a12), gasnet_AMRequestMedium13(dest, h, src, n, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10,
    a11, a12))
FFI_CALL(int, gasnet_AMRequestMedium14, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11,
    gasnet_handlerarg_t a12, gasnet_handlerarg_t a13), gasnet_AMRequestMedium14(dest, h, src, n, a0, a1, a2, a3, a4, a5,
    a6, a7, a8, a9, a10, a11, a12, a13))
FFI_CALL(int, gasnet_AMRequestMedium15, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11,
    gasnet_handlerarg_t a12, gasnet_handlerarg_t a13, gasnet_handlerarg_t a14), gasnet_AMRequestMedium15(dest, h, src,
    n, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14))
FFI_CALL(int, gasnet_AMRequestMedium16, (gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11,
    gasnet_handlerarg_t a12, gasnet_handlerarg_t a13, gasnet_handlerarg_t a14, gasnet_handlerarg_t a15),
    gasnet_AMRequestMedium16(dest, h, src, n, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15))
FFI_CALL(int, gasnet_AMRequestShort0, (gasnet_node_t dest, gasnet_handler_t h), gasnet_AMRequestShort0(dest, h))
FFI_CALL(int, gasnet_AMRequestShort1, (gasnet_node_t dest, gasnet_handler_t h, gasnet_handlerarg_t a0),
    gasnet_AMRequestShort1(dest, h, a0))
FFI_CALL(int, gasnet_AMRequestShort2, (gasnet_node_t dest, gasnet_handler_t h, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1), gasnet_AMRequestShort2(dest, h, a0, a1))
FFI_CALL(int, gasnet_AMRequestShort3, (gasnet_node_t dest, gasnet_handler_t h, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2), gasnet_AMRequestShort3(dest, h, a0, a1, a2))
FFI_CALL(int, gasnet_AMRequestShort4, (gasnet_node_t dest, gasnet_handler_t h, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3), gasnet_AMRequestShort4(dest, h, a0, a1, a2,
    a3))
FFI_CALL(int, gasnet_AMRequestShort5, (gasnet_node_t dest, gasnet_handler_t h, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4),
    gasnet_AMRequestShort5(dest, h, a0, a1, a2, a3, a4))
FFI_CALL(int, gasnet_AMRequestShort6, (gasnet_node_t dest, gasnet_handler_t h, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5), gasnet_AMRequestShort6(dest, h, a0, a1, a2, a3, a4, a5))
FFI_CALL(int, gasnet_AMRequestShort7, (gasnet_node_t dest, gasnet_handler_t h, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6), gasnet_AMRequestShort7(dest, h, a0, a1, a2, a3, a4, a5, a6))
FFI_CALL(int, gasnet_AMRequestShort8, (gasnet_node_t dest, gasnet_handler_t h, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7), gasnet_AMRequestShort8(dest, h, a0, a1, a2,
    a3, a4, a5, a6, a7))
FFI_CALL(int, gasnet_AMRequestShort9, (gasnet_node_t dest, gasnet_handler_t h, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8),
    gasnet_AMRequestShort9(dest, h, a0, a1, a2, a3, a4, a5, a6, a7, a8))
FFI_CALL(int, gasnet_AMRequestShort10, (gasnet_node_t dest, gasnet_handler_t h, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8,
    gasnet_handlerarg_t a9), gasnet_AMRequestShort10(dest, h, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9))
FFI_CALL(int, gasnet_AMRequestShort11, (gasnet_node_t dest, gasnet_handler_t h, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8,
    gasnet_handlerarg_t a9, gasnet_handlerarg_t a10), gasnet_AMRequestShort11(dest, h, a0, a1, a2, a3, a4, a5, a6, a7,
    a8, a9, a10))
FFI_CALL(int, gasnet_AMRequestShort12, (gasnet_node_t dest, gasnet_handler_t h, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8,
    gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11), gasnet_AMRequestShort12(dest, h, a0, a1,
    a2, a3, a4, a5, a6, a7, a8, a9, a10, a11))
FFI_CALL(int, gasnet_AMRequestShort13, (gasnet_node_t dest, gasnet_handler_t h, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8,
    gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12),
    gasnet_AMRequestShort13(dest, h, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12))
FFI_CALL(int, gasnet_AMRequestShort14, (gasnet_node_t dest, gasnet_handler_t h, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8,
    gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12,
    gasnet_handlerarg_t a13), gasnet_AMRequestShort14(dest, h, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12,
    a13))
FFI_CALL(int, gasnet_AMRequestShort15, (gasnet_node_t dest, gasnet_handler_t h, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8,
    gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12,
    gasnet_handlerarg_t a13, gasnet_handlerarg_t a14), gasnet_AMRequestShort15(dest, h, a0, a1, a2, a3, a4, a5, a6, a7,
    a8, a9, a10, a11, a12, a13, a14))
FFI_CALL(int, gasnet_AMRequestShort16, (gasnet_node_t dest, gasnet_handler_t h, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8,
    gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12,
    gasnet_handlerarg_t a13, gasnet_handlerarg_t a14, gasnet_handlerarg_t a15), gasnet_AMRequestShort16(dest, h, a0, a1,
    a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15))
FFI_VOID(gasnet_begin_nbi_accessregion, (void), gasnet_begin_nbi_accessregion())
FFI_VOID(gasnet_coll_broadcast, (gasnet_team_handle_t team, void *dst, gasnet_image_t srcimage, void *src,
    size_t nbytes, int flags), gasnet_coll_broadcast(team, dst, srcimage, src, nbytes, flags))
FFI_VOID(gasnet_coll_broadcastM, (gasnet_team_handle_t team, void *const dstlist[], gasnet_image_t srcimage, void *src,
    size_t nbytes, int flags), gasnet_coll_broadcastM(team, dstlist, srcimage, src, nbytes, flags))
FFI_VOID(gasnet_coll_exchange, (gasnet_team_handle_t team, void *dst, void *src, size_t nbytes, int flags),
    gasnet_coll_exchange(team, dst, src, nbytes, flags))
FFI_VOID(gasnet_coll_exchangeM, (gasnet_team_handle_t team, void *const dstlist[], void *const srclist[], size_t nbytes,
    int flags), gasnet_coll_exchangeM(team, dstlist, srclist, nbytes, flags))
FFI_VOID(gasnet_coll_gather, (gasnet_team_handle_t team, gasnet_image_t dstimage, void *dst, void *src, size_t nbytes,
    int flags), gasnet_coll_gather(team, dstimage, dst, src, nbytes, flags))
FFI_VOID(gasnet_coll_gatherM, (gasnet_team_handle_t team, gasnet_image_t dstimage, void *dst, void *const srclist[],
    size_t nbytes, int flags), gasnet_coll_gatherM(team, dstimage, dst, srclist, nbytes, flags))
FFI_VOID(gasnet_coll_gather_all, (gasnet_team_handle_t team, void *dst, void *src, size_t nbytes, int flags),
    gasnet_coll_gather_all(team, dst, src, nbytes, flags))
FFI_VOID(gasnet_coll_gather_allM, (gasnet_team_handle_t team, void *const dstlist[], void *const srclist[],
    size_t nbytes, int flags), gasnet_coll_gather_allM(team, dstlist, srclist, nbytes, flags))
FFI_VOID(gasnet_coll_reduce, (gasnet_team_handle_t team, gasnet_image_t dstimage, void *dst, void *src,
    size_t src_blksz, size_t src_offset, size_t elem_size, size_t elem_count, gasnet_coll_fn_handle_t func,
    int func_arg, int flags), gasnet_coll_reduce(team, dstimage, dst, src, src_blksz, src_offset, elem_size, elem_count,
    func, func_arg, flags))
FFI_VOID(gasnet_coll_reduceM, (gasnet_team_handle_t team, gasnet_image_t dstimage, void *dst, void *const srclist[],
    size_t src_blksz, size_t src_offset, size_t elem_size, size_t elem_count, gasnet_coll_fn_handle_t func,
    int func_arg, int flags), gasnet_coll_reduceM(team, dstimage, dst, srclist, src_blksz, src_offset, elem_size,
    elem_count, func, func_arg, flags))
FFI_VOID(gasnet_coll_scan, (gasnet_team_handle_t team, void *dst, size_t dst_blksz, size_t dst_offset, void *src,
    size_t src_blksz, size_t src_offset, size_t elem_size, size_t elem_count, gasnet_coll_fn_handle_t func,
    int func_arg, int flags), gasnet_coll_scan(team, dst, dst_blksz, dst_offset, src, src_blksz, src_offset, elem_size,
    elem_count, func, func_arg, flags))
FFI_VOID(gasnet_coll_scanM, (gasnet_team_handle_t team, void *const dstlist[], size_t dst_blksz, size_t dst_offset,
    void *const srclist[], size_t src_blksz, size_t src_offset, size_t elem_size, size_t elem_count,
    gasnet_coll_fn_handle_t func, int func_arg, int flags), gasnet_coll_scanM(team, dstlist, dst_blksz, dst_offset,
    srclist, src_blksz, src_offset, elem_size, elem_count, func, func_arg, flags))
FFI_VOID(gasnet_coll_scatter, (gasnet_team_handle_t team, void *dst, gasnet_image_t srcimage, void *src, size_t nbytes,
    int flags), gasnet_coll_scatter(team, dst, srcimage, src, nbytes, flags))
FFI_VOID(gasnet_coll_scatterM, (gasnet_team_handle_t team, void *const dstlist[], gasnet_image_t srcimage, void *src,
    size_t nbytes, int flags), gasnet_coll_scatterM(team, dstlist, srcimage, src, nbytes, flags))
FFI_CALL(int, gasnet_coll_try_sync, (gasnet_coll_handle_t h), gasnet_coll_try_sync(h))
FFI_CALL(int, gasnet_coll_try_sync_all, (gasnet_coll_handle_t *h, size_t n), gasnet_coll_try_sync_all(h, n))
FFI_CALL(int, gasnet_coll_try_sync_some, (gasnet_coll_handle_t *h, size_t n), gasnet_coll_try_sync_some(h, n))
FFI_VOID(gasnet_coll_wait_sync, (gasnet_coll_handle_t h), gasnet_coll_wait_sync(h))
FFI_VOID(gasnet_coll_wait_sync_all, (gasnet_coll_handle_t *h, size_t n), gasnet_coll_wait_sync_all(h, n))
FFI_VOID(gasnet_coll_wait_sync_some, (gasnet_coll_handle_t *h, size_t n), gasnet_coll_wait_sync_some(h, n))
FFI_CALL(gasnet_handle_t, gasnet_end_nbi_accessregion, (void), gasnet_end_nbi_accessregion())
FFI_VOID(gasnet_get, (void *dest, gasnet_node_t node, const void *src, size_t nbytes), gasnet_get(dest, node, src,
    nbytes))
FFI_VOID(gasnet_get_bulk, (void *dest, gasnet_node_t node, const void *src, size_t nbytes), gasnet_get_bulk(dest, node,
    src, nbytes))
FFI_CALL(gasnet_handle_t, gasnet_get_nb, (void *dest, gasnet_node_t node, const void *src, size_t nbytes),
    gasnet_get_nb(dest, node, src, nbytes))
FFI_CALL(gasnet_handle_t, gasnet_get_nb_bulk, (void *dest, gasnet_node_t node, const void *src, size_t nbytes),
    gasnet_get_nb_bulk(dest, node, src, nbytes))
FFI_VOID(gasnet_get_nbi, (void *dest, gasnet_node_t node, const void *src, size_t nbytes), gasnet_get_nbi(dest, node,
    src, nbytes))
FFI_VOID(gasnet_get_nbi_bulk, (void *dest, gasnet_node_t node, const void *src, size_t nbytes),
    gasnet_get_nbi_bulk(dest, node, src, nbytes))
FFI_CALL(gasnet_register_value_t, gasnet_get_val, (gasnet_node_t node, const void *src, size_t nbytes),
    gasnet_get_val(node, src, nbytes))
FFI_VOID(gasnet_geti_bulk, (size_t dstcount, void *const dstlist[], size_t dstlen, gasnet_node_t srcnode,
    size_t srccount, void *const srclist[], size_t srclen), gasnet_geti_bulk(dstcount, dstlist, dstlen, srcnode,
    srccount, srclist, srclen))
FFI_CALL(gasnet_handle_t, gasnet_geti_nb_bulk, (size_t dstcount, void *const dstlist[], size_t dstlen,
    gasnet_node_t srcnode, size_t srccount, void *const srclist[], size_t srclen), gasnet_geti_nb_bulk(dstcount,
    dstlist, dstlen, srcnode, srccount, srclist, srclen))
FFI_VOID(gasnet_geti_nbi_bulk, (size_t dstcount, void *const dstlist[], size_t dstlen, gasnet_node_t srcnode,
    size_t srccount, void *const srclist[], size_t srclen), gasnet_geti_nbi_bulk(dstcount, dstlist, dstlen, srcnode,
    srccount, srclist, srclen))
FFI_VOID(gasnet_gets_bulk, (void *dstaddr, const size_t dststrides[], gasnet_node_t srcnode, const void *srcaddr,
    const size_t srcstrides[], const size_t count[], size_t stridelevels), gasnet_gets_bulk(dstaddr, dststrides,
    srcnode, srcaddr, srcstrides, count, stridelevels))
FFI_CALL(gasnet_handle_t, gasnet_gets_nb_bulk, (void *dstaddr, const size_t dststrides[], gasnet_node_t srcnode,
    const void *srcaddr, const size_t srcstrides[], const size_t count[], size_t stridelevels),
    gasnet_gets_nb_bulk(dstaddr, dststrides, srcnode, srcaddr, srcstrides, count, stridelevels))
FFI_VOID(gasnet_gets_nbi_bulk, (void *dstaddr, const size_t dststrides[], gasnet_node_t srcnode, const void *srcaddr,
    const size_t srcstrides[], const size_t count[], size_t stridelevels), gasnet_gets_nbi_bulk(dstaddr, dststrides,
    srcnode, srcaddr, srcstrides, count, stridelevels))
FFI_VOID(gasnet_getv_bulk, (size_t dstcount, gasnet_memvec_t const dstlist[], gasnet_node_t srcnode, size_t srccount,
    gasnet_memvec_t const srclist[]), gasnet_getv_bulk(dstcount, dstlist, srcnode, srccount, srclist))
FFI_CALL(gasnet_handle_t, gasnet_getv_nb_bulk, (size_t dstcount, gasnet_memvec_t const dstlist[], gasnet_node_t srcnode,
    size_t srccount, gasnet_memvec_t const srclist[]), gasnet_getv_nb_bulk(dstcount, dstlist, srcnode, srccount,
    srclist))
FFI_VOID(gasnet_getv_nbi_bulk, (size_t dstcount, gasnet_memvec_t const dstlist[], gasnet_node_t srcnode,
    size_t srccount, gasnet_memvec_t const srclist[]), gasnet_getv_nbi_bulk(dstcount, dstlist, srcnode, srccount,
    srclist))
FFI_VOID(gasnet_hold_interrupts, (void), gasnet_hold_interrupts())
FFI_VOID(gasnet_hsl_destroy, (gex_HSL_t *hsl), gasnet_hsl_destroy(hsl))
FFI_VOID(gasnet_hsl_init, (gex_HSL_t *hsl), gasnet_hsl_init(hsl))
FFI_VOID(gasnet_hsl_lock, (gex_HSL_t *hsl), gasnet_hsl_lock(hsl))
FFI_CALL(int, gasnet_hsl_trylock, (gex_HSL_t *hsl), gasnet_hsl_trylock(hsl))
FFI_VOID(gasnet_hsl_unlock, (gex_HSL_t *hsl), gasnet_hsl_unlock(hsl))
FFI_VOID(gasnet_memset, (gasnet_node_t node, void *dest, int val, size_t nbytes), gasnet_memset(node, dest, val,
    nbytes))
FFI_CALL(gasnet_handle_t, gasnet_memset_nb, (gasnet_node_t node, void *dest, int val, size_t nbytes),
    gasnet_memset_nb(node, dest, val, nbytes))
FFI_VOID(gasnet_memset_nbi, (gasnet_node_t node, void *dest, int val, size_t nbytes), gasnet_memset_nbi(node, dest, val,
    nbytes))
FFI_CALL(gasnet_node_t, gasnet_mynode, (void), gasnet_mynode())
FFI_CALL(gasnet_node_t, gasnet_nodes, (void), gasnet_nodes())
FFI_VOID(gasnet_put, (gasnet_node_t node, void *dest, const void *src, size_t nbytes), gasnet_put(node, dest, src,
    nbytes))
FFI_VOID(gasnet_put_bulk, (gasnet_node_t node, void *dest, const void *src, size_t nbytes), gasnet_put_bulk(node, dest,
    src, nbytes))
FFI_CALL(gasnet_handle_t, gasnet_put_nb, (gasnet_node_t node, void *dest, const void *src, size_t nbytes),
    gasnet_put_nb(node, dest, src, nbytes))
FFI_CALL(gasnet_handle_t, gasnet_put_nb_bulk, (gasnet_node_t node, void *dest, const void *src, size_t nbytes),
    gasnet_put_nb_bulk(node, dest, src, nbytes))
FFI_CALL(gasnet_handle_t, gasnet_put_nb_val, (gasnet_node_t node, void *dest, gasnet_register_value_t value,
    size_t nbytes), gasnet_put_nb_val(node, dest, value, nbytes))
FFI_VOID(gasnet_put_nbi, (gasnet_node_t node, void *dest, const void *src, size_t nbytes), gasnet_put_nbi(node, dest,
    src, nbytes))
FFI_VOID(gasnet_put_nbi_bulk, (gasnet_node_t node, void *dest, const void *src, size_t nbytes),
    gasnet_put_nbi_bulk(node, dest, src, nbytes))
FFI_VOID(gasnet_put_nbi_val, (gasnet_node_t node, void *dest, gasnet_register_value_t value, size_t nbytes),
    gasnet_put_nbi_val(node, dest, value, nbytes))
FFI_VOID(gasnet_put_val, (gasnet_node_t node, void *dest, gasnet_register_value_t value, size_t nbytes),
    gasnet_put_val(node, dest, value, nbytes))
FFI_VOID(gasnet_puti_bulk, (gasnet_node_t dstnode, size_t dstcount, void *const dstlist[], size_t dstlen,
    size_t srccount, void *const srclist[], size_t srclen), gasnet_puti_bulk(dstnode, dstcount, dstlist, dstlen,
    srccount, srclist, srclen))
FFI_CALL(gasnet_handle_t, gasnet_puti_nb_bulk, (gasnet_node_t dstnode, size_t dstcount, void *const dstlist[],
    size_t dstlen, size_t srccount, void *const srclist[], size_t srclen), gasnet_puti_nb_bulk(dstnode, dstcount,
    dstlist, dstlen, srccount, srclist, srclen))
FFI_VOID(gasnet_puti_nbi_bulk, (gasnet_node_t dstnode, size_t dstcount, void *const dstlist[], size_t dstlen,
    size_t srccount, void *const srclist[], size_t srclen), gasnet_puti_nbi_bulk(dstnode, dstcount, dstlist, dstlen,
    srccount, srclist, srclen))
FFI_VOID(gasnet_puts_bulk, (gasnet_node_t dstnode, void *dstaddr, const size_t dststrides[], const void *srcaddr,
    const size_t srcstrides[], const size_t count[], size_t stridelevels), gasnet_puts_bulk(dstnode, dstaddr,
    dststrides, srcaddr, srcstrides, count, stridelevels))
FFI_CALL(gasnet_handle_t, gasnet_puts_nb_bulk, (gasnet_node_t dstnode, void *dstaddr, const size_t dststrides[],
    const void *srcaddr, const size_t srcstrides[], const size_t count[], size_t stridelevels),
    gasnet_puts_nb_bulk(dstnode, dstaddr, dststrides, srcaddr, srcstrides, count, stridelevels))
FFI_VOID(gasnet_puts_nbi_bulk, (gasnet_node_t dstnode, void *dstaddr, const size_t dststrides[], const void *srcaddr,
    const size_t srcstrides[], const size_t count[], size_t stridelevels), gasnet_puts_nbi_bulk(dstnode, dstaddr,
    dststrides, srcaddr, srcstrides, count, stridelevels))
FFI_VOID(gasnet_putv_bulk, (gasnet_node_t dstnode, size_t dstcount, gasnet_memvec_t const dstlist[], size_t srccount,
    gasnet_memvec_t const srclist[]), gasnet_putv_bulk(dstnode, dstcount, dstlist, srccount, srclist))
FFI_CALL(gasnet_handle_t, gasnet_putv_nb_bulk, (gasnet_node_t dstnode, size_t dstcount, gasnet_memvec_t const dstlist[],
    size_t srccount, gasnet_memvec_t const srclist[]), gasnet_putv_nb_bulk(dstnode, dstcount, dstlist, srccount,
    srclist))
FFI_VOID(gasnet_putv_nbi_bulk, (gasnet_node_t dstnode, size_t dstcount, gasnet_memvec_t const dstlist[],
    size_t srccount, gasnet_memvec_t const srclist[]), gasnet_putv_nbi_bulk(dstnode, dstcount, dstlist, srccount,
    srclist))
FFI_VOID(gasnet_resume_interrupts, (void), gasnet_resume_interrupts())
FFI_CALL(int, gasnet_try_syncnb, (gasnet_handle_t h), gasnet_try_syncnb(h))
FFI_CALL(int, gasnet_try_syncnb_all, (gasnet_handle_t *handles, size_t n), gasnet_try_syncnb_all(handles, n))
FFI_CALL(int, gasnet_try_syncnb_all_nopoll, (gasnet_handle_t *handles, size_t n), gasnet_try_syncnb_all_nopoll(handles,
    n))
FFI_CALL(int, gasnet_try_syncnb_nopoll, (gasnet_handle_t h), gasnet_try_syncnb_nopoll(h))
FFI_CALL(int, gasnet_try_syncnb_some, (gasnet_handle_t *handles, size_t n), gasnet_try_syncnb_some(handles, n))
FFI_CALL(int, gasnet_try_syncnb_some_nopoll, (gasnet_handle_t *handles, size_t n),
    gasnet_try_syncnb_some_nopoll(handles, n))
FFI_CALL(int, gasnet_try_syncnbi_all, (void), gasnet_try_syncnbi_all())
FFI_CALL(int, gasnet_try_syncnbi_gets, (void), gasnet_try_syncnbi_gets())
FFI_CALL(int, gasnet_try_syncnbi_puts, (void), gasnet_try_syncnbi_puts())
FFI_VOID(gasnet_wait_syncnb, (gasnet_handle_t h), gasnet_wait_syncnb(h))
FFI_VOID(gasnet_wait_syncnb_all, (gasnet_handle_t *handles, size_t n), gasnet_wait_syncnb_all(handles, n))
FFI_VOID(gasnet_wait_syncnb_some, (gasnet_handle_t *handles, size_t n), gasnet_wait_syncnb_some(handles, n))
FFI_VOID(gasnet_wait_syncnbi_all, (void), gasnet_wait_syncnbi_all())
FFI_VOID(gasnet_wait_syncnbi_gets, (void), gasnet_wait_syncnbi_gets())
FFI_VOID(gasnet_wait_syncnbi_puts, (void), gasnet_wait_syncnbi_puts())
FFI_VOID(gasnete_coll_team_free, (gasnet_team_handle_t team), gasnete_coll_team_free(team))
FFI_CALL(gex_Rank_t, gasnete_coll_team_node2rank, (gasnet_team_handle_t team, gex_Rank_t node),
    gasnete_coll_team_node2rank(team, node))
FFI_CALL(gex_Rank_t, gasnete_coll_team_rank2node, (gasnet_team_handle_t team, int rank),
    gasnete_coll_team_rank2node(team, rank))
FFI_CALL(gex_Rank_t, gasnete_coll_team_size, (gasnet_team_handle_t team), gasnete_coll_team_size(team))
FFI_CALL(gasnet_team_handle_t, gasnete_coll_team_split, (gasnet_team_handle_t parent, gex_Rank_t color,
    gex_Rank_t relrank, void *clientdata), gasnete_coll_team_split(parent, color, relrank, clientdata))
FFI_CALL(uint32_t, gasnett_atomic32_add, (gasnett_atomic32_t *p, uint32_t op, int flags), gasnett_atomic32_add(p, op,
    flags))
FFI_CALL(int, gasnett_atomic32_compare_and_swap, (gasnett_atomic32_t *p, uint32_t oldv, uint32_t newv, int flags),
    gasnett_atomic32_compare_and_swap(p, oldv, newv, flags))
FFI_VOID(gasnett_atomic32_decrement, (gasnett_atomic32_t *p, int flags), gasnett_atomic32_decrement(p, flags))
FFI_CALL(int, gasnett_atomic32_decrement_and_test, (gasnett_atomic32_t *p, int flags),
    gasnett_atomic32_decrement_and_test(p, flags))
FFI_VOID(gasnett_atomic32_increment, (gasnett_atomic32_t *p, int flags), gasnett_atomic32_increment(p, flags))
FFI_CALL(uint32_t, gasnett_atomic32_read, (const gasnett_atomic32_t *p, int flags), gasnett_atomic32_read(p, flags))
FFI_VOID(gasnett_atomic32_set, (gasnett_atomic32_t *p, uint32_t v, int flags), gasnett_atomic32_set(p, v, flags))
FFI_CALL(uint32_t, gasnett_atomic32_subtract, (gasnett_atomic32_t *p, uint32_t op, int flags),
    gasnett_atomic32_subtract(p, op, flags))
FFI_CALL(uint32_t, gasnett_atomic32_swap, (gasnett_atomic32_t *p, uint32_t newv, int flags), gasnett_atomic32_swap(p,
    newv, flags))
FFI_CALL(uint64_t, gasnett_atomic64_add, (gasnett_atomic64_t *p, uint64_t op, int flags), gasnett_atomic64_add(p, op,
    flags))
FFI_CALL(int, gasnett_atomic64_compare_and_swap, (gasnett_atomic64_t *p, uint64_t oldv, uint64_t newv, int flags),
    gasnett_atomic64_compare_and_swap(p, oldv, newv, flags))
FFI_VOID(gasnett_atomic64_decrement, (gasnett_atomic64_t *p, int flags), gasnett_atomic64_decrement(p, flags))
FFI_CALL(int, gasnett_atomic64_decrement_and_test, (gasnett_atomic64_t *p, int flags),
    gasnett_atomic64_decrement_and_test(p, flags))
FFI_VOID(gasnett_atomic64_increment, (gasnett_atomic64_t *p, int flags), gasnett_atomic64_increment(p, flags))
FFI_CALL(uint64_t, gasnett_atomic64_read, (const gasnett_atomic64_t *p, int flags), gasnett_atomic64_read(p, flags))
FFI_VOID(gasnett_atomic64_set, (gasnett_atomic64_t *p, uint64_t v, int flags), gasnett_atomic64_set(p, v, flags))
FFI_CALL(uint64_t, gasnett_atomic64_subtract, (gasnett_atomic64_t *p, uint64_t op, int flags),
    gasnett_atomic64_subtract(p, op, flags))
FFI_CALL(uint64_t, gasnett_atomic64_swap, (gasnett_atomic64_t *p, uint64_t newv, int flags), gasnett_atomic64_swap(p,
    newv, flags))
FFI_CALL(uint32_t, gasnett_atomic_add, (gasnett_atomic_t *p, uint32_t op, int flags), gasnett_atomic_add(p, op, flags))
FFI_CALL(int, gasnett_atomic_compare_and_swap, (gasnett_atomic_t *p, uint32_t oldv, uint32_t newv, int flags),
    gasnett_atomic_compare_and_swap(p, oldv, newv, flags))
FFI_VOID(gasnett_atomic_decrement, (gasnett_atomic_t *p, int flags), gasnett_atomic_decrement(p, flags))
FFI_CALL(int, gasnett_atomic_decrement_and_test, (gasnett_atomic_t *p, int flags), gasnett_atomic_decrement_and_test(p,
    flags))
FFI_VOID(gasnett_atomic_increment, (gasnett_atomic_t *p, int flags), gasnett_atomic_increment(p, flags))
FFI_CALL(uint32_t, gasnett_atomic_read, (const gasnett_atomic_t *p, int flags), gasnett_atomic_read(p, flags))
FFI_VOID(gasnett_atomic_set, (gasnett_atomic_t *p, uint32_t v, int flags), gasnett_atomic_set(p, v, flags))
FFI_CALL(gasnett_atomic_sval_t, gasnett_atomic_signed, (gasnett_atomic_val_t v), gasnett_atomic_signed(v))
FFI_CALL(uint32_t, gasnett_atomic_subtract, (gasnett_atomic_t *p, uint32_t op, int flags), gasnett_atomic_subtract(p,
    op, flags))
FFI_CALL(uint32_t, gasnett_atomic_swap, (gasnett_atomic_t *p, uint32_t newv, int flags), gasnett_atomic_swap(p, newv,
    flags))
FFI_VOID(gasnett_compiler_fence, (void), gasnett_compiler_fence())
FFI_VOID(gasnett_cond_broadcast, (gasnett_cond_t *c), gasnett_cond_broadcast(c))
FFI_VOID(gasnett_cond_destroy, (gasnett_cond_t *c), gasnett_cond_destroy(c))
FFI_VOID(gasnett_cond_init, (gasnett_cond_t *c), gasnett_cond_init(c))
FFI_VOID(gasnett_cond_signal, (gasnett_cond_t *c), gasnett_cond_signal(c))
FFI_VOID(gasnett_cond_wait, (gasnett_cond_t *c, gasnett_mutex_t *m), gasnett_cond_wait(c, m))
FFI_CALL(int, gasnett_count0s_uint32_t, (uint32_t v), gasnett_count0s_uint32_t(v))
FFI_CALL(int, gasnett_count0s_uint64_t, (uint64_t v), gasnett_count0s_uint64_t(v))
FFI_CALL(int, gasnett_count0s_uintptr_t, (uintptr_t v), gasnett_count0s_uintptr_t(v))
FFI_CALL(uint64_t, gasnett_gettimeofday_us, (void), gasnett_gettimeofday_us())
FFI_CALL(int, gasnett_isLittleEndian, (void), gasnett_isLittleEndian())
FFI_VOID(gasnett_local_mb, (void), gasnett_local_mb())
FFI_VOID(gasnett_local_rmb, (void), gasnett_local_rmb())
FFI_VOID(gasnett_local_wmb, (void), gasnett_local_wmb())
FFI_CALL(void *, gasnett_mmap, (uintptr_t size), gasnett_mmap(size))
FFI_VOID(gasnett_mutex_assertlocked, (gasnett_mutex_t *m), gasnett_mutex_assertlocked(m))
FFI_VOID(gasnett_mutex_assertunlocked, (gasnett_mutex_t *m), gasnett_mutex_assertunlocked(m))
FFI_VOID(gasnett_mutex_destroy, (gasnett_mutex_t *m), gasnett_mutex_destroy(m))
FFI_CALL(int, gasnett_mutex_destroy_ignoreerr, (gasnett_mutex_t *m), gasnett_mutex_destroy_ignoreerr(m))
FFI_VOID(gasnett_mutex_init, (gasnett_mutex_t *m), gasnett_mutex_init(m))
FFI_VOID(gasnett_mutex_lock, (gasnett_mutex_t *m), gasnett_mutex_lock(m))
FFI_CALL(int, gasnett_mutex_trylock, (gasnett_mutex_t *m), gasnett_mutex_trylock(m))
FFI_VOID(gasnett_mutex_unlock, (gasnett_mutex_t *m), gasnett_mutex_unlock(m))
FFI_CALL(int, gasnett_nsleep, (uint64_t ns), gasnett_nsleep(ns))
FFI_CALL(const char *, gasnett_performance_warning_str, (void), gasnett_performance_warning_str())
FFI_VOID(gasnett_rwlock_assertlocked, (gasnett_rwlock_t *r), gasnett_rwlock_assertlocked(r))
FFI_VOID(gasnett_rwlock_assertrdlocked, (gasnett_rwlock_t *r), gasnett_rwlock_assertrdlocked(r))
FFI_VOID(gasnett_rwlock_assertunlocked, (gasnett_rwlock_t *r), gasnett_rwlock_assertunlocked(r))
FFI_VOID(gasnett_rwlock_assertwrlocked, (gasnett_rwlock_t *r), gasnett_rwlock_assertwrlocked(r))
FFI_VOID(gasnett_rwlock_destroy, (gasnett_rwlock_t *r), gasnett_rwlock_destroy(r))
FFI_VOID(gasnett_rwlock_init, (gasnett_rwlock_t *r), gasnett_rwlock_init(r))
FFI_VOID(gasnett_rwlock_rdlock, (gasnett_rwlock_t *r), gasnett_rwlock_rdlock(r))
FFI_CALL(int, gasnett_rwlock_tryrdlock, (gasnett_rwlock_t *r), gasnett_rwlock_tryrdlock(r))
FFI_CALL(int, gasnett_rwlock_trywrlock, (gasnett_rwlock_t *r), gasnett_rwlock_trywrlock(r))
FFI_VOID(gasnett_rwlock_unlock, (gasnett_rwlock_t *r), gasnett_rwlock_unlock(r))
FFI_VOID(gasnett_rwlock_wrlock, (gasnett_rwlock_t *r), gasnett_rwlock_wrlock(r))
FFI_VOID(gasnett_sched_yield, (void), gasnett_sched_yield())
FFI_VOID(gasnett_spinloop_hint, (void), gasnett_spinloop_hint())
FFI_CALL(uint32_t, gasnett_strongatomic32_add, (gasnett_strongatomic32_t *p, uint32_t op, int flags),
    gasnett_strongatomic32_add(p, op, flags))
FFI_CALL(int, gasnett_strongatomic32_compare_and_swap, (gasnett_strongatomic32_t *p, uint32_t oldv, uint32_t newv,
    int flags), gasnett_strongatomic32_compare_and_swap(p, oldv, newv, flags))
FFI_VOID(gasnett_strongatomic32_decrement, (gasnett_strongatomic32_t *p, int flags), gasnett_strongatomic32_decrement(p,
    flags))
FFI_CALL(int, gasnett_strongatomic32_decrement_and_test, (gasnett_strongatomic32_t *p, int flags),
    gasnett_strongatomic32_decrement_and_test(p, flags))
FFI_VOID(gasnett_strongatomic32_increment, (gasnett_strongatomic32_t *p, int flags), gasnett_strongatomic32_increment(p,
    flags))
FFI_CALL(uint32_t, gasnett_strongatomic32_read, (const gasnett_strongatomic32_t *p, int flags),
    gasnett_strongatomic32_read(p, flags))
FFI_VOID(gasnett_strongatomic32_set, (gasnett_strongatomic32_t *p, uint32_t v, int flags), gasnett_strongatomic32_set(p,
    v, flags))
FFI_CALL(uint32_t, gasnett_strongatomic32_subtract, (gasnett_strongatomic32_t *p, uint32_t op, int flags),
    gasnett_strongatomic32_subtract(p, op, flags))
FFI_CALL(uint32_t, gasnett_strongatomic32_swap, (gasnett_strongatomic32_t *p, uint32_t newv, int flags),
    gasnett_strongatomic32_swap(p, newv, flags))
FFI_CALL(uint64_t, gasnett_strongatomic64_add, (gasnett_strongatomic64_t *p, uint64_t op, int flags),
    gasnett_strongatomic64_add(p, op, flags))
FFI_CALL(int, gasnett_strongatomic64_compare_and_swap, (gasnett_strongatomic64_t *p, uint64_t oldv, uint64_t newv,
    int flags), gasnett_strongatomic64_compare_and_swap(p, oldv, newv, flags))
FFI_VOID(gasnett_strongatomic64_decrement, (gasnett_strongatomic64_t *p, int flags), gasnett_strongatomic64_decrement(p,
    flags))
FFI_CALL(int, gasnett_strongatomic64_decrement_and_test, (gasnett_strongatomic64_t *p, int flags),
    gasnett_strongatomic64_decrement_and_test(p, flags))
FFI_VOID(gasnett_strongatomic64_increment, (gasnett_strongatomic64_t *p, int flags), gasnett_strongatomic64_increment(p,
    flags))
FFI_CALL(uint64_t, gasnett_strongatomic64_read, (const gasnett_strongatomic64_t *p, int flags),
    gasnett_strongatomic64_read(p, flags))
FFI_VOID(gasnett_strongatomic64_set, (gasnett_strongatomic64_t *p, uint64_t v, int flags), gasnett_strongatomic64_set(p,
    v, flags))
FFI_CALL(uint64_t, gasnett_strongatomic64_subtract, (gasnett_strongatomic64_t *p, uint64_t op, int flags),
    gasnett_strongatomic64_subtract(p, op, flags))
FFI_CALL(uint64_t, gasnett_strongatomic64_swap, (gasnett_strongatomic64_t *p, uint64_t newv, int flags),
    gasnett_strongatomic64_swap(p, newv, flags))
FFI_CALL(uint32_t, gasnett_strongatomic_add, (gasnett_strongatomic_t *p, uint32_t op, int flags),
    gasnett_strongatomic_add(p, op, flags))
FFI_CALL(int, gasnett_strongatomic_compare_and_swap, (gasnett_strongatomic_t *p, uint32_t oldv, uint32_t newv,
    int flags), gasnett_strongatomic_compare_and_swap(p, oldv, newv, flags))
FFI_VOID(gasnett_strongatomic_decrement, (gasnett_strongatomic_t *p, int flags), gasnett_strongatomic_decrement(p,
    flags))
FFI_CALL(int, gasnett_strongatomic_decrement_and_test, (gasnett_strongatomic_t *p, int flags),
    gasnett_strongatomic_decrement_and_test(p, flags))
FFI_VOID(gasnett_strongatomic_increment, (gasnett_strongatomic_t *p, int flags), gasnett_strongatomic_increment(p,
    flags))
FFI_CALL(uint32_t, gasnett_strongatomic_read, (const gasnett_strongatomic_t *p, int flags), gasnett_strongatomic_read(p,
    flags))
FFI_VOID(gasnett_strongatomic_set, (gasnett_strongatomic_t *p, uint32_t v, int flags), gasnett_strongatomic_set(p, v,
    flags))
FFI_CALL(gasnett_strongatomic_sval_t, gasnett_strongatomic_signed, (gasnett_strongatomic_val_t v),
    gasnett_strongatomic_signed(v))
FFI_CALL(uint32_t, gasnett_strongatomic_subtract, (gasnett_strongatomic_t *p, uint32_t op, int flags),
    gasnett_strongatomic_subtract(p, op, flags))
FFI_CALL(uint32_t, gasnett_strongatomic_swap, (gasnett_strongatomic_t *p, uint32_t newv, int flags),
    gasnett_strongatomic_swap(p, newv, flags))
FFI_CALL(void *, gasnett_threadkey_get, (void **key), gasnett_threadkey_get(*key))
FFI_CALL(void *, gasnett_threadkey_get_noinit, (void **key), gasnett_threadkey_get_noinit(*key))
FFI_VOID(gasnett_threadkey_init, (void **key), gasnett_threadkey_init(*key))
FFI_VOID(gasnett_threadkey_set, (void **key, void *value), gasnett_threadkey_set(*key, value))
FFI_VOID(gasnett_threadkey_set_noinit, (void **key, void *value), gasnett_threadkey_set_noinit(*key, value))
FFI_CALL(double, gasnett_tick_granularityus, (void), gasnett_tick_granularityus())
FFI_CALL(double, gasnett_tick_overheadus, (void), gasnett_tick_overheadus())
FFI_CALL(gasnett_tick_t, gasnett_ticks_now, (void), gasnett_ticks_now())
FFI_CALL(uint64_t, gasnett_ticks_to_ns, (gasnett_tick_t ticks), gasnett_ticks_to_ns(ticks))
FFI_CALL(uint64_t, gasnett_ticks_to_us, (gasnett_tick_t ticks), gasnett_ticks_to_us(ticks))
FFI_VOID(gasnett_weak_mb, (void), gasnett_weak_mb())
FFI_VOID(gasnett_weak_rmb, (void), gasnett_weak_rmb())
FFI_VOID(gasnett_weak_wmb, (void), gasnett_weak_wmb())
FFI_CALL(int, gex_AD_OpNBI_DBL, (gex_AD_t ad, double *result_p, gex_Rank_t tgt_rank, void *tgt_addr, gex_OP_t opcode,
    double operand1, double operand2, gex_Flags_t flags), gex_AD_OpNBI_DBL(ad, result_p, tgt_rank, tgt_addr, opcode,
    operand1, operand2, flags))
FFI_CALL(int, gex_AD_OpNBI_FLT, (gex_AD_t ad, float *result_p, gex_Rank_t tgt_rank, void *tgt_addr, gex_OP_t opcode,
    float operand1, float operand2, gex_Flags_t flags), gex_AD_OpNBI_FLT(ad, result_p, tgt_rank, tgt_addr, opcode,
    operand1, operand2, flags))
FFI_CALL(int, gex_AD_OpNBI_I32, (gex_AD_t ad, int32_t *result_p, gex_Rank_t tgt_rank, void *tgt_addr, gex_OP_t opcode,
    int32_t operand1, int32_t operand2, gex_Flags_t flags), gex_AD_OpNBI_I32(ad, result_p, tgt_rank, tgt_addr, opcode,
    operand1, operand2, flags))
FFI_CALL(int, gex_AD_OpNBI_I64, (gex_AD_t ad, int64_t *result_p, gex_Rank_t tgt_rank, void *tgt_addr, gex_OP_t opcode,
    int64_t operand1, int64_t operand2, gex_Flags_t flags), gex_AD_OpNBI_I64(ad, result_p, tgt_rank, tgt_addr, opcode,
    operand1, operand2, flags))
FFI_CALL(int, gex_AD_OpNBI_U32, (gex_AD_t ad, uint32_t *result_p, gex_Rank_t tgt_rank, void *tgt_addr, gex_OP_t opcode,
    uint32_t operand1, uint32_t operand2, gex_Flags_t flags), gex_AD_OpNBI_U32(ad, result_p, tgt_rank, tgt_addr, opcode,
    operand1, operand2, flags))
FFI_CALL(int, gex_AD_OpNBI_U64, (gex_AD_t ad, uint64_t *result_p, gex_Rank_t tgt_rank, void *tgt_addr, gex_OP_t opcode,
    uint64_t operand1, uint64_t operand2, gex_Flags_t flags), gex_AD_OpNBI_U64(ad, result_p, tgt_rank, tgt_addr, opcode,
    operand1, operand2, flags))
FFI_CALL(gex_Event_t, gex_AD_OpNB_DBL, (gex_AD_t ad, double *result_p, gex_Rank_t tgt_rank, void *tgt_addr,
    gex_OP_t opcode, double operand1, double operand2, gex_Flags_t flags), gex_AD_OpNB_DBL(ad, result_p, tgt_rank,
    tgt_addr, opcode, operand1, operand2, flags))
FFI_CALL(gex_Event_t, gex_AD_OpNB_FLT, (gex_AD_t ad, float *result_p, gex_Rank_t tgt_rank, void *tgt_addr,
    gex_OP_t opcode, float operand1, float operand2, gex_Flags_t flags), gex_AD_OpNB_FLT(ad, result_p, tgt_rank,
    tgt_addr, opcode, operand1, operand2, flags))
FFI_CALL(gex_Event_t, gex_AD_OpNB_I32, (gex_AD_t ad, int32_t *result_p, gex_Rank_t tgt_rank, void *tgt_addr,
    gex_OP_t opcode, int32_t operand1, int32_t operand2, gex_Flags_t flags), gex_AD_OpNB_I32(ad, result_p, tgt_rank,
    tgt_addr, opcode, operand1, operand2, flags))
FFI_CALL(gex_Event_t, gex_AD_OpNB_I64, (gex_AD_t ad, int64_t *result_p, gex_Rank_t tgt_rank, void *tgt_addr,
    gex_OP_t opcode, int64_t operand1, int64_t operand2, gex_Flags_t flags), gex_AD_OpNB_I64(ad, result_p, tgt_rank,
    tgt_addr, opcode, operand1, operand2, flags))
FFI_CALL(gex_Event_t, gex_AD_OpNB_U32, (gex_AD_t ad, uint32_t *result_p, gex_Rank_t tgt_rank, void *tgt_addr,
    gex_OP_t opcode, uint32_t operand1, uint32_t operand2, gex_Flags_t flags), gex_AD_OpNB_U32(ad, result_p, tgt_rank,
    tgt_addr, opcode, operand1, operand2, flags))
FFI_CALL(gex_Event_t, gex_AD_OpNB_U64, (gex_AD_t ad, uint64_t *result_p, gex_Rank_t tgt_rank, void *tgt_addr,
    gex_OP_t opcode, uint64_t operand1, uint64_t operand2, gex_Flags_t flags), gex_AD_OpNB_U64(ad, result_p, tgt_rank,
    tgt_addr, opcode, operand1, operand2, flags))
FFI_VOID(gex_AM_CommitReplyLong, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    unsigned nargs, const gex_AM_Arg_t *args), hyd_am_commit(sd, HYD_NPAM_LONG | HYD_NPAM_REPLY, handler, nbytes,
    dest_addr, 0, nargs, args))
FFI_VOID(gex_AM_CommitReplyLong0, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr),
    gex_AM_CommitReplyLong0(sd, handler, nbytes, dest_addr))
FFI_CALL(int, gex_AM_CommitReplyLong0_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags), gex_AM_CommitReplyLong0_v2(sd, handler, nbytes, dest_addr, commit_flags))
FFI_VOID(gex_AM_CommitReplyLong1, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0), gex_AM_CommitReplyLong1(sd, handler, nbytes, dest_addr, a0))
FFI_CALL(int, gex_AM_CommitReplyLong1_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0), gex_AM_CommitReplyLong1_v2(sd, handler, nbytes, dest_addr, commit_flags,
    a0))
FFI_VOID(gex_AM_CommitReplyLong2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1), gex_AM_CommitReplyLong2(sd, handler, nbytes, dest_addr, a0, a1))
FFI_CALL(int, gex_AM_CommitReplyLong2_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1), gex_AM_CommitReplyLong2_v2(sd, handler, nbytes,
    dest_addr, commit_flags, a0, a1))
FFI_VOID(gex_AM_CommitReplyLong3, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2), gex_AM_CommitReplyLong3(sd, handler, nbytes, dest_addr, a0, a1,
    a2))
FFI_CALL(int, gex_AM_CommitReplyLong3_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2), gex_AM_CommitReplyLong3_v2(sd,
    handler, nbytes, dest_addr, commit_flags, a0, a1, a2))
FFI_VOID(gex_AM_CommitReplyLong4, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3), gex_AM_CommitReplyLong4(sd, handler, nbytes,
    dest_addr, a0, a1, a2, a3))
FFI_CALL(int, gex_AM_CommitReplyLong4_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3),
    gex_AM_CommitReplyLong4_v2(sd, handler, nbytes, dest_addr, commit_flags, a0, a1, a2, a3))
FFI_VOID(gex_AM_CommitReplyLong5, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4), gex_AM_CommitReplyLong5(sd,
    handler, nbytes, dest_addr, a0, a1, a2, a3, a4))
FFI_CALL(int, gex_AM_CommitReplyLong5_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4),
    gex_AM_CommitReplyLong5_v2(sd, handler, nbytes, dest_addr, commit_flags, a0, a1, a2, a3, a4))
FFI_VOID(gex_AM_CommitReplyLong6, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5),
    gex_AM_CommitReplyLong6(sd, handler, nbytes, dest_addr, a0, a1, a2, a3, a4, a5))
FFI_CALL(int, gex_AM_CommitReplyLong6_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5), gex_AM_CommitReplyLong6_v2(sd, handler, nbytes, dest_addr, commit_flags, a0, a1, a2, a3, a4, a5))
FFI_VOID(gex_AM_CommitReplyLong7, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6), gex_AM_CommitReplyLong7(sd, handler, nbytes, dest_addr, a0, a1, a2, a3, a4, a5, a6))
FFI_CALL(int, gex_AM_CommitReplyLong7_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6), gex_AM_CommitReplyLong7_v2(sd, handler, nbytes, dest_addr, commit_flags, a0, a1,
    a2, a3, a4, a5, a6))
FFI_VOID(gex_AM_CommitReplyLong8, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7), gex_AM_CommitReplyLong8(sd, handler, nbytes, dest_addr, a0, a1, a2, a3, a4, a5,
    a6, a7))
FFI_CALL(int, gex_AM_CommitReplyLong8_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7), gex_AM_CommitReplyLong8_v2(sd, handler, nbytes, dest_addr,
    commit_flags, a0, a1, a2, a3, a4, a5, a6, a7))
FFI_VOID(gex_AM_CommitReplyLong9, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8), gex_AM_CommitReplyLong9(sd, handler, nbytes, dest_addr, a0, a1,
    a2, a3, a4, a5, a6, a7, a8))
FFI_CALL(int, gex_AM_CommitReplyLong9_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8), gex_AM_CommitReplyLong9_v2(sd, handler, nbytes,
    dest_addr, commit_flags, a0, a1, a2, a3, a4, a5, a6, a7, a8))
FFI_VOID(gex_AM_CommitReplyLong10, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9), gex_AM_CommitReplyLong10(sd, handler, nbytes,
    dest_addr, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9))
FFI_CALL(int, gex_AM_CommitReplyLong10_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9),
    gex_AM_CommitReplyLong10_v2(sd, handler, nbytes, dest_addr, commit_flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9))
FFI_VOID(gex_AM_CommitReplyLong11, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10), gex_AM_CommitReplyLong11(sd,
    handler, nbytes, dest_addr, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10))
FFI_CALL(int, gex_AM_CommitReplyLong11_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10),
    gex_AM_CommitReplyLong11_v2(sd, handler, nbytes, dest_addr, commit_flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9,
    a10))
FFI_VOID(gex_AM_CommitReplyLong12, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11),
    gex_AM_CommitReplyLong12(sd, handler, nbytes, dest_addr, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11))
FFI_CALL(int, gex_AM_CommitReplyLong12_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10,
    gex_AM_Arg_t a11), gex_AM_CommitReplyLong12_v2(sd, handler, nbytes, dest_addr, commit_flags, a0, a1, a2, a3, a4, a5,
    a6, a7, a8, a9, a10, a11))
FFI_VOID(gex_AM_CommitReplyLong13, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11,
    gex_AM_Arg_t a12), gex_AM_CommitReplyLong13(sd, handler, nbytes, dest_addr, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9,
    a10, a11, a12))
FFI_CALL(int, gex_AM_CommitReplyLong13_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10,
    gex_AM_Arg_t a11, gex_AM_Arg_t a12), gex_AM_CommitReplyLong13_v2(sd, handler, nbytes, dest_addr, commit_flags, a0,
    a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12))
FFI_VOID(gex_AM_CommitReplyLong14, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11,
    gex_AM_Arg_t a12, gex_AM_Arg_t a13), gex_AM_CommitReplyLong14(sd, handler, nbytes, dest_addr, a0, a1, a2, a3, a4,
    a5, a6, a7, a8, a9, a10, a11, a12, a13))
FFI_CALL(int, gex_AM_CommitReplyLong14_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10,
    gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13), gex_AM_CommitReplyLong14_v2(sd, handler, nbytes, dest_addr,
    commit_flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13))
FFI_VOID(gex_AM_CommitReplyLong15, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11,
    gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14), gex_AM_CommitReplyLong15(sd, handler, nbytes, dest_addr, a0,
    a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14))
FFI_CALL(int, gex_AM_CommitReplyLong15_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10,
    gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14), gex_AM_CommitReplyLong15_v2(sd, handler,
    nbytes, dest_addr, commit_flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14))
FFI_VOID(gex_AM_CommitReplyLong16, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11,
    gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14, gex_AM_Arg_t a15), gex_AM_CommitReplyLong16(sd, handler,
    nbytes, dest_addr, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15))
FFI_CALL(int, gex_AM_CommitReplyLong16_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10,
    gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14, gex_AM_Arg_t a15),
    gex_AM_CommitReplyLong16_v2(sd, handler, nbytes, dest_addr, commit_flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9,
    a10, a11, a12, a13, a14, a15))
FFI_CALL(int, gex_AM_CommitReplyLong_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, unsigned nargs, const gex_AM_Arg_t *args), hyd_am_commit(sd,
    HYD_NPAM_LONG | HYD_NPAM_REPLY, handler, nbytes, dest_addr, commit_flags, nargs, args))
FFI_VOID(gex_AM_CommitReplyMedium, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, unsigned nargs,
    const gex_AM_Arg_t *args), hyd_am_commit(sd, HYD_NPAM_MEDIUM | HYD_NPAM_REPLY, handler, nbytes, NULL, 0, nargs,
    args))
FFI_VOID(gex_AM_CommitReplyMedium0, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes),
    gex_AM_CommitReplyMedium0(sd, handler, nbytes))
FFI_CALL(int, gex_AM_CommitReplyMedium0_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags), gex_AM_CommitReplyMedium0_v2(sd, handler, nbytes, commit_flags))
FFI_VOID(gex_AM_CommitReplyMedium1, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0),
    gex_AM_CommitReplyMedium1(sd, handler, nbytes, a0))
FFI_CALL(int, gex_AM_CommitReplyMedium1_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0), gex_AM_CommitReplyMedium1_v2(sd, handler, nbytes, commit_flags, a0))
FFI_VOID(gex_AM_CommitReplyMedium2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1), gex_AM_CommitReplyMedium2(sd, handler, nbytes, a0, a1))
FFI_CALL(int, gex_AM_CommitReplyMedium2_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1), gex_AM_CommitReplyMedium2_v2(sd, handler, nbytes,
    commit_flags, a0, a1))
FFI_VOID(gex_AM_CommitReplyMedium3, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2), gex_AM_CommitReplyMedium3(sd, handler, nbytes, a0, a1, a2))
FFI_CALL(int, gex_AM_CommitReplyMedium3_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2), gex_AM_CommitReplyMedium3_v2(sd,
    handler, nbytes, commit_flags, a0, a1, a2))
FFI_VOID(gex_AM_CommitReplyMedium4, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3), gex_AM_CommitReplyMedium4(sd, handler, nbytes, a0, a1, a2, a3))
FFI_CALL(int, gex_AM_CommitReplyMedium4_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3),
    gex_AM_CommitReplyMedium4_v2(sd, handler, nbytes, commit_flags, a0, a1, a2, a3))
FFI_VOID(gex_AM_CommitReplyMedium5, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4), gex_AM_CommitReplyMedium5(sd, handler, nbytes,
    a0, a1, a2, a3, a4))
FFI_CALL(int, gex_AM_CommitReplyMedium5_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4),
    gex_AM_CommitReplyMedium5_v2(sd, handler, nbytes, commit_flags, a0, a1, a2, a3, a4))
FFI_VOID(gex_AM_CommitReplyMedium6, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5), gex_AM_CommitReplyMedium6(sd,
    handler, nbytes, a0, a1, a2, a3, a4, a5))
FFI_CALL(int, gex_AM_CommitReplyMedium6_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5), gex_AM_CommitReplyMedium6_v2(sd, handler, nbytes, commit_flags, a0, a1, a2, a3, a4, a5))
FFI_VOID(gex_AM_CommitReplyMedium7, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6),
    gex_AM_CommitReplyMedium7(sd, handler, nbytes, a0, a1, a2, a3, a4, a5, a6))
FFI_CALL(int, gex_AM_CommitReplyMedium7_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6), gex_AM_CommitReplyMedium7_v2(sd, handler, nbytes, commit_flags, a0, a1, a2, a3,
    a4, a5, a6))
FFI_VOID(gex_AM_CommitReplyMedium8, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7), gex_AM_CommitReplyMedium8(sd, handler, nbytes, a0, a1, a2, a3, a4, a5, a6, a7))
FFI_CALL(int, gex_AM_CommitReplyMedium8_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7), gex_AM_CommitReplyMedium8_v2(sd, handler, nbytes, commit_flags,
    a0, a1, a2, a3, a4, a5, a6, a7))
FFI_VOID(gex_AM_CommitReplyMedium9, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8), gex_AM_CommitReplyMedium9(sd, handler, nbytes, a0, a1, a2, a3, a4, a5, a6, a7,
    a8))
FFI_CALL(int, gex_AM_CommitReplyMedium9_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8), gex_AM_CommitReplyMedium9_v2(sd, handler,
    nbytes, commit_flags, a0, a1, a2, a3, a4, a5, a6, a7, a8))
FFI_VOID(gex_AM_CommitReplyMedium10, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9), gex_AM_CommitReplyMedium10(sd, handler, nbytes, a0, a1, a2, a3,
    a4, a5, a6, a7, a8, a9))
FFI_CALL(int, gex_AM_CommitReplyMedium10_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9),
    gex_AM_CommitReplyMedium10_v2(sd, handler, nbytes, commit_flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9))
FFI_VOID(gex_AM_CommitReplyMedium11, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10), gex_AM_CommitReplyMedium11(sd, handler,
    nbytes, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10))
FFI_CALL(int, gex_AM_CommitReplyMedium11_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10),
    gex_AM_CommitReplyMedium11_v2(sd, handler, nbytes, commit_flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10))
FFI_VOID(gex_AM_CommitReplyMedium12, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11),
    gex_AM_CommitReplyMedium12(sd, handler, nbytes, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11))
FFI_CALL(int, gex_AM_CommitReplyMedium12_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10,
    gex_AM_Arg_t a11), gex_AM_CommitReplyMedium12_v2(sd, handler, nbytes, commit_flags, a0, a1, a2, a3, a4, a5, a6, a7,
    a8, a9, a10, a11))
FFI_VOID(gex_AM_CommitReplyMedium13, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12),
    gex_AM_CommitReplyMedium13(sd, handler, nbytes, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12))
FFI_CALL(int, gex_AM_CommitReplyMedium13_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10,
    gex_AM_Arg_t a11, gex_AM_Arg_t a12), gex_AM_CommitReplyMedium13_v2(sd, handler, nbytes, commit_flags, a0, a1, a2,
    a3, a4, a5, a6, a7, a8, a9, a10, a11, a12))
FFI_VOID(gex_AM_CommitReplyMedium14, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12,
    gex_AM_Arg_t a13), gex_AM_CommitReplyMedium14(sd, handler, nbytes, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11,
    a12, a13))
FFI_CALL(int, gex_AM_CommitReplyMedium14_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10,
    gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13), gex_AM_CommitReplyMedium14_v2(sd, handler, nbytes,
    commit_flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13))
FFI_VOID(gex_AM_CommitReplyMedium15, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12,
    gex_AM_Arg_t a13, gex_AM_Arg_t a14), gex_AM_CommitReplyMedium15(sd, handler, nbytes, a0, a1, a2, a3, a4, a5, a6, a7,
    a8, a9, a10, a11, a12, a13, a14))
FFI_CALL(int, gex_AM_CommitReplyMedium15_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10,
    gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14), gex_AM_CommitReplyMedium15_v2(sd, handler,
    nbytes, commit_flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14))
FFI_VOID(gex_AM_CommitReplyMedium16, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12,
    gex_AM_Arg_t a13, gex_AM_Arg_t a14, gex_AM_Arg_t a15), gex_AM_CommitReplyMedium16(sd, handler, nbytes, a0, a1, a2,
    a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15))
FFI_CALL(int, gex_AM_CommitReplyMedium16_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10,
    gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14, gex_AM_Arg_t a15),
    gex_AM_CommitReplyMedium16_v2(sd, handler, nbytes, commit_flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11,
    a12, a13, a14, a15))
FFI_CALL(int, gex_AM_CommitReplyMedium_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, unsigned nargs, const gex_AM_Arg_t *args), hyd_am_commit(sd,
    HYD_NPAM_MEDIUM | HYD_NPAM_REPLY, handler, nbytes, NULL, commit_flags, nargs, args))
FFI_VOID(gex_AM_CommitRequestLong, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    unsigned nargs, const gex_AM_Arg_t *args), hyd_am_commit(sd, HYD_NPAM_LONG, handler, nbytes, dest_addr, 0, nargs,
    args))
FFI_VOID(gex_AM_CommitRequestLong0, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr),
    gex_AM_CommitRequestLong0(sd, handler, nbytes, dest_addr))
FFI_CALL(int, gex_AM_CommitRequestLong0_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    void *dest_addr, gex_Flags_t commit_flags), gex_AM_CommitRequestLong0_v2(sd, handler, nbytes, dest_addr,
    commit_flags))
FFI_VOID(gex_AM_CommitRequestLong1, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0), gex_AM_CommitRequestLong1(sd, handler, nbytes, dest_addr, a0))
FFI_CALL(int, gex_AM_CommitRequestLong1_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    void *dest_addr, gex_Flags_t commit_flags, gex_AM_Arg_t a0), gex_AM_CommitRequestLong1_v2(sd, handler, nbytes,
    dest_addr, commit_flags, a0))
FFI_VOID(gex_AM_CommitRequestLong2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1), gex_AM_CommitRequestLong2(sd, handler, nbytes, dest_addr, a0, a1))
FFI_CALL(int, gex_AM_CommitRequestLong2_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    void *dest_addr, gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1), gex_AM_CommitRequestLong2_v2(sd,
    handler, nbytes, dest_addr, commit_flags, a0, a1))
FFI_VOID(gex_AM_CommitRequestLong3, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2), gex_AM_CommitRequestLong3(sd, handler, nbytes, dest_addr, a0,
    a1, a2))
FFI_CALL(int, gex_AM_CommitRequestLong3_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    void *dest_addr, gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2),
    gex_AM_CommitRequestLong3_v2(sd, handler, nbytes, dest_addr, commit_flags, a0, a1, a2))
FFI_VOID(gex_AM_CommitRequestLong4, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3), gex_AM_CommitRequestLong4(sd, handler, nbytes,
    dest_addr, a0, a1, a2, a3))
FFI_CALL(int, gex_AM_CommitRequestLong4_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    void *dest_addr, gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3),
    gex_AM_CommitRequestLong4_v2(sd, handler, nbytes, dest_addr, commit_flags, a0, a1, a2, a3))
FFI_VOID(gex_AM_CommitRequestLong5, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4), gex_AM_CommitRequestLong5(sd,
    handler, nbytes, dest_addr, a0, a1, a2, a3, a4))
FFI_CALL(int, gex_AM_CommitRequestLong5_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    void *dest_addr, gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4), gex_AM_CommitRequestLong5_v2(sd, handler, nbytes, dest_addr, commit_flags, a0, a1, a2, a3, a4))
FFI_VOID(gex_AM_CommitRequestLong6, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5),
    gex_AM_CommitRequestLong6(sd, handler, nbytes, dest_addr, a0, a1, a2, a3, a4, a5))
FFI_CALL(int, gex_AM_CommitRequestLong6_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    void *dest_addr, gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5), gex_AM_CommitRequestLong6_v2(sd, handler, nbytes, dest_addr, commit_flags, a0,
    a1, a2, a3, a4, a5))
FFI_VOID(gex_AM_CommitRequestLong7, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6), gex_AM_CommitRequestLong7(sd, handler, nbytes, dest_addr, a0, a1, a2, a3, a4, a5, a6))
FFI_CALL(int, gex_AM_CommitRequestLong7_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    void *dest_addr, gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6), gex_AM_CommitRequestLong7_v2(sd, handler, nbytes, dest_addr,
    commit_flags, a0, a1, a2, a3, a4, a5, a6))
FFI_VOID(gex_AM_CommitRequestLong8, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7), gex_AM_CommitRequestLong8(sd, handler, nbytes, dest_addr, a0, a1, a2, a3, a4, a5,
    a6, a7))
FFI_CALL(int, gex_AM_CommitRequestLong8_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    void *dest_addr, gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7), gex_AM_CommitRequestLong8_v2(sd, handler,
    nbytes, dest_addr, commit_flags, a0, a1, a2, a3, a4, a5, a6, a7))
FFI_VOID(gex_AM_CommitRequestLong9, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8), gex_AM_CommitRequestLong9(sd, handler, nbytes, dest_addr, a0,
    a1, a2, a3, a4, a5, a6, a7, a8))
FFI_CALL(int, gex_AM_CommitRequestLong9_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    void *dest_addr, gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8),
    gex_AM_CommitRequestLong9_v2(sd, handler, nbytes, dest_addr, commit_flags, a0, a1, a2, a3, a4, a5, a6, a7, a8))
FFI_VOID(gex_AM_CommitRequestLong10, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9), gex_AM_CommitRequestLong10(sd, handler, nbytes,
    dest_addr, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9))
FFI_CALL(int, gex_AM_CommitRequestLong10_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    void *dest_addr, gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9),
    gex_AM_CommitRequestLong10_v2(sd, handler, nbytes, dest_addr, commit_flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9))
FFI_VOID(gex_AM_CommitRequestLong11, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10),
    gex_AM_CommitRequestLong11(sd, handler, nbytes, dest_addr, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10))
FFI_CALL(int, gex_AM_CommitRequestLong11_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    void *dest_addr, gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9,
    gex_AM_Arg_t a10), gex_AM_CommitRequestLong11_v2(sd, handler, nbytes, dest_addr, commit_flags, a0, a1, a2, a3, a4,
    a5, a6, a7, a8, a9, a10))
FFI_VOID(gex_AM_CommitRequestLong12, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11),
    gex_AM_CommitRequestLong12(sd, handler, nbytes, dest_addr, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11))
FFI_CALL(int, gex_AM_CommitRequestLong12_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    void *dest_addr, gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9,
    gex_AM_Arg_t a10, gex_AM_Arg_t a11), gex_AM_CommitRequestLong12_v2(sd, handler, nbytes, dest_addr, commit_flags, a0,
    a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11))
FFI_VOID(gex_AM_CommitRequestLong13, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11,
    gex_AM_Arg_t a12), gex_AM_CommitRequestLong13(sd, handler, nbytes, dest_addr, a0, a1, a2, a3, a4, a5, a6, a7, a8,
    a9, a10, a11, a12))
FFI_CALL(int, gex_AM_CommitRequestLong13_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    void *dest_addr, gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9,
    gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12), gex_AM_CommitRequestLong13_v2(sd, handler, nbytes, dest_addr,
    commit_flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12))
FFI_VOID(gex_AM_CommitRequestLong14, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11,
    gex_AM_Arg_t a12, gex_AM_Arg_t a13), gex_AM_CommitRequestLong14(sd, handler, nbytes, dest_addr, a0, a1, a2, a3, a4,
    a5, a6, a7, a8, a9, a10, a11, a12, a13))
FFI_CALL(int, gex_AM_CommitRequestLong14_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    void *dest_addr, gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9,
    gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13), gex_AM_CommitRequestLong14_v2(sd, handler,
    nbytes, dest_addr, commit_flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13))
FFI_VOID(gex_AM_CommitRequestLong15, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11,
    gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14), gex_AM_CommitRequestLong15(sd, handler, nbytes, dest_addr,
    a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14))
FFI_CALL(int, gex_AM_CommitRequestLong15_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    void *dest_addr, gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9,
    gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14),
    gex_AM_CommitRequestLong15_v2(sd, handler, nbytes, dest_addr, commit_flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9,
    a10, a11, a12, a13, a14))
FFI_VOID(gex_AM_CommitRequestLong16, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11,
    gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14, gex_AM_Arg_t a15), gex_AM_CommitRequestLong16(sd, handler,
    nbytes, dest_addr, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15))
FFI_CALL(int, gex_AM_CommitRequestLong16_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    void *dest_addr, gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9,
    gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14, gex_AM_Arg_t a15),
    gex_AM_CommitRequestLong16_v2(sd, handler, nbytes, dest_addr, commit_flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9,
    a10, a11, a12, a13, a14, a15))
FFI_CALL(int, gex_AM_CommitRequestLong_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, unsigned nargs, const gex_AM_Arg_t *args), hyd_am_commit(sd, HYD_NPAM_LONG, handler,
    nbytes, dest_addr, commit_flags, nargs, args))
FFI_VOID(gex_AM_CommitRequestMedium, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, unsigned nargs,
    const gex_AM_Arg_t *args), hyd_am_commit(sd, HYD_NPAM_MEDIUM, handler, nbytes, NULL, 0, nargs, args))
FFI_VOID(gex_AM_CommitRequestMedium0, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes),
    gex_AM_CommitRequestMedium0(sd, handler, nbytes))
FFI_CALL(int, gex_AM_CommitRequestMedium0_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags), gex_AM_CommitRequestMedium0_v2(sd, handler, nbytes, commit_flags))
FFI_VOID(gex_AM_CommitRequestMedium1, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0),
    gex_AM_CommitRequestMedium1(sd, handler, nbytes, a0))
FFI_CALL(int, gex_AM_CommitRequestMedium1_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0), gex_AM_CommitRequestMedium1_v2(sd, handler, nbytes, commit_flags, a0))
FFI_VOID(gex_AM_CommitRequestMedium2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1), gex_AM_CommitRequestMedium2(sd, handler, nbytes, a0, a1))
FFI_CALL(int, gex_AM_CommitRequestMedium2_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1), gex_AM_CommitRequestMedium2_v2(sd, handler, nbytes,
    commit_flags, a0, a1))
FFI_VOID(gex_AM_CommitRequestMedium3, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2), gex_AM_CommitRequestMedium3(sd, handler, nbytes, a0, a1, a2))
FFI_CALL(int, gex_AM_CommitRequestMedium3_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2), gex_AM_CommitRequestMedium3_v2(sd,
    handler, nbytes, commit_flags, a0, a1, a2))
FFI_VOID(gex_AM_CommitRequestMedium4, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3), gex_AM_CommitRequestMedium4(sd, handler, nbytes, a0, a1, a2,
    a3))
FFI_CALL(int, gex_AM_CommitRequestMedium4_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3),
    gex_AM_CommitRequestMedium4_v2(sd, handler, nbytes, commit_flags, a0, a1, a2, a3))
FFI_VOID(gex_AM_CommitRequestMedium5, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4), gex_AM_CommitRequestMedium5(sd, handler,
    nbytes, a0, a1, a2, a3, a4))
FFI_CALL(int, gex_AM_CommitRequestMedium5_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4),
    gex_AM_CommitRequestMedium5_v2(sd, handler, nbytes, commit_flags, a0, a1, a2, a3, a4))
FFI_VOID(gex_AM_CommitRequestMedium6, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5),
    gex_AM_CommitRequestMedium6(sd, handler, nbytes, a0, a1, a2, a3, a4, a5))
FFI_CALL(int, gex_AM_CommitRequestMedium6_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5), gex_AM_CommitRequestMedium6_v2(sd, handler, nbytes, commit_flags, a0, a1, a2, a3, a4, a5))
FFI_VOID(gex_AM_CommitRequestMedium7, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6),
    gex_AM_CommitRequestMedium7(sd, handler, nbytes, a0, a1, a2, a3, a4, a5, a6))
FFI_CALL(int, gex_AM_CommitRequestMedium7_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6), gex_AM_CommitRequestMedium7_v2(sd, handler, nbytes, commit_flags, a0, a1, a2, a3,
    a4, a5, a6))
FFI_VOID(gex_AM_CommitRequestMedium8, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7), gex_AM_CommitRequestMedium8(sd, handler, nbytes, a0, a1, a2, a3, a4, a5, a6, a7))
FFI_CALL(int, gex_AM_CommitRequestMedium8_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7), gex_AM_CommitRequestMedium8_v2(sd, handler, nbytes,
    commit_flags, a0, a1, a2, a3, a4, a5, a6, a7))
FFI_VOID(gex_AM_CommitRequestMedium9, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8), gex_AM_CommitRequestMedium9(sd, handler, nbytes, a0, a1, a2, a3, a4, a5, a6, a7,
    a8))
FFI_CALL(int, gex_AM_CommitRequestMedium9_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8), gex_AM_CommitRequestMedium9_v2(sd, handler,
    nbytes, commit_flags, a0, a1, a2, a3, a4, a5, a6, a7, a8))
FFI_VOID(gex_AM_CommitRequestMedium10, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9), gex_AM_CommitRequestMedium10(sd, handler, nbytes, a0, a1, a2,
    a3, a4, a5, a6, a7, a8, a9))
FFI_CALL(int, gex_AM_CommitRequestMedium10_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9),
    gex_AM_CommitRequestMedium10_v2(sd, handler, nbytes, commit_flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9))
FFI_VOID(gex_AM_CommitRequestMedium11, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10), gex_AM_CommitRequestMedium11(sd, handler,
    nbytes, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10))
FFI_CALL(int, gex_AM_CommitRequestMedium11_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10),
    gex_AM_CommitRequestMedium11_v2(sd, handler, nbytes, commit_flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10))
FFI_VOID(gex_AM_CommitRequestMedium12, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11),
    gex_AM_CommitRequestMedium12(sd, handler, nbytes, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11))
FFI_CALL(int, gex_AM_CommitRequestMedium12_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10,
    gex_AM_Arg_t a11), gex_AM_CommitRequestMedium12_v2(sd, handler, nbytes, commit_flags, a0, a1, a2, a3, a4, a5, a6,
    a7, a8, a9, a10, a11))
FFI_VOID(gex_AM_CommitRequestMedium13, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12),
    gex_AM_CommitRequestMedium13(sd, handler, nbytes, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12))
FFI_CALL(int, gex_AM_CommitRequestMedium13_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10,
    gex_AM_Arg_t a11, gex_AM_Arg_t a12), gex_AM_CommitRequestMedium13_v2(sd, handler, nbytes, commit_flags, a0, a1, a2,
    a3, a4, a5, a6, a7, a8, a9, a10, a11, a12))
FFI_VOID(gex_AM_CommitRequestMedium14, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12,
    gex_AM_Arg_t a13), gex_AM_CommitRequestMedium14(sd, handler, nbytes, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10,
    a11, a12, a13))
FFI_CALL(int, gex_AM_CommitRequestMedium14_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10,
    gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13), gex_AM_CommitRequestMedium14_v2(sd, handler, nbytes,
    commit_flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13))
FFI_VOID(gex_AM_CommitRequestMedium15, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12,
    gex_AM_Arg_t a13, gex_AM_Arg_t a14), gex_AM_CommitRequestMedium15(sd, handler, nbytes, a0, a1, a2, a3, a4, a5, a6,
    a7, a8, a9, a10, a11, a12, a13, a14))
FFI_CALL(int, gex_AM_CommitRequestMedium15_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10,
    gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14), gex_AM_CommitRequestMedium15_v2(sd,
    handler, nbytes, commit_flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14))
FFI_VOID(gex_AM_CommitRequestMedium16, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12,
    gex_AM_Arg_t a13, gex_AM_Arg_t a14, gex_AM_Arg_t a15), gex_AM_CommitRequestMedium16(sd, handler, nbytes, a0, a1, a2,
    a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15))
FFI_CALL(int, gex_AM_CommitRequestMedium16_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10,
    gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14, gex_AM_Arg_t a15),
    gex_AM_CommitRequestMedium16_v2(sd, handler, nbytes, commit_flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11,
    a12, a13, a14, a15))
FFI_CALL(int, gex_AM_CommitRequestMedium_v2, (gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, unsigned nargs, const gex_AM_Arg_t *args), hyd_am_commit(sd, HYD_NPAM_MEDIUM, handler,
    nbytes, NULL, commit_flags, nargs, args))
FFI_CALL(size_t, gex_AM_LUBReplyLong, (void), gex_AM_LUBReplyLong())
FFI_CALL(size_t, gex_AM_LUBReplyMedium, (void), gex_AM_LUBReplyMedium())
FFI_CALL(size_t, gex_AM_LUBRequestLong, (void), gex_AM_LUBRequestLong())
FFI_CALL(size_t, gex_AM_LUBRequestMedium, (void), gex_AM_LUBRequestMedium())
FFI_CALL(unsigned int, gex_AM_MaxArgs, (void), gex_AM_MaxArgs())
FFI_CALL(int, gex_AM_ReplyLong, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, unsigned nargs, const gex_AM_Arg_t *args),
    hyd_am_reply_long(token, handler, source_addr, nbytes, dest_addr, lc_opt, flags, nargs, args))
FFI_CALL(int, gex_AM_ReplyLong0, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags), gex_AM_ReplyLong0(token, handler, source_addr, nbytes,
    dest_addr, lc_opt, flags))
FFI_CALL(int, gex_AM_ReplyLong1, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0), gex_AM_ReplyLong1(token, handler,
    source_addr, nbytes, dest_addr, lc_opt, flags, a0))
FFI_CALL(int, gex_AM_ReplyLong2, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1), gex_AM_ReplyLong2(token,
    handler, source_addr, nbytes, dest_addr, lc_opt, flags, a0, a1))
FFI_CALL(int, gex_AM_ReplyLong3, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2),
    gex_AM_ReplyLong3(token, handler, source_addr, nbytes, dest_addr, lc_opt, flags, a0, a1, a2))
FFI_CALL(int, gex_AM_ReplyLong4, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3), gex_AM_ReplyLong4(token, handler, source_addr, nbytes, dest_addr, lc_opt, flags, a0, a1, a2, a3))
FFI_CALL(int, gex_AM_ReplyLong5, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4), gex_AM_ReplyLong5(token, handler, source_addr, nbytes, dest_addr, lc_opt, flags,
    a0, a1, a2, a3, a4))
FFI_CALL(int, gex_AM_ReplyLong6, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5), gex_AM_ReplyLong6(token, handler, source_addr, nbytes,
    dest_addr, lc_opt, flags, a0, a1, a2, a3, a4, a5))
FFI_CALL(int, gex_AM_ReplyLong7, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6), gex_AM_ReplyLong7(token, handler, source_addr,
    nbytes, dest_addr, lc_opt, flags, a0, a1, a2, a3, a4, a5, a6))
FFI_CALL(int, gex_AM_ReplyLong8, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7), gex_AM_ReplyLong8(token,
    handler, source_addr, nbytes, dest_addr, lc_opt, flags, a0, a1, a2, a3, a4, a5, a6, a7))
FFI_CALL(int, gex_AM_ReplyLong9, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8),
    gex_AM_ReplyLong9(token, handler, source_addr, nbytes, dest_addr, lc_opt, flags, a0, a1, a2, a3, a4, a5, a6, a7,
    a8))
FFI_CALL(int, gex_AM_ReplyLong10, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8,
    gex_AM_Arg_t a9), gex_AM_ReplyLong10(token, handler, source_addr, nbytes, dest_addr, lc_opt, flags, a0, a1, a2, a3,
    a4, a5, a6, a7, a8, a9))
FFI_CALL(int, gex_AM_ReplyLong11, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8,
    gex_AM_Arg_t a9, gex_AM_Arg_t a10), gex_AM_ReplyLong11(token, handler, source_addr, nbytes, dest_addr, lc_opt,
    flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10))
FFI_CALL(int, gex_AM_ReplyLong12, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8,
    gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11), gex_AM_ReplyLong12(token, handler, source_addr, nbytes,
    dest_addr, lc_opt, flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11))
FFI_CALL(int, gex_AM_ReplyLong13, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8,
    gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12), gex_AM_ReplyLong13(token, handler,
    source_addr, nbytes, dest_addr, lc_opt, flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12))
FFI_CALL(int, gex_AM_ReplyLong14, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8,
    gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13), gex_AM_ReplyLong14(token,
    handler, source_addr, nbytes, dest_addr, lc_opt, flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13))
FFI_CALL(int, gex_AM_ReplyLong15, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8,
    gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14),
    gex_AM_ReplyLong15(token, handler, source_addr, nbytes, dest_addr, lc_opt, flags, a0, a1, a2, a3, a4, a5, a6, a7,
    a8, a9, a10, a11, a12, a13, a14))
FFI_CALL(int, gex_AM_ReplyLong16, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8,
    gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14,
    gex_AM_Arg_t a15), gex_AM_ReplyLong16(token, handler, source_addr, nbytes, dest_addr, lc_opt, flags, a0, a1, a2, a3,
    a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15))
FFI_CALL(int, gex_AM_ReplyMedium, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, unsigned nargs, const gex_AM_Arg_t *args), hyd_am_reply_medium(token,
    handler, source_addr, nbytes, lc_opt, flags, nargs, args))
FFI_CALL(int, gex_AM_ReplyMedium0, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags), gex_AM_ReplyMedium0(token, handler, source_addr, nbytes, lc_opt, flags))
FFI_CALL(int, gex_AM_ReplyMedium1, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0), gex_AM_ReplyMedium1(token, handler, source_addr, nbytes,
    lc_opt, flags, a0))
FFI_CALL(int, gex_AM_ReplyMedium2, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1), gex_AM_ReplyMedium2(token, handler,
    source_addr, nbytes, lc_opt, flags, a0, a1))
FFI_CALL(int, gex_AM_ReplyMedium3, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2),
    gex_AM_ReplyMedium3(token, handler, source_addr, nbytes, lc_opt, flags, a0, a1, a2))
FFI_CALL(int, gex_AM_ReplyMedium4, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3),
    gex_AM_ReplyMedium4(token, handler, source_addr, nbytes, lc_opt, flags, a0, a1, a2, a3))
FFI_CALL(int, gex_AM_ReplyMedium5, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4), gex_AM_ReplyMedium5(token, handler, source_addr, nbytes, lc_opt, flags, a0, a1, a2, a3, a4))
FFI_CALL(int, gex_AM_ReplyMedium6, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5), gex_AM_ReplyMedium6(token, handler, source_addr, nbytes, lc_opt, flags, a0, a1,
    a2, a3, a4, a5))
FFI_CALL(int, gex_AM_ReplyMedium7, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6), gex_AM_ReplyMedium7(token, handler, source_addr, nbytes, lc_opt,
    flags, a0, a1, a2, a3, a4, a5, a6))
FFI_CALL(int, gex_AM_ReplyMedium8, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7), gex_AM_ReplyMedium8(token, handler,
    source_addr, nbytes, lc_opt, flags, a0, a1, a2, a3, a4, a5, a6, a7))
FFI_CALL(int, gex_AM_ReplyMedium9, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8), gex_AM_ReplyMedium9(token,
    handler, source_addr, nbytes, lc_opt, flags, a0, a1, a2, a3, a4, a5, a6, a7, a8))
FFI_CALL(int, gex_AM_ReplyMedium10, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9),
    gex_AM_ReplyMedium10(token, handler, source_addr, nbytes, lc_opt, flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9))
FFI_CALL(int, gex_AM_ReplyMedium11, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9,
    gex_AM_Arg_t a10), gex_AM_ReplyMedium11(token, handler, source_addr, nbytes, lc_opt, flags, a0, a1, a2, a3, a4, a5,
    a6, a7, a8, a9, a10))
FFI_CALL(int, gex_AM_ReplyMedium12, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9,
    gex_AM_Arg_t a10, gex_AM_Arg_t a11), gex_AM_ReplyMedium12(token, handler, source_addr, nbytes, lc_opt, flags, a0,
    a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11))
FFI_CALL(int, gex_AM_ReplyMedium13, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9,
    gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12), gex_AM_ReplyMedium13(token, handler, source_addr, nbytes,
    lc_opt, flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12))
FFI_CALL(int, gex_AM_ReplyMedium14, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9,
    gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13), gex_AM_ReplyMedium14(token, handler,
    source_addr, nbytes, lc_opt, flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13))
FFI_CALL(int, gex_AM_ReplyMedium15, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9,
    gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14),
    gex_AM_ReplyMedium15(token, handler, source_addr, nbytes, lc_opt, flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9,
    a10, a11, a12, a13, a14))
FFI_CALL(int, gex_AM_ReplyMedium16, (gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9,
    gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14, gex_AM_Arg_t a15),
    gex_AM_ReplyMedium16(token, handler, source_addr, nbytes, lc_opt, flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9,
    a10, a11, a12, a13, a14, a15))
FFI_CALL(int, gex_AM_ReplyShort, (gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, unsigned nargs,
    const gex_AM_Arg_t *args), hyd_am_reply_short(token, handler, flags, nargs, args))
FFI_CALL(int, gex_AM_ReplyShort0, (gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags),
    gex_AM_ReplyShort0(token, handler, flags))
FFI_CALL(int, gex_AM_ReplyShort1, (gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0),
    gex_AM_ReplyShort1(token, handler, flags, a0))
FFI_CALL(int, gex_AM_ReplyShort2, (gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1), gex_AM_ReplyShort2(token, handler, flags, a0, a1))
FFI_CALL(int, gex_AM_ReplyShort3, (gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2), gex_AM_ReplyShort3(token, handler, flags, a0, a1, a2))
FFI_CALL(int, gex_AM_ReplyShort4, (gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3), gex_AM_ReplyShort4(token, handler, flags, a0, a1, a2, a3))
FFI_CALL(int, gex_AM_ReplyShort5, (gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4), gex_AM_ReplyShort5(token, handler, flags, a0,
    a1, a2, a3, a4))
FFI_CALL(int, gex_AM_ReplyShort6, (gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5), gex_AM_ReplyShort6(token,
    handler, flags, a0, a1, a2, a3, a4, a5))
FFI_CALL(int, gex_AM_ReplyShort7, (gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6),
    gex_AM_ReplyShort7(token, handler, flags, a0, a1, a2, a3, a4, a5, a6))
FFI_CALL(int, gex_AM_ReplyShort8, (gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7), gex_AM_ReplyShort8(token, handler, flags, a0, a1, a2, a3, a4, a5, a6, a7))
FFI_CALL(int, gex_AM_ReplyShort9, (gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8), gex_AM_ReplyShort9(token, handler, flags, a0, a1, a2, a3, a4, a5, a6, a7, a8))
FFI_CALL(int, gex_AM_ReplyShort10, (gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9), gex_AM_ReplyShort10(token, handler, flags, a0, a1, a2, a3, a4,
    a5, a6, a7, a8, a9))
FFI_CALL(int, gex_AM_ReplyShort11, (gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10), gex_AM_ReplyShort11(token, handler, flags, a0,
    a1, a2, a3, a4, a5, a6, a7, a8, a9, a10))
FFI_CALL(int, gex_AM_ReplyShort12, (gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11), gex_AM_ReplyShort12(token,
    handler, flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11))
FFI_CALL(int, gex_AM_ReplyShort13, (gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12),
    gex_AM_ReplyShort13(token, handler, flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12))
FFI_CALL(int, gex_AM_ReplyShort14, (gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12,
    gex_AM_Arg_t a13), gex_AM_ReplyShort14(token, handler, flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12,
    a13))
FFI_CALL(int, gex_AM_ReplyShort15, (gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12,
    gex_AM_Arg_t a13, gex_AM_Arg_t a14), gex_AM_ReplyShort15(token, handler, flags, a0, a1, a2, a3, a4, a5, a6, a7, a8,
    a9, a10, a11, a12, a13, a14))
FFI_CALL(int, gex_AM_ReplyShort16, (gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12,
    gex_AM_Arg_t a13, gex_AM_Arg_t a14, gex_AM_Arg_t a15), gex_AM_ReplyShort16(token, handler, flags, a0, a1, a2, a3,
    a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15))
FFI_CALL(int, gex_AM_RequestLong, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, unsigned nargs, const gex_AM_Arg_t *args),
    hyd_am_request_long(tm, rank, handler, source_addr, nbytes, dest_addr, lc_opt, flags, nargs, args))
FFI_CALL(int, gex_AM_RequestLong0, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags), gex_AM_RequestLong0(tm, rank, handler,
    source_addr, nbytes, dest_addr, lc_opt, flags))
FFI_CALL(int, gex_AM_RequestLong1, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0), gex_AM_RequestLong1(tm,
    rank, handler, source_addr, nbytes, dest_addr, lc_opt, flags, a0))
FFI_CALL(int, gex_AM_RequestLong2, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1),
    gex_AM_RequestLong2(tm, rank, handler, source_addr, nbytes, dest_addr, lc_opt, flags, a0, a1))
FFI_CALL(int, gex_AM_RequestLong3, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1,
    gex_AM_Arg_t a2), gex_AM_RequestLong3(tm, rank, handler, source_addr, nbytes, dest_addr, lc_opt, flags, a0, a1, a2))
FFI_CALL(int, gex_AM_RequestLong4, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1,
    gex_AM_Arg_t a2, gex_AM_Arg_t a3), gex_AM_RequestLong4(tm, rank, handler, source_addr, nbytes, dest_addr, lc_opt,
    flags, a0, a1, a2, a3))
FFI_CALL(int, gex_AM_RequestLong5, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1,
    gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4), gex_AM_RequestLong5(tm, rank, handler, source_addr, nbytes,
    dest_addr, lc_opt, flags, a0, a1, a2, a3, a4))
FFI_CALL(int, gex_AM_RequestLong6, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1,
    gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5), gex_AM_RequestLong6(tm, rank, handler,
    source_addr, nbytes, dest_addr, lc_opt, flags, a0, a1, a2, a3, a4, a5))
FFI_CALL(int, gex_AM_RequestLong7, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1,
    gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6), gex_AM_RequestLong7(tm, rank,
    handler, source_addr, nbytes, dest_addr, lc_opt, flags, a0, a1, a2, a3, a4, a5, a6))
FFI_CALL(int, gex_AM_RequestLong8, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1,
    gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7),
    gex_AM_RequestLong8(tm, rank, handler, source_addr, nbytes, dest_addr, lc_opt, flags, a0, a1, a2, a3, a4, a5, a6,
    a7))
FFI_CALL(int, gex_AM_RequestLong9, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1,
    gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7,
    gex_AM_Arg_t a8), gex_AM_RequestLong9(tm, rank, handler, source_addr, nbytes, dest_addr, lc_opt, flags, a0, a1, a2,
    a3, a4, a5, a6, a7, a8))
FFI_CALL(int, gex_AM_RequestLong10, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1,
    gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7,
    gex_AM_Arg_t a8, gex_AM_Arg_t a9), gex_AM_RequestLong10(tm, rank, handler, source_addr, nbytes, dest_addr, lc_opt,
    flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9))
FFI_CALL(int, gex_AM_RequestLong11, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1,
    gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7,
    gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10), gex_AM_RequestLong11(tm, rank, handler, source_addr, nbytes,
    dest_addr, lc_opt, flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10))
FFI_CALL(int, gex_AM_RequestLong12, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1,
    gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7,
    gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11), gex_AM_RequestLong12(tm, rank, handler,
    source_addr, nbytes, dest_addr, lc_opt, flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11))
FFI_CALL(int, gex_AM_RequestLong13, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1,
    gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7,
    gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12), gex_AM_RequestLong13(tm,
    rank, handler, source_addr, nbytes, dest_addr, lc_opt, flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11,
    a12))
FFI_CALL(int, gex_AM_RequestLong14, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1,
    gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7,
    gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13),
    gex_AM_RequestLong14(tm, rank, handler, source_addr, nbytes, dest_addr, lc_opt, flags, a0, a1, a2, a3, a4, a5, a6,
    a7, a8, a9, a10, a11, a12, a13))
FFI_CALL(int, gex_AM_RequestLong15, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1,
    gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7,
    gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13,
    gex_AM_Arg_t a14), gex_AM_RequestLong15(tm, rank, handler, source_addr, nbytes, dest_addr, lc_opt, flags, a0, a1,
    a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14))
FFI_CALL(int, gex_AM_RequestLong16, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1,
    gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7,
    gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13,
    gex_AM_Arg_t a14, gex_AM_Arg_t a15), gex_AM_RequestLong16(tm, rank, handler, source_addr, nbytes, dest_addr, lc_opt,
    flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15))
FFI_CALL(int, gex_AM_RequestMedium, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags, unsigned nargs, const gex_AM_Arg_t *args),
    hyd_am_request_medium(tm, rank, handler, source_addr, nbytes, lc_opt, flags, nargs, args))
FFI_CALL(int, gex_AM_RequestMedium0, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags), gex_AM_RequestMedium0(tm, rank, handler, source_addr,
    nbytes, lc_opt, flags))
FFI_CALL(int, gex_AM_RequestMedium1, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0), gex_AM_RequestMedium1(tm, rank, handler,
    source_addr, nbytes, lc_opt, flags, a0))
FFI_CALL(int, gex_AM_RequestMedium2, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1), gex_AM_RequestMedium2(tm,
    rank, handler, source_addr, nbytes, lc_opt, flags, a0, a1))
FFI_CALL(int, gex_AM_RequestMedium3, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2),
    gex_AM_RequestMedium3(tm, rank, handler, source_addr, nbytes, lc_opt, flags, a0, a1, a2))
FFI_CALL(int, gex_AM_RequestMedium4, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3), gex_AM_RequestMedium4(tm, rank, handler, source_addr, nbytes, lc_opt, flags, a0, a1, a2, a3))
FFI_CALL(int, gex_AM_RequestMedium5, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4), gex_AM_RequestMedium5(tm, rank, handler, source_addr, nbytes, lc_opt, flags, a0,
    a1, a2, a3, a4))
FFI_CALL(int, gex_AM_RequestMedium6, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5), gex_AM_RequestMedium6(tm, rank, handler, source_addr, nbytes,
    lc_opt, flags, a0, a1, a2, a3, a4, a5))
FFI_CALL(int, gex_AM_RequestMedium7, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6), gex_AM_RequestMedium7(tm, rank, handler,
    source_addr, nbytes, lc_opt, flags, a0, a1, a2, a3, a4, a5, a6))
FFI_CALL(int, gex_AM_RequestMedium8, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7), gex_AM_RequestMedium8(tm,
    rank, handler, source_addr, nbytes, lc_opt, flags, a0, a1, a2, a3, a4, a5, a6, a7))
FFI_CALL(int, gex_AM_RequestMedium9, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8),
    gex_AM_RequestMedium9(tm, rank, handler, source_addr, nbytes, lc_opt, flags, a0, a1, a2, a3, a4, a5, a6, a7, a8))
FFI_CALL(int, gex_AM_RequestMedium10, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8,
    gex_AM_Arg_t a9), gex_AM_RequestMedium10(tm, rank, handler, source_addr, nbytes, lc_opt, flags, a0, a1, a2, a3, a4,
    a5, a6, a7, a8, a9))
FFI_CALL(int, gex_AM_RequestMedium11, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8,
    gex_AM_Arg_t a9, gex_AM_Arg_t a10), gex_AM_RequestMedium11(tm, rank, handler, source_addr, nbytes, lc_opt, flags,
    a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10))
FFI_CALL(int, gex_AM_RequestMedium12, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8,
    gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11), gex_AM_RequestMedium12(tm, rank, handler, source_addr, nbytes,
    lc_opt, flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11))
FFI_CALL(int, gex_AM_RequestMedium13, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8,
    gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12), gex_AM_RequestMedium13(tm, rank, handler,
    source_addr, nbytes, lc_opt, flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12))
FFI_CALL(int, gex_AM_RequestMedium14, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8,
    gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13), gex_AM_RequestMedium14(tm,
    rank, handler, source_addr, nbytes, lc_opt, flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13))
FFI_CALL(int, gex_AM_RequestMedium15, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8,
    gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14),
    gex_AM_RequestMedium15(tm, rank, handler, source_addr, nbytes, lc_opt, flags, a0, a1, a2, a3, a4, a5, a6, a7, a8,
    a9, a10, a11, a12, a13, a14))
FFI_CALL(int, gex_AM_RequestMedium16, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,
    size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8,
    gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14,
    gex_AM_Arg_t a15), gex_AM_RequestMedium16(tm, rank, handler, source_addr, nbytes, lc_opt, flags, a0, a1, a2, a3, a4,
    a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15))
FFI_CALL(int, gex_AM_RequestShort, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags,
    unsigned nargs, const gex_AM_Arg_t *args), hyd_am_request_short(tm, rank, handler, flags, nargs, args))
FFI_CALL(int, gex_AM_RequestShort0, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags),
    gex_AM_RequestShort0(tm, rank, handler, flags))
FFI_CALL(int, gex_AM_RequestShort1, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags,
    gex_AM_Arg_t a0), gex_AM_RequestShort1(tm, rank, handler, flags, a0))
FFI_CALL(int, gex_AM_RequestShort2, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1), gex_AM_RequestShort2(tm, rank, handler, flags, a0, a1))
FFI_CALL(int, gex_AM_RequestShort3, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2), gex_AM_RequestShort3(tm, rank, handler, flags, a0, a1, a2))
FFI_CALL(int, gex_AM_RequestShort4, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3), gex_AM_RequestShort4(tm, rank, handler, flags,
    a0, a1, a2, a3))
FFI_CALL(int, gex_AM_RequestShort5, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4), gex_AM_RequestShort5(tm, rank,
    handler, flags, a0, a1, a2, a3, a4))
FFI_CALL(int, gex_AM_RequestShort6, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5),
    gex_AM_RequestShort6(tm, rank, handler, flags, a0, a1, a2, a3, a4, a5))
FFI_CALL(int, gex_AM_RequestShort7, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6), gex_AM_RequestShort7(tm, rank, handler, flags, a0, a1, a2, a3, a4, a5, a6))
FFI_CALL(int, gex_AM_RequestShort8, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7), gex_AM_RequestShort8(tm, rank, handler, flags, a0, a1, a2, a3, a4, a5, a6, a7))
FFI_CALL(int, gex_AM_RequestShort9, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8), gex_AM_RequestShort9(tm, rank, handler, flags, a0, a1, a2, a3,
    a4, a5, a6, a7, a8))
FFI_CALL(int, gex_AM_RequestShort10, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9), gex_AM_RequestShort10(tm, rank, handler, flags,
    a0, a1, a2, a3, a4, a5, a6, a7, a8, a9))
FFI_CALL(int, gex_AM_RequestShort11, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10), gex_AM_RequestShort11(tm,
    rank, handler, flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10))
FFI_CALL(int, gex_AM_RequestShort12, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11),
    gex_AM_RequestShort12(tm, rank, handler, flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11))
FFI_CALL(int, gex_AM_RequestShort13, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11,
    gex_AM_Arg_t a12), gex_AM_RequestShort13(tm, rank, handler, flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11,
    a12))
FFI_CALL(int, gex_AM_RequestShort14, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11,
    gex_AM_Arg_t a12, gex_AM_Arg_t a13), gex_AM_RequestShort14(tm, rank, handler, flags, a0, a1, a2, a3, a4, a5, a6, a7,
    a8, a9, a10, a11, a12, a13))
FFI_CALL(int, gex_AM_RequestShort15, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11,
    gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14), gex_AM_RequestShort15(tm, rank, handler, flags, a0, a1, a2,
    a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14))
FFI_CALL(int, gex_AM_RequestShort16, (gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11,
    gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14, gex_AM_Arg_t a15), gex_AM_RequestShort16(tm, rank, handler,
    flags, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15))
FFI_CALL(int, gex_Event_Test, (gex_Event_t event), gex_Event_Test(event))
FFI_VOID(gex_Event_Wait, (gex_Event_t event), gex_Event_Wait(event))
FFI_VOID(gex_HSL_Destroy, (gex_HSL_t *hsl), gex_HSL_Destroy(hsl))
FFI_VOID(gex_HSL_Init, (gex_HSL_t *hsl), gex_HSL_Init(hsl))
FFI_VOID(gex_HSL_Lock, (gex_HSL_t *hsl), gex_HSL_Lock(hsl))
FFI_CALL(int, gex_HSL_Trylock, (gex_HSL_t *hsl), gex_HSL_Trylock(hsl))
FFI_VOID(gex_HSL_Unlock, (gex_HSL_t *hsl), gex_HSL_Unlock(hsl))
FFI_CALL(int, gex_RMA_GetBlocking, (gex_TM_t tm, void *dest, gex_Rank_t rank, const void *src, size_t nbytes,
    gex_Flags_t flags), gex_RMA_GetBlocking(tm, dest, rank, src, nbytes, flags))
FFI_CALL(gex_RMA_Value_t, gex_RMA_GetBlockingVal, (gex_TM_t tm, gex_Rank_t rank, const void *src, size_t nbytes,
    gex_Flags_t flags), gex_RMA_GetBlockingVal(tm, rank, src, nbytes, flags))
FFI_CALL(gex_Event_t, gex_RMA_GetNB, (gex_TM_t tm, void *dest, gex_Rank_t rank, const void *src, size_t nbytes,
    gex_Flags_t flags), gex_RMA_GetNB(tm, dest, rank, src, nbytes, flags))
FFI_CALL(int, gex_RMA_GetNBI, (gex_TM_t tm, void *dest, gex_Rank_t rank, const void *src, size_t nbytes,
    gex_Flags_t flags), gex_RMA_GetNBI(tm, dest, rank, src, nbytes, flags))
FFI_CALL(int, gex_RMA_PutBlocking, (gex_TM_t tm, gex_Rank_t rank, void *dest, const void *src, size_t nbytes,
    gex_Flags_t flags), gex_RMA_PutBlocking(tm, rank, dest, src, nbytes, flags))
FFI_CALL(int, gex_RMA_PutBlockingVal, (gex_TM_t tm, gex_Rank_t rank, void *dest, gex_RMA_Value_t value, size_t nbytes,
    gex_Flags_t flags), gex_RMA_PutBlockingVal(tm, rank, dest, value, nbytes, flags))
FFI_CALL(gex_Event_t, gex_RMA_PutNB, (gex_TM_t tm, gex_Rank_t rank, void *dest, const void *src, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags), gex_RMA_PutNB(tm, rank, dest, src, nbytes, lc_opt, flags))
FFI_CALL(int, gex_RMA_PutNBI, (gex_TM_t tm, gex_Rank_t rank, void *dest, const void *src, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags), gex_RMA_PutNBI(tm, rank, dest, src, nbytes, lc_opt, flags))
FFI_CALL(int, gex_RMA_PutNBIVal, (gex_TM_t tm, gex_Rank_t rank, void *dest, gex_RMA_Value_t value, size_t nbytes,
    gex_Flags_t flags), gex_RMA_PutNBIVal(tm, rank, dest, value, nbytes, flags))
FFI_CALL(gex_Event_t, gex_RMA_PutNBVal, (gex_TM_t tm, gex_Rank_t rank, void *dest, gex_RMA_Value_t value, size_t nbytes,
    gex_Flags_t flags), gex_RMA_PutNBVal(tm, rank, dest, value, nbytes, flags))
FFI_CALL(int, gex_VIS_IndexedGetBlocking, (gex_TM_t tm, size_t dstcount, void *const dstlist[], size_t dstlen,
    gex_Rank_t srcrank, size_t srccount, void *const srclist[], size_t srclen, gex_Flags_t flags),
    gex_VIS_IndexedGetBlocking(tm, dstcount, dstlist, dstlen, srcrank, srccount, srclist, srclen, flags))
FFI_CALL(gex_Event_t, gex_VIS_IndexedGetNB, (gex_TM_t tm, size_t dstcount, void *const dstlist[], size_t dstlen,
    gex_Rank_t srcrank, size_t srccount, void *const srclist[], size_t srclen, gex_Flags_t flags),
    gex_VIS_IndexedGetNB(tm, dstcount, dstlist, dstlen, srcrank, srccount, srclist, srclen, flags))
FFI_CALL(int, gex_VIS_IndexedGetNBI, (gex_TM_t tm, size_t dstcount, void *const dstlist[], size_t dstlen,
    gex_Rank_t srcrank, size_t srccount, void *const srclist[], size_t srclen, gex_Flags_t flags),
    gex_VIS_IndexedGetNBI(tm, dstcount, dstlist, dstlen, srcrank, srccount, srclist, srclen, flags))
FFI_CALL(int, gex_VIS_IndexedPutBlocking, (gex_TM_t tm, gex_Rank_t dstrank, size_t dstcount, void *const dstlist[],
    size_t dstlen, size_t srccount, void *const srclist[], size_t srclen, gex_Flags_t flags),
    gex_VIS_IndexedPutBlocking(tm, dstrank, dstcount, dstlist, dstlen, srccount, srclist, srclen, flags))
FFI_CALL(gex_Event_t, gex_VIS_IndexedPutNB, (gex_TM_t tm, gex_Rank_t dstrank, size_t dstcount, void *const dstlist[],
    size_t dstlen, size_t srccount, void *const srclist[], size_t srclen, gex_Flags_t flags), gex_VIS_IndexedPutNB(tm,
    dstrank, dstcount, dstlist, dstlen, srccount, srclist, srclen, flags))
FFI_CALL(int, gex_VIS_IndexedPutNBI, (gex_TM_t tm, gex_Rank_t dstrank, size_t dstcount, void *const dstlist[],
    size_t dstlen, size_t srccount, void *const srclist[], size_t srclen, gex_Flags_t flags), gex_VIS_IndexedPutNBI(tm,
    dstrank, dstcount, dstlist, dstlen, srccount, srclist, srclen, flags))
FFI_CALL(int, gex_VIS_StridedGetBlocking, (gex_TM_t tm, void *dstaddr, const ptrdiff_t dststrides[], gex_Rank_t srcrank,
    const void *srcaddr, const ptrdiff_t srcstrides[], size_t elemsz, const size_t count[], size_t stridelevels,
    gex_Flags_t flags), gex_VIS_StridedGetBlocking(tm, dstaddr, dststrides, srcrank, srcaddr, srcstrides, elemsz, count,
    stridelevels, flags))
FFI_CALL(gex_Event_t, gex_VIS_StridedGetNB, (gex_TM_t tm, void *dstaddr, const ptrdiff_t dststrides[],
    gex_Rank_t srcrank, const void *srcaddr, const ptrdiff_t srcstrides[], size_t elemsz, const size_t count[],
    size_t stridelevels, gex_Flags_t flags), gex_VIS_StridedGetNB(tm, dstaddr, dststrides, srcrank, srcaddr, srcstrides,
    elemsz, count, stridelevels, flags))
FFI_CALL(int, gex_VIS_StridedGetNBI, (gex_TM_t tm, void *dstaddr, const ptrdiff_t dststrides[], gex_Rank_t srcrank,
    const void *srcaddr, const ptrdiff_t srcstrides[], size_t elemsz, const size_t count[], size_t stridelevels,
    gex_Flags_t flags), gex_VIS_StridedGetNBI(tm, dstaddr, dststrides, srcrank, srcaddr, srcstrides, elemsz, count,
    stridelevels, flags))
FFI_CALL(int, gex_VIS_StridedPutBlocking, (gex_TM_t tm, gex_Rank_t dstrank, void *dstaddr, const ptrdiff_t dststrides[],
    const void *srcaddr, const ptrdiff_t srcstrides[], size_t elemsz, const size_t count[], size_t stridelevels,
    gex_Flags_t flags), gex_VIS_StridedPutBlocking(tm, dstrank, dstaddr, dststrides, srcaddr, srcstrides, elemsz, count,
    stridelevels, flags))
FFI_CALL(gex_Event_t, gex_VIS_StridedPutNB, (gex_TM_t tm, gex_Rank_t dstrank, void *dstaddr,
    const ptrdiff_t dststrides[], const void *srcaddr, const ptrdiff_t srcstrides[], size_t elemsz,
    const size_t count[], size_t stridelevels, gex_Flags_t flags), gex_VIS_StridedPutNB(tm, dstrank, dstaddr,
    dststrides, srcaddr, srcstrides, elemsz, count, stridelevels, flags))
FFI_CALL(int, gex_VIS_StridedPutNBI, (gex_TM_t tm, gex_Rank_t dstrank, void *dstaddr, const ptrdiff_t dststrides[],
    const void *srcaddr, const ptrdiff_t srcstrides[], size_t elemsz, const size_t count[], size_t stridelevels,
    gex_Flags_t flags), gex_VIS_StridedPutNBI(tm, dstrank, dstaddr, dststrides, srcaddr, srcstrides, elemsz, count,
    stridelevels, flags))
FFI_CALL(int, gex_VIS_VectorGetBlocking, (gex_TM_t tm, size_t dstcount, gex_Memvec_t const dstlist[],
    gex_Rank_t srcrank, size_t srccount, gex_Memvec_t const srclist[], gex_Flags_t flags), gex_VIS_VectorGetBlocking(tm,
    dstcount, dstlist, srcrank, srccount, srclist, flags))
FFI_CALL(gex_Event_t, gex_VIS_VectorGetNB, (gex_TM_t tm, size_t dstcount, gex_Memvec_t const dstlist[],
    gex_Rank_t srcrank, size_t srccount, gex_Memvec_t const srclist[], gex_Flags_t flags), gex_VIS_VectorGetNB(tm,
    dstcount, dstlist, srcrank, srccount, srclist, flags))
FFI_CALL(int, gex_VIS_VectorGetNBI, (gex_TM_t tm, size_t dstcount, gex_Memvec_t const dstlist[], gex_Rank_t srcrank,
    size_t srccount, gex_Memvec_t const srclist[], gex_Flags_t flags), gex_VIS_VectorGetNBI(tm, dstcount, dstlist,
    srcrank, srccount, srclist, flags))
FFI_CALL(int, gex_VIS_VectorPutBlocking, (gex_TM_t tm, gex_Rank_t dstrank, size_t dstcount,
    gex_Memvec_t const dstlist[], size_t srccount, gex_Memvec_t const srclist[], gex_Flags_t flags),
    gex_VIS_VectorPutBlocking(tm, dstrank, dstcount, dstlist, srccount, srclist, flags))
FFI_CALL(gex_Event_t, gex_VIS_VectorPutNB, (gex_TM_t tm, gex_Rank_t dstrank, size_t dstcount,
    gex_Memvec_t const dstlist[], size_t srccount, gex_Memvec_t const srclist[], gex_Flags_t flags),
    gex_VIS_VectorPutNB(tm, dstrank, dstcount, dstlist, srccount, srclist, flags))
FFI_CALL(int, gex_VIS_VectorPutNBI, (gex_TM_t tm, gex_Rank_t dstrank, size_t dstcount, gex_Memvec_t const dstlist[],
    size_t srccount, gex_Memvec_t const srclist[], gex_Flags_t flags), gex_VIS_VectorPutNBI(tm, dstrank, dstcount,
    dstlist, srccount, srclist, flags))
