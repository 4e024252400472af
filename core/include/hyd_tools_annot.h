/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_tools_annot.h: compiler annotations of gasnet_tools.h (spec gasnet-tools.md section 5).
 *
 * Each rests on a feature that gcc and clang share; a client may switch one off by defining
 * GASNETT_USE_<feature> to 0 before it includes gasnet_tools.h. Included by gasnet_tools.h only.
 */
#ifndef HYD_TOOLS_ANNOT_H
#define HYD_TOOLS_ANNOT_H

/* --- the switches --------------------------------------------------------- */
#ifndef GASNETT_USE_GCC_ATTRIBUTE_ALWAYSINLINE
#define GASNETT_USE_GCC_ATTRIBUTE_ALWAYSINLINE 1
#endif
#ifndef GASNETT_USE_GCC_ATTRIBUTE_NOINLINE
#define GASNETT_USE_GCC_ATTRIBUTE_NOINLINE 1
#endif
#ifndef GASNETT_USE_GCC_ATTRIBUTE_MALLOC
#define GASNETT_USE_GCC_ATTRIBUTE_MALLOC 1
#endif
#ifndef GASNETT_USE_GCC_ATTRIBUTE_WARNUNUSEDRESULT
#define GASNETT_USE_GCC_ATTRIBUTE_WARNUNUSEDRESULT 1
#endif
#ifndef GASNETT_USE_GCC_ATTRIBUTE_USED
#define GASNETT_USE_GCC_ATTRIBUTE_USED 1
#endif
#ifndef GASNETT_USE_GCC_ATTRIBUTE_UNUSED
#define GASNETT_USE_GCC_ATTRIBUTE_UNUSED 1
#endif
#ifndef GASNETT_USE_GCC_ATTRIBUTE_MAYALIAS
#define GASNETT_USE_GCC_ATTRIBUTE_MAYALIAS 1
#endif
#ifndef GASNETT_USE_GCC_ATTRIBUTE_NORETURN
#define GASNETT_USE_GCC_ATTRIBUTE_NORETURN 1
#endif
#ifndef GASNETT_USE_GCC_ATTRIBUTE_PURE
#define GASNETT_USE_GCC_ATTRIBUTE_PURE 1
#endif
#ifndef GASNETT_USE_GCC_ATTRIBUTE_CONST
#define GASNETT_USE_GCC_ATTRIBUTE_CONST 1
#endif
#ifndef GASNETT_USE_GCC_ATTRIBUTE_HOT
#define GASNETT_USE_GCC_ATTRIBUTE_HOT 1
#endif
#ifndef GASNETT_USE_GCC_ATTRIBUTE_COLD
#define GASNETT_USE_GCC_ATTRIBUTE_COLD 1
#endif
#ifndef GASNETT_USE_GCC_ATTRIBUTE_DEPRECATED
#define GASNETT_USE_GCC_ATTRIBUTE_DEPRECATED 1
#endif
#ifndef GASNETT_USE_GCC_ATTRIBUTE_FORMAT
#define GASNETT_USE_GCC_ATTRIBUTE_FORMAT 1
#endif
#ifndef GASNETT_USE_GCC_ATTRIBUTE_FORMAT_FUNCPTR
#define GASNETT_USE_GCC_ATTRIBUTE_FORMAT_FUNCPTR 1
#endif
#ifndef GASNETT_USE_GCC_ATTRIBUTE_FALLTHROUGH
#define GASNETT_USE_GCC_ATTRIBUTE_FALLTHROUGH 1
#endif
#ifndef GASNETT_USE_BUILTIN_CONSTANT_P
#define GASNETT_USE_BUILTIN_CONSTANT_P 1
#endif
#ifndef GASNETT_USE_BUILTIN_EXPECT
#define GASNETT_USE_BUILTIN_EXPECT 1
#endif
#ifndef GASNETT_USE_BUILTIN_UNREACHABLE
#define GASNETT_USE_BUILTIN_UNREACHABLE 1
#endif
#ifndef GASNETT_USE_ASSUME
#define GASNETT_USE_ASSUME 1
#endif
#ifndef GASNETT_USE_RESTRICT
#define GASNETT_USE_RESTRICT 1
#endif
#ifndef GASNETT_USE_PRAGMA_GCC_DIAGNOSTIC
#define GASNETT_USE_PRAGMA_GCC_DIAGNOSTIC 1
#endif

/* --- attributes without arguments ----------------------------------------- */
#if GASNETT_USE_GCC_ATTRIBUTE_MALLOC
#define GASNETT_MALLOC __attribute__((__malloc__))
#else
#define GASNETT_MALLOC
#endif
#if GASNETT_USE_GCC_ATTRIBUTE_WARNUNUSEDRESULT
#define GASNETT_WARN_UNUSED_RESULT __attribute__((__warn_unused_result__))
#else
#define GASNETT_WARN_UNUSED_RESULT
#endif
#if GASNETT_USE_GCC_ATTRIBUTE_USED
#define GASNETT_USED __attribute__((__used__))
#else
#define GASNETT_USED
#endif
#if GASNETT_USE_GCC_ATTRIBUTE_UNUSED
#define GASNETT_UNUSED __attribute__((__unused__))
#else
#define GASNETT_UNUSED
#endif
#if GASNETT_USE_GCC_ATTRIBUTE_NORETURN
#define GASNETT_NORETURN __attribute__((__noreturn__))
#else
#define GASNETT_NORETURN
#endif
#if GASNETT_USE_GCC_ATTRIBUTE_PURE
#define GASNETT_PURE __attribute__((__pure__))
#else
#define GASNETT_PURE
#endif
#if GASNETT_USE_GCC_ATTRIBUTE_CONST
#define GASNETT_CONST __attribute__((__const__))
#else
#define GASNETT_CONST
#endif
#if GASNETT_USE_GCC_ATTRIBUTE_HOT
#define GASNETT_HOT __attribute__((__hot__))
#else
#define GASNETT_HOT
#endif
#if GASNETT_USE_GCC_ATTRIBUTE_COLD
#define GASNETT_COLD __attribute__((__cold__))
#else
#define GASNETT_COLD
#endif
#if GASNETT_USE_GCC_ATTRIBUTE_DEPRECATED
#define GASNETT_DEPRECATED __attribute__((__deprecated__))
#else
#define GASNETT_DEPRECATED
#endif

/* The forms that follow a declaration, for compilers that want a pragma there. Ours want
 * nothing. */
#define GASNETT_NORETURNP(fn)
#define GASNETT_MALLOCP(fn)
#define GASNETT_PUREP(fn)
#define GASNETT_CONSTP(fn)

/* --- inlining ------------------------------------------------------------- */
#if GASNETT_USE_GCC_ATTRIBUTE_ALWAYSINLINE
#define GASNETT_INLINE(fn) static inline __attribute__((__always_inline__, __unused__))
#else
#define GASNETT_INLINE(fn) static inline
#endif
#define GASNETT_PLEASE_INLINE(fn) static inline
#define GASNETT_ALWAYS_INLINE(fn) GASNETT_INLINE(fn)
#if GASNETT_USE_GCC_ATTRIBUTE_NOINLINE
#define GASNETT_NEVER_INLINE(fn, ...) __attribute__((__noinline__)) __VA_ARGS__
#else
#define GASNETT_NEVER_INLINE(fn, ...) __VA_ARGS__
#endif

/* --- printf-like functions and function pointers; the declarator is the last argument --- */
#if GASNETT_USE_GCC_ATTRIBUTE_FORMAT
#define GASNETT_FORMAT_PRINTF(fn, fmtidx, vaidx, ...)                                              \
  __attribute__((__format__(__printf__, fmtidx, vaidx))) __VA_ARGS__
#else
#define GASNETT_FORMAT_PRINTF(fn, fmtidx, vaidx, ...) __VA_ARGS__
#endif
#if GASNETT_USE_GCC_ATTRIBUTE_FORMAT_FUNCPTR
#define GASNETT_FORMAT_PRINTF_FUNCPTR(fn, fmtidx, vaidx, ...)                                      \
  __attribute__((__format__(__printf__, fmtidx, vaidx))) __VA_ARGS__
#else
#define GASNETT_FORMAT_PRINTF_FUNCPTR(fn, fmtidx, vaidx, ...) __VA_ARGS__
#endif

/* --- linkage -------------------------------------------------------------- */
#ifdef __cplusplus
#define GASNETT_BEGIN_EXTERNC extern "C" {
#define GASNETT_END_EXTERNC }
#define GASNETT_EXTERNC extern "C"
#define GASNETT_TENTATIVE_EXTERN extern
#else
#define GASNETT_BEGIN_EXTERNC
#define GASNETT_END_EXTERNC
#define GASNETT_EXTERNC extern
#define GASNETT_TENTATIVE_EXTERN __attribute__((__common__))
#endif

/* --- statements and expressions ------------------------------------------- */
#if GASNETT_USE_RESTRICT
#define GASNETT_RESTRICT __restrict__
#else
#define GASNETT_RESTRICT
#endif
#if GASNETT_USE_GCC_ATTRIBUTE_FALLTHROUGH
#define GASNETT_FALLTHROUGH __attribute__((__fallthrough__));
#else
#define GASNETT_FALLTHROUGH
#endif
#define GASNETT_CURRENT_FUNCTION __func__
#if GASNETT_USE_BUILTIN_EXPECT
#define GASNETT_PREDICT_TRUE(e) __builtin_expect(!!(e), 1)
#define GASNETT_PREDICT_FALSE(e) __builtin_expect(!!(e), 0)
#else
#define GASNETT_PREDICT_TRUE(e) (!!(e))
#define GASNETT_PREDICT_FALSE(e) (!!(e))
#endif
#if GASNETT_USE_BUILTIN_CONSTANT_P
#define gasnett_constant_p(e) __builtin_constant_p(e)
#else
#define gasnett_constant_p(e) 0
#endif
#if GASNETT_USE_BUILTIN_UNREACHABLE
#define gasnett_unreachable() __builtin_unreachable()
#else
#define gasnett_unreachable() ((void)0)
#endif
/* A debug client checks the assumption, a release client that allows it gives it to the
 * optimiser. */
#if defined(GASNET_DEBUG) && defined(GASNETT_LITE_MODE)
#define gasnett_assume(cond) ((cond) ? (void)0 : __builtin_trap())
#elif defined(GASNET_DEBUG)
#define gasnett_assume(cond)                                                                       \
  ((cond) ? (void)0                                                                                \
          : hyd_tools_fatal_at(__FILE__, __LINE__, __func__, "assumption failed: %s", #cond))
#elif GASNETT_USE_ASSUME && GASNETT_USE_BUILTIN_UNREACHABLE
#define gasnett_assume(cond) ((cond) ? (void)0 : __builtin_unreachable())
#else
#define gasnett_assume(cond) ((void)0)
#endif

/* Evaluate each argument once, discard the values. */
#define GASNETT_UNUSED_ARGS1(a) ((void)(a))
#define GASNETT_UNUSED_ARGS2(a, b) (GASNETT_UNUSED_ARGS1(a), (void)(b))
#define GASNETT_UNUSED_ARGS3(a, b, c) (GASNETT_UNUSED_ARGS2(a, b), (void)(c))
#define GASNETT_UNUSED_ARGS4(a, b, c, d) (GASNETT_UNUSED_ARGS3(a, b, c), (void)(d))
#define GASNETT_UNUSED_ARGS5(a, b, c, d, e) (GASNETT_UNUSED_ARGS4(a, b, c, d), (void)(e))
#define GASNETT_UNUSED_ARGS6(a, b, c, d, e, f) (GASNETT_UNUSED_ARGS5(a, b, c, d, e), (void)(f))
#define GASNETT_UNUSED_ARGS7(a, b, c, d, e, f, g)                                                  \
  (GASNETT_UNUSED_ARGS6(a, b, c, d, e, f), (void)(g))
#define GASNETT_UNUSED_ARGS8(a, b, c, d, e, f, g, h)                                               \
  (GASNETT_UNUSED_ARGS7(a, b, c, d, e, f, g), (void)(h))

/* Embed `text` in the object file, at file scope. Needs no semicolon after it, and tolerates
 * one. */
#define GASNETT_IDENT(name, text) static const char name[] __attribute__((__used__)) = text;

#endif
