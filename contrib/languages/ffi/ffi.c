/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ffi.c: the calls that are not as in C: init with the threading mode as an argument, waiting for a
 * condition, printf-like ones, and what the installation was configured to.
 */
#include "contrib/languages/ffi/ffi.h"

/* Every file of this library left its record of the mode (hyd_modes.h): all get the job's. */
static int set_threads(const char *call, int threads) {
  if (threads < 1 || threads > 3) {
    fprintf(stderr,
            "%s: threads is %d; expected GASNET_FFI_SEQ (1), GASNET_FFI_PARSYNC (2) or "
            "GASNET_FFI_PAR (3)\n",
            call, threads);
    return GASNET_ERR_BAD_ARG;
  }
  for (struct hyd_client_cfg **p = __start_hyd_client_cfg; p < __stop_hyd_client_cfg; p++)
    (*p)->thread_mode = (unsigned char)threads;
  return GASNET_OK;
}

FFI_SYMBOL(int, gex_Client_Init,
           (gex_Client_t * client_p, gex_EP_t *ep_p, gex_TM_t *tm_p, const char *clientName,
            int *argc, char ***argv, gex_Flags_t flags, int threads)) {
  int err = set_threads("gex_Client_Init", threads);
  return err ? err : gex_Client_Init(client_p, ep_p, tm_p, clientName, argc, argv, flags);
}

FFI_SYMBOL(int, gasnet_init, (int *argc, char ***argv, int threads)) {
  int err = set_threads("gasnet_init", threads);
  return err ? err : gasnet_init(argc, argv);
}

FFI_SYMBOL(void, gasnet_ffi_blockuntil, (int (*is_true)(void *), void *arg)) {
  GASNET_BLOCKUNTIL(is_true(arg));
}

/* ---- arguments of any number -------------------------------------------------------------------
 */

FFI_SYMBOL(void, gasnett_fatalerror, (const char *fmt, ...)) {
  char text[1024];
  va_list args;
  va_start(args, fmt);
  (void)vsnprintf(text, sizeof text, fmt, args);
  va_end(args);
  gasnett_fatalerror_nopos("%s", text);
}

/* There are no traces by these calls: the text is not looked at. */
FFI_SYMBOL(void, GASNETT_TRACE_PRINTF, (const char *fmt, ...)) { (void)fmt; }
FFI_SYMBOL(void, GASNETT_TRACE_PRINTF_FORCE, (const char *fmt, ...)) { (void)fmt; }
FFI_SYMBOL(void, GASNETT_STATS_PRINTF, (const char *fmt, ...)) { (void)fmt; }
FFI_SYMBOL(void, GASNETT_STATS_PRINTF_FORCE, (const char *fmt, ...)) { (void)fmt; }
FFI_SYMBOL(void, _gasnett_trace_printf_noop, (const char *fmt, ...)) { (void)fmt; }

/* ---- what configure decided ------------------------------------------------------------------ */

static const struct {
  const char *name;
  uint64_t value;
} configured[] = {
    {"GASNET_PAGESIZE", GASNET_PAGESIZE},
    {"GASNET_MAXEPS", GASNET_MAXEPS},
    {"GASNETT_PAGESIZE", GASNETT_PAGESIZE},
    {"GASNETT_PAGESHIFT", GASNETT_PAGESHIFT},
    {"GASNETT_CACHE_LINE_BYTES", GASNETT_CACHE_LINE_BYTES},
    {"GASNETT_MAX_THREADS", GASNETT_MAX_THREADS},
    {"GASNET_PSHM", GASNETI_PSHM_ENABLED + 0},
    {"GASNET_HAVE_MK_CLASS_HOST", 1},
    {"GASNET_HAVE_MK_CLASS_CUDA_UVA", GASNETI_KIND_CUDA_UVA + 0},
    {"GASNET_HAVE_MK_CLASS_HIP", GASNETI_KIND_HIP + 0},
    {"GASNET_HAVE_MK_CLASS_ZE", GASNETI_KIND_ZE + 0},
    {"GASNET_HAVE_MK_CLASS_MULTIPLE", GASNETI_KIND_CUDA_UVA || GASNETI_KIND_HIP || GASNETI_KIND_ZE},
};

FFI_SYMBOL(uint64_t, gasnet_ffi_query, (const char *name)) {
  for (size_t i = 0; i < sizeof configured / sizeof configured[0]; i++)
    if (strcmp(configured[i].name, name) == 0) return configured[i].value;
  return 0;
}
