/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_modes.h: turns the client's compile-time macros (thread mode, segment mode, conduit) into the
 * normalised macros of the API and into a record that reaches init as a value.
 *
 * One library serves every mode. Each object file that includes gasnetex.h leaves a pointer to its
 * record in the section "hyd_client_cfg"; gex_Client_Init hands the whole section to the library,
 * which refuses a program whose objects contradict each other and names the files.
 * Not for direct inclusion.
 */
#ifndef HYD_MODES_H
#define HYD_MODES_H

#include "gasnet_config.h"

/* --- thread mode: exactly one, given by the client (gex-core.md 4.1) ------ */
#if defined(GASNET_SEQ) + defined(GASNET_PARSYNC) + defined(GASNET_PAR) != 1
#error                                                                                             \
    "define one of GASNET_SEQ, GASNET_PARSYNC, GASNET_PAR before including gasnetex.h or gasnet.h"
#endif
#if defined(GASNET_SEQ)
#undef GASNET_SEQ
#define GASNET_SEQ 1
#define HYD_THREAD_MODE 1
#define HYD_THREAD_MODE_NAME "SEQ"
#elif defined(GASNET_PARSYNC)
#undef GASNET_PARSYNC
#define GASNET_PARSYNC 1
#define HYD_THREAD_MODE 2
#define HYD_THREAD_MODE_NAME "PARSYNC"
#else
#undef GASNET_PAR
#define GASNET_PAR 1
#define HYD_THREAD_MODE 3
#define HYD_THREAD_MODE_NAME "PAR"
#endif

/* --- segment mode: the client's macro, else the installation's default (gex-core.md 4.2) --- */
#if defined(GASNET_SEGMENT_FAST) + defined(GASNET_SEGMENT_LARGE) +                                 \
        defined(GASNET_SEGMENT_EVERYTHING) >                                                       \
    1
#error "define at most one of GASNET_SEGMENT_FAST, GASNET_SEGMENT_LARGE, GASNET_SEGMENT_EVERYTHING"
#endif
#if defined(GASNET_SEGMENT_FAST)
#undef GASNET_SEGMENT_FAST
#define HYD_SEGMENT_MODE 1
#elif defined(GASNET_SEGMENT_LARGE)
#undef GASNET_SEGMENT_LARGE
#define HYD_SEGMENT_MODE 2
#elif defined(GASNET_SEGMENT_EVERYTHING)
#undef GASNET_SEGMENT_EVERYTHING
#define HYD_SEGMENT_MODE 3
#elif defined(GASNETI_DEFAULT_SEGMENT_LARGE)
#define HYD_SEGMENT_MODE 2
#elif defined(GASNETI_DEFAULT_SEGMENT_EVERYTHING)
#define HYD_SEGMENT_MODE 3
#else
#define HYD_SEGMENT_MODE 1
#endif
#if HYD_SEGMENT_MODE == 1
#define GASNET_SEGMENT_FAST 1
#define HYD_SEGMENT_NAME "FAST"
#elif HYD_SEGMENT_MODE == 2
#define GASNET_SEGMENT_LARGE 1
#define HYD_SEGMENT_NAME "LARGE"
#else
#define GASNET_SEGMENT_EVERYTHING 1
#define HYD_SEGMENT_NAME "EVERYTHING"
#endif

/* --- checking clients are not compiled with optimisation or NDEBUG by accident (THR-4) --- */
#if defined(GASNET_DEBUG) && defined(NDEBUG) && !defined(GASNET_DEBUG_ALLOW_OPTIMIZE)
#error "GASNET_DEBUG with NDEBUG: drop one of them, or define GASNET_DEBUG_ALLOW_OPTIMIZE"
#endif
#if defined(GASNET_DEBUG) && defined(__OPTIMIZE__) && !defined(GASNET_DEBUG_ALLOW_OPTIMIZE)
#error "GASNET_DEBUG with optimisation: drop one of them, or define GASNET_DEBUG_ALLOW_OPTIMIZE"
#endif
#ifdef GASNET_DEBUG
#define HYD_CLIENT_DEBUG 1
#define HYD_DEBUG_NAME "debug"
#else
#define HYD_CLIENT_DEBUG 0
#define HYD_DEBUG_NAME "nodebug"
#endif

/* --- conduit: <prefix>/include/<net>-conduit/hyd_conduit.h, if that directory is searched --- */
#ifdef __has_include
#if __has_include("hyd_conduit.h")
#include "hyd_conduit.h"
#endif
#endif
#ifndef GASNET_CONDUIT_NAME
#define GASNET_CONDUIT_NAME SMP
#define GASNET_CONDUIT_NAME_STR "SMP"
#ifndef GASNET_CONDUIT_SMP
#define GASNET_CONDUIT_SMP 1
#endif
#endif
#define GASNET_CORE_NAME GASNET_CONDUIT_NAME
#define GASNET_CORE_NAME_STR GASNET_CONDUIT_NAME_STR
#define GASNET_CORE_VERSION 1.0
#define GASNET_CORE_VERSION_STR "1.0"
#define GASNET_EXTENDED_NAME HYDRANT
#define GASNET_EXTENDED_NAME_STR "HYDRANT"
#define GASNET_EXTENDED_VERSION 1.0
#define GASNET_EXTENDED_VERSION_STR "1.0"

#if GASNETI_PSHM_ENABLED
#define HYD_PSHM_NAME "pshm"
#else
#define HYD_PSHM_NAME "nopshm"
#endif
#if defined(__x86_64__) || defined(__aarch64__)
#define HYD_TIMERS_NAME "timers_native" /* as GASNETT_TIMER_CONFIG */
#else
#define HYD_TIMERS_NAME "timers_posix"
#endif
/* One line, same field order as every GASNet's (gasnet1-core.md 4.1). */
#define GASNET_CONFIG_STRING                                                                       \
  "RELEASE=2025.8.0,SPEC=0.19,CONDUIT=" GASNET_CONDUIT_NAME_STR "(" GASNET_CORE_NAME_STR           \
  "-" GASNET_CORE_VERSION_STR "/" GASNET_EXTENDED_NAME_STR "-" GASNET_EXTENDED_VERSION_STR         \
  "),THREADMODEL=" HYD_THREAD_MODE_NAME ",SEGMENT=" HYD_SEGMENT_NAME                               \
  ",PTR=64bit,CACHE_LINE_BYTES=64,noalign," HYD_PSHM_NAME "," HYD_DEBUG_NAME                       \
  ",notrace,nostats,nodebugmalloc,nosrclines," HYD_TIMERS_NAME ",membars_native,atomics_native,"   \
  "atomic32_native,atomic64_native"

#ifdef __cplusplus
extern "C" {
#endif

struct hyd_client_cfg {
  unsigned version; /* HYD_ABI_VERSION the object was compiled against */
  unsigned char thread_mode, segment_mode, debug, pshm;
  const char *file;    /* source file, for the message */
  const char *conduit; /* conduit that the object's -I selected */
};
#define HYD_ABI_VERSION 1u

#define HYD_CLIENT_SECTION __attribute__((used, section("hyd_client_cfg")))
#ifdef __BASE_FILE__
#define HYD_CLIENT_FILE __BASE_FILE__
#else
#define HYD_CLIENT_FILE __FILE__
#endif
#ifndef HYD_BUILDING_LIBRARY
static struct hyd_client_cfg hyd_client_cfg_here = {HYD_ABI_VERSION,          HYD_THREAD_MODE,
                                                    HYD_SEGMENT_MODE,         HYD_CLIENT_DEBUG,
                                                    GASNETI_PSHM_ENABLED + 0, HYD_CLIENT_FILE,
                                                    GASNET_CONDUIT_NAME_STR};
static struct hyd_client_cfg *hyd_client_cfg_ptr HYD_CLIENT_SECTION = &hyd_client_cfg_here;

/* Text that job tools look for in the executable (gasnet1-core.md 4.2). Weak and hidden: one copy
 * for each program or shared object, however many files include this. */
#define HYD_IDENT(name, text)                                                                      \
  extern const char name[] __attribute__((weak, visibility("hidden")));                            \
  __attribute__((used)) const char name[] = "$" text " $"
HYD_IDENT(hyd_ident_conduit, "GASNetConduitName: " GASNET_CONDUIT_NAME_STR);
HYD_IDENT(hyd_ident_thread, "GASNetThreadModel: GASNET_" HYD_THREAD_MODE_NAME);
HYD_IDENT(hyd_ident_segment, "GASNetSegment: GASNET_SEGMENT_" HYD_SEGMENT_NAME);
HYD_IDENT(hyd_ident_config, "GASNetConfig: (" HYD_CLIENT_FILE ") " GASNET_CONFIG_STRING);
HYD_IDENT(hyd_ident_fork, "GASNetFORKSpawner: 1");
#endif

#ifdef __cplusplus
}
#endif
#endif
