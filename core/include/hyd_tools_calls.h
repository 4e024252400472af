/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_tools_calls.h: the library functions of gasnet_tools.h (spec gasnet-tools.md sections 8 to
 * 11) and the marks that keep objects of different modes apart. Included by gasnet_tools.h only.
 */
#ifndef HYD_TOOLS_CALLS_H
#define HYD_TOOLS_CALLS_H

#ifdef __cplusplus
extern "C" {
#endif

/* ----------------------------------------------------------- objects of unlike modes (T1.4) --- */
/* Two unused weak symbols, thread-local in one mode and ordinary in the other. The linker
 * keeps one copy of each when objects agree, and refuses a symbol that is both (GNU ld and gold do,
 * lld 14 does not). A LITE object has none. */
#ifndef HYD_BUILDING_LIBRARY
#ifdef GASNETT_THREAD_SAFE
#define HYD_TOOLS_MARK_THREADS __thread
#else
#define HYD_TOOLS_MARK_THREADS
#endif
#ifdef GASNET_DEBUG
#define HYD_TOOLS_MARK_DEBUG __thread
#else
#define HYD_TOOLS_MARK_DEBUG
#endif
extern HYD_TOOLS_MARK_THREADS char hyd_objects_of_unlike_thread_mode_are_linked;
extern HYD_TOOLS_MARK_DEBUG char hyd_objects_with_and_without_GASNET_DEBUG_are_linked;
__attribute__((__weak__)) HYD_TOOLS_MARK_THREADS char hyd_objects_of_unlike_thread_mode_are_linked;
__attribute__((__weak__))
HYD_TOOLS_MARK_DEBUG char hyd_objects_with_and_without_GASNET_DEBUG_are_linked;
#endif

/* ------------------------------------------------------------------------- environment --- */
char *gasnett_getenv(const char *name);
void gasnett_setenv(const char *name, const char *value);
void gasnett_unsetenv(const char *name);
char *gasnett_getenv_withdefault(const char *name, const char *dflt);
int gasnett_getenv_yesno_withdefault(const char *name, int dflt);
int64_t gasnett_getenv_int_withdefault(const char *name, int64_t dflt,
                                       uint64_t mem_size_multiplier);
double gasnett_getenv_dbl_withdefault(const char *name, double dflt);
int gasnett_verboseenv(void);
void gasnett_envint_display(const char *name, int64_t value, int is_dflt, int is_mem_size);
void gasnett_envstr_display(const char *name, const char *value, int is_dflt);
void gasnett_envdbl_display(const char *name, double value, int is_dflt);
char *gasnett_format_number(int64_t value, char *buf, size_t bufsz, int is_mem_size);
int64_t gasnett_parse_int(const char *text, uint64_t mem_size_multiplier);

/* ----------------------------------------------------- fatal errors, debugger, backtrace --- */
void hyd_tools_fatal_at(const char *file, int line, const char *func, const char *fmt, ...)
    __attribute__((__noreturn__, __cold__, __format__(__printf__, 4, 5)));
void gasnett_fatalerror_nopos(const char *fmt, ...)
    __attribute__((__noreturn__, __cold__, __format__(__printf__, 1, 2)));
#define gasnett_fatalerror(...) hyd_tools_fatal_at(__FILE__, __LINE__, __func__, __VA_ARGS__)

char *hyd_tools_make_loc(const char *func, const char *file, int line);
#define gasnett_current_loc hyd_tools_make_loc(__func__, __FILE__, __LINE__)

void gasnett_killmyprocess(int exitcode) __attribute__((__noreturn__));
void gasnett_flush_streams(void);
void gasnett_close_streams(void);
void gasnett_freezeForDebuggerNow(volatile int *flag, const char *flagname);
void gasnett_freezeForDebuggerErr(void);

void gasnett_backtrace_init(const char *exename);
int gasnett_print_backtrace(int fd);
extern int (*gasnett_print_backtrace_ifenabled)(int fd); /* the client may set it */
typedef struct {
  const char *name;   /* upper case; put before the built-in mechanisms */
  int (*fnp)(int fd); /* 0: printed */
  int threadsupport;  /* prints all threads */
} gasnett_backtrace_type_t;
extern gasnett_backtrace_type_t gasnett_backtrace_user; /* defined by the client, if at all */

typedef void (*gasnett_sighandlerfn_t)(int);
gasnett_sighandlerfn_t gasnett_reghandler(int sig, gasnett_sighandlerfn_t handler);
const char *gasnett_signame_fromval(int sig); /* "SIGSEGV"; never NULL */

/* ---------------------------------------------------------------------- system and misc --- */
const char *gasnett_gethostname(void);
const char *gasneti_gethostname(void); /* a name that programs use for gasnett_gethostname */
const char *gasnett_exe_name(void);
int gasnett_cpu_count(void);
uint64_t gasnett_getPhysMemSz(int failure_is_fatal);
const char *gasnett_release_version_str(void);
uint64_t gasnett_release_version(void); /* 2025080000 for 2025.8.0 */
#define GASNETT_SET_AFFINITY_SUPPORT 1
int gasnett_set_affinity(int rank);
int gasnett_maximize_rlimits(void);
int gasnett_maximize_rlimit(int res, const char *desc);
void *gasnett_malloc_aligned(size_t align, size_t size);
void gasnett_free_aligned(void *p);

static inline void gasnett_sched_yield(void) { (void)sched_yield(); }
static inline int gasnett_isLittleEndian(void) {
#ifdef PLATFORM_ARCH_LITTLE_ENDIAN
  return 1;
#else
  return 0;
#endif
}
static inline const char *gasnett_performance_warning_str(void) {
#ifdef GASNET_DEBUG
  return "        debugging (GASNET_DEBUG)\n";
#else
  return "";
#endif
}

/* ------------------------------------------------------------------------------- data --- */
uint64_t gasnett_checksum(const void *p, int numbytes);
size_t gasnett_count0s(const void *p, size_t n);
size_t gasnett_count0s_copy(void *dst, const void *src, size_t n);

/* The zero bytes of a word: bit 7 of a byte of `marks` is set iff that byte of `v` is zero. */
static inline int gasnett_count0s_uint64_t(uint64_t v) {
  const uint64_t low7 = UINT64_C(0x7F7F7F7F7F7F7F7F);
  uint64_t marks = ~(((v & low7) + low7) | v | low7);
  return __builtin_popcountll(marks);
}
static inline int gasnett_count0s_uint32_t(uint32_t v) {
  return gasnett_count0s_uint64_t(v) - 4; /* the upper half adds four */
}
static inline int gasnett_count0s_uintptr_t(uintptr_t v) {
  return gasnett_count0s_uint64_t(v) - (int)(sizeof(uint64_t) - sizeof(uintptr_t));
}

/* --------------------------------------------------------- helpers of the stock tests --- */
void *hyd_tools_mmap(uintptr_t size);
void hyd_tools_value_store(void *dst, uint64_t value, size_t n); /* low n bytes of value, n <= 8 */
uint64_t hyd_tools_value_load(const void *src, size_t n);

#ifdef HYD_GASNETEX_H
#define gasnett_mmap(size) hyd_tools_mmap(size)
#ifdef GASNET_SEQ
#define GASNETT_MAX_THREADS 1
#else
#define GASNETT_MAX_THREADS GASNETI_MAX_THREADS
#endif
#define GASNETT_FAST_ALIGNED_MEMCPY(dst, src, n) memcpy(dst, src, n)
#define GASNETT_FAST_UNALIGNED_MEMCPY(dst, src, n) memcpy(dst, src, n)
#define GASNETT_VALUE_ASSIGN(dst, value, n) hyd_tools_value_store(dst, value, n)
#define GASNETT_VALUE_RETURN(src, n) return hyd_tools_value_load(src, n)

/* The constants of a mask, by name. Without a buffer: a bound of the bytes needed. With one: the
 * text, and the bytes it took with its NUL. */
size_t gasnett_format_dt(char *buf, uint32_t dt);
size_t gasnett_format_op(char *buf, uint32_t op);
size_t gasnett_format_ti(char *buf, uint32_t ti);
#else
static inline void *gasnett_mmap(uintptr_t size) {
  gasnett_fatalerror_nopos("gasnett_mmap(%lu): needs gasnet.h", (unsigned long)size);
}
#endif

/* -------------------------------------------- trace and statistics: not in this build --- */
/* Clients name this function to silence warnings, so it is a real one. */
static inline void _gasnett_trace_printf_noop(const char *fmt, ...)
    __attribute__((__format__(__printf__, 1, 2)));
static inline void _gasnett_trace_printf_noop(const char *fmt, ...) { (void)fmt; }
static inline int hyd_tools_stats_init_noop(void (*callback)(void (*)(const char *, ...))) {
  return (void)callback, 0;
}
static inline const char *hyd_tools_no_mask(void) { return ""; }
static inline int hyd_tools_no_tracelocal(void) { return 0; }

#define GASNETT_TRACE_ENABLED 0
#define GASNETT_TRACE_PRINTF _gasnett_trace_printf_noop
#define GASNETT_TRACE_PRINTF_FORCE _gasnett_trace_printf_noop
#define GASNETT_TRACE_GETMASK() hyd_tools_no_mask()
#define GASNETT_TRACE_SETMASK(mask) ((void)(mask))
#define GASNETT_TRACE_GET_TRACELOCAL() hyd_tools_no_tracelocal()
#define GASNETT_TRACE_SET_TRACELOCAL(on) ((void)(on))
#define GASNETT_TRACE_SETSOURCELINE(file, line) ((void)(file), (void)(line))
#define GASNETT_TRACE_GETSOURCELINE(file_p, line_p) ((void)(file_p), (void)(line_p))
#define GASNETT_TRACE_FREEZESOURCELINE() ((void)0)
#define GASNETT_TRACE_UNFREEZESOURCELINE() ((void)0)
#define GASNETT_STATS_INIT(callback) hyd_tools_stats_init_noop(callback)
#define GASNETT_STATS_GETMASK() hyd_tools_no_mask()
#define GASNETT_STATS_SETMASK(mask) ((void)(mask))
#define GASNETT_STATS_DUMP(reset) ((void)(reset))
#define GASNETT_STATS_PRINTF _gasnett_trace_printf_noop
#define GASNETT_STATS_PRINTF_FORCE _gasnett_trace_printf_noop

#ifdef __cplusplus
}
#endif

#endif
