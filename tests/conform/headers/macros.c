/* SPDX-License-Identifier: BSD-3-Clause
 *
 * macros.c: what the headers make of the client's macros, checked by the compiler; also, that a
 * client of the old style compiles: C and C++. Compiled only, by run.sh. WANT_MODE is SEQ, PAR or
 * PARSYNC; STRICT_PROTOTYPES, WANT_DEBUG as defined.
 */
#ifdef STRICT_PROTOTYPES
#define GASNET_USE_STRICT_PROTOTYPES 1
#endif
#include <gasnet.h>
#include <gasnet.h>
#include <gasnet_fwd.h>
#include <gasnet_tools.h>
#include <gasnetex.h>

#define MODE_SEQ 1
#define MODE_PARSYNC 2
#define MODE_PAR 3
#define MODE_OF2(m) MODE_##m
#define MODE_OF(m) MODE_OF2(m)
#if MODE_OF(WANT_MODE) == MODE_SEQ && !(GASNET_SEQ == 1 && !defined(GASNET_PAR))
#error "GASNET_SEQ is not 1"
#elif MODE_OF(WANT_MODE) == MODE_PAR && !(GASNET_PAR == 1 && !defined(GASNET_SEQ))
#error "GASNET_PAR is not 1"
#elif MODE_OF(WANT_MODE) == MODE_PARSYNC && !(GASNET_PARSYNC == 1 && !defined(GASNET_PAR))
#error "GASNET_PARSYNC is not 1"
#endif
#if defined(GASNET_DEBUG) + defined(GASNET_NDEBUG) != 1
#error "GASNET_DEBUG and GASNET_NDEBUG"
#endif
#if defined(WANT_DEBUG) && !GASNET_DEBUG
#error "GASNET_DEBUG is not 1"
#endif
#if GASNET_SEGMENT_FAST + GASNET_SEGMENT_LARGE + GASNET_SEGMENT_EVERYTHING != 1
#error "not exactly one segment macro"
#endif
#if defined(GASNET_PSHM) && GASNET_PSHM != 1
#error "GASNET_PSHM is neither 1 nor undefined"
#endif
#if GASNET_RELEASE_VERSION_MAJOR < 2025 || GASNET_MAXNODES < 0x10000 || GASNET_PAGESIZE < 4096
#error "versions and limits are not usable in #if"
#endif
#if !defined(GASNETT_THREAD_SAFE) + !defined(GASNETT_THREAD_SINGLE) != 1
#error "not exactly one mode of the tools"
#endif
#ifdef MPI_VERSION
#error "mpi.h was included"
#endif

#ifdef __cplusplus
#define ASSERT(c, name) static_assert(c, name)
#else
#define ASSERT(c, name) typedef char assert_##__LINE__[(c) ? 1 : -1]
#endif

static void handler(gasnet_token_t token, gasnet_handlerarg_t a0) {
  (void)token;
  (void)a0;
}

/* Positional initialisers, as old clients write them (gasnet1-core.md 6). */
static gasnet_handlerentry_t table[] = {
#ifdef STRICT_PROTOTYPES
    {200, (void *)handler},
#else
    {200, (void (*)())handler},
#endif
};
static gasnet_seginfo_t seginfo = {0, 0};
static gasnet_memvec_t memvec = {0, 0};
static gasnet_hsl_t lock = GASNET_HSL_INITIALIZER;
static struct {
  int x;
  gasnet_hsl_t lock;
} in_struct = {1, GASNET_HSL_INITIALIZER};

int client(int argc, char **argv);
int client(int argc, char **argv) {
  GASNET_BEGIN_FUNCTION();
  uint64_t fixed_width = UINT64_C(5);
  size_t size = sizeof(uintptr_t);
  ptrdiff_t difference = 0;
  const char *format = "%" PRIu64;
  const char conduit[] = _STRINGIFY(GASNET_CONDUIT_NAME);
  void *as_pointer = (void *)GASNET_INVALID_HANDLE;
  gasnet_handle_t handles[2] = {GASNET_INVALID_HANDLE, GASNET_INVALID_HANDLE};
  static const char constant[] = "read only";
  unsigned u = 7;
  if (gasnet_init(&argc, &argv) != GASNET_OK) return 1;
  if (gasnet_attach(table, 1, GASNET_PAGESIZE, 0) != GASNET_OK) return 1;
  gasnet_hsl_lock(&lock);
  gasnet_hsl_unlock(&lock);
  (void)gasnet_hsl_trylock(&in_struct.lock);
  gasnet_put(0, seginfo.addr, constant, sizeof constant); /* a const source: C1.4 */
  gasnet_get(memvec.addr, 0, constant, size);
  handles[0] = gasnet_put_nb_bulk(0, seginfo.addr, constant, sizeof constant);
  handles[1] = gasnet_put_nb_val(0, seginfo.addr, fixed_width, 3);
  gasnet_wait_syncnb_all(handles, 2);
  (void)gasnet_AMRequestShort3(0, 200, u, size, difference);
  (void)gasnet_AMRequestMedium1(0, 200, constant, sizeof constant, u);
  (void)gasnet_AMRequestShort(0, 200, 1, u);
  GASNET_BLOCKUNTIL(as_pointer == 0);
  if_pf(as_pointer) return (int)strlen(format);
  if_pt(!as_pointer) return (int)strlen(conduit);
  return 0;
}
