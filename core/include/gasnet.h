/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gasnet.h: the GASNet-1 interface of Hydrant: a thin layer over gasnetex.h.
 *
 * Every call here is the EX call on the primordial team with the options that its GASNet-1 name
 * stands for (gex-core.md 22.3). Contract: gasnet1-core.md, gasnet1-extended.md.
 */
#ifndef _INCLUDED_GASNET_H
#define _INCLUDED_GASNET_H

#include "gasnetex.h"
#include "gasnet_tools.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef gex_Rank_t gasnet_node_t;
typedef gex_Token_t gasnet_token_t;
typedef gex_AM_Index_t gasnet_handler_t;
typedef gex_AM_Arg_t gasnet_handlerarg_t;
typedef gex_RMA_Value_t gasnet_register_value_t;
#define SIZEOF_GASNET_REGISTER_VALUE_T 8
typedef gex_Event_t gasnet_handle_t;
#define GASNET_INVALID_HANDLE GEX_EVENT_INVALID
typedef struct {
  void *addr;
  size_t len;
} gasnet_memvec_t;
typedef struct gasnet_valget_s *gasnet_valget_handle_t;

#define gasnet_hsl_t gex_HSL_t
#define GASNET_HSL_INITIALIZER GEX_HSL_INITIALIZER
#define gasnet_hsl_init gex_HSL_Init
#define gasnet_hsl_destroy gex_HSL_Destroy
#define gasnet_hsl_lock gex_HSL_Lock
#define gasnet_hsl_trylock gex_HSL_Trylock
#define gasnet_hsl_unlock gex_HSL_Unlock

/* ---- job (gasnet1-core.md section 7) ------------------------------------- */

int hyd_legacy_init(const struct hyd_init_args *args, int *argc, char ***argv);
#ifndef HYD_BUILDING_LIBRARY
/* Starts or joins the job. Once: a second call returns GASNET_ERR_NOT_INIT. C7.1..7.6. */
static inline int gasnet_init(int *argc, char ***argv) {
  struct hyd_init_args a = hyd_init_args_here();
  return hyd_legacy_init(&a, argc, argv);
}
#endif
/* Registers handlers and makes the segment; collective, ends with a barrier. C7.7..7.19. */
int gasnet_attach(gasnet_handlerentry_t *table, int numentries, uintptr_t segsize,
                  uintptr_t minheapoffset);
static inline gasnet_node_t gasnet_mynode(void) { return hyd_world.rank; }
static inline gasnet_node_t gasnet_nodes(void) { return hyd_world.size; }
#define gasneti_mynode (hyd_world.rank)
#define GASNETE_THREAD_GET /* named by UPC++ 0.1; nothing to fetch here */

/* ---- active messages (gasnet1-core.md section 10) ------------------------ */

/* Legal at any time, as gex_AM_LUBRequestMedium. */
#ifndef HYD_BUILDING_LIBRARY
static inline size_t gasnet_AMMaxMedium(void) { return gex_AM_LUBRequestMedium(); }
static inline size_t gasnet_AMMaxLongRequest(void) { return gex_AM_LUBRequestLong(); }
static inline size_t gasnet_AMMaxLongReply(void) { return gex_AM_LUBReplyLong(); }
#endif
static inline size_t gasnet_AMMaxArgs(void) { return gex_AM_MaxArgs(); }
int gasnet_AMGetMsgSource(gasnet_token_t token, gasnet_node_t *srcindex);

/* The team of GASNet-1 requests. */
static inline gex_TM_t hyd_legacy_tm(void) { return (gex_TM_t)hyd_world.tm0; }

/* Forms with an explicit argument count (0..16), as variadic functions. */
int gasnet_AMRequestShort(gasnet_node_t dest, gasnet_handler_t h, int numargs, ...);
int gasnet_AMRequestMedium(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t nbytes,
                           int numargs, ...);
int gasnet_AMRequestLong(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t nbytes,
                         void *dst, int numargs, ...);
int gasnet_AMRequestLongAsync(gasnet_node_t dest, gasnet_handler_t h, const void *src,
                              size_t nbytes, void *dst, int numargs, ...);
int gasnet_AMReplyShort(gasnet_token_t token, gasnet_handler_t h, int numargs, ...);
int gasnet_AMReplyMedium(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t nbytes,
                         int numargs, ...);
int gasnet_AMReplyLong(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t nbytes,
                       void *dst, int numargs, ...);

/* No handler ever interrupts a thread here; the checking library diagnoses misuse. */
void hyd_hold_interrupts(void);
void hyd_resume_interrupts(void);
static inline void gasnet_hold_interrupts(void) {
  if (HYD_CLIENT_DEBUG) hyd_hold_interrupts();
}
static inline void gasnet_resume_interrupts(void) {
  if (HYD_CLIENT_DEBUG) hyd_resume_interrupts();
}

/* ---- put and get (gasnet1-extended.md section 2) ------------------------- */

static inline void gasnet_put(gasnet_node_t node, void *dest, const void *src, size_t nbytes) {
  gex_RMA_PutBlocking(hyd_legacy_tm(), node, dest, src, nbytes, 0);
}
static inline void gasnet_get(void *dest, gasnet_node_t node, const void *src, size_t nbytes) {
  gex_RMA_GetBlocking(hyd_legacy_tm(), dest, node, src, nbytes, 0);
}
#define gasnet_put_bulk gasnet_put
#define gasnet_get_bulk gasnet_get
static inline gasnet_handle_t gasnet_put_nb(gasnet_node_t node, void *dest, const void *src,
                                            size_t nbytes) {
  return gex_RMA_PutNB(hyd_legacy_tm(), node, dest, src, nbytes, GEX_EVENT_NOW, 0);
}
static inline gasnet_handle_t gasnet_put_nb_bulk(gasnet_node_t node, void *dest, const void *src,
                                                 size_t nbytes) {
  return gex_RMA_PutNB(hyd_legacy_tm(), node, dest, src, nbytes, GEX_EVENT_DEFER, 0);
}
static inline gasnet_handle_t gasnet_get_nb(void *dest, gasnet_node_t node, const void *src,
                                            size_t nbytes) {
  return gex_RMA_GetNB(hyd_legacy_tm(), dest, node, src, nbytes, 0);
}
#define gasnet_get_nb_bulk gasnet_get_nb
static inline void gasnet_put_nbi(gasnet_node_t node, void *dest, const void *src, size_t nbytes) {
  gex_RMA_PutNBI(hyd_legacy_tm(), node, dest, src, nbytes, GEX_EVENT_NOW, 0);
}
static inline void gasnet_put_nbi_bulk(gasnet_node_t node, void *dest, const void *src,
                                       size_t nbytes) {
  gex_RMA_PutNBI(hyd_legacy_tm(), node, dest, src, nbytes, GEX_EVENT_DEFER, 0);
}
static inline void gasnet_get_nbi(void *dest, gasnet_node_t node, const void *src, size_t nbytes) {
  gex_RMA_GetNBI(hyd_legacy_tm(), dest, node, src, nbytes, 0);
}
#define gasnet_get_nbi_bulk gasnet_get_nbi

static inline void gasnet_put_val(gasnet_node_t node, void *dest, gasnet_register_value_t value,
                                  size_t nbytes) {
  gex_RMA_PutBlockingVal(hyd_legacy_tm(), node, dest, value, nbytes, 0);
}
static inline gasnet_handle_t gasnet_put_nb_val(gasnet_node_t node, void *dest,
                                                gasnet_register_value_t value, size_t nbytes) {
  return gex_RMA_PutNBVal(hyd_legacy_tm(), node, dest, value, nbytes, 0);
}
static inline void gasnet_put_nbi_val(gasnet_node_t node, void *dest, gasnet_register_value_t value,
                                      size_t nbytes) {
  gex_RMA_PutNBIVal(hyd_legacy_tm(), node, dest, value, nbytes, 0);
}
static inline gasnet_register_value_t gasnet_get_val(gasnet_node_t node, const void *src,
                                                     size_t nbytes) {
  return gex_RMA_GetBlockingVal(hyd_legacy_tm(), node, src, nbytes, 0);
}
/* Split-phase value get; each handle is waited for exactly once, in any order (X2.8). */
gasnet_valget_handle_t gasnet_get_nb_val(gasnet_node_t node, const void *src, size_t nbytes);
gasnet_register_value_t gasnet_wait_syncnb_valget(gasnet_valget_handle_t handle);

/* Stores (unsigned char)val into nbytes bytes at the target; completes like a put. */
gex_Event_t hyd_rma_memset(int how, gasnet_node_t node, void *dest, int val, size_t nbytes);
static inline void gasnet_memset(gasnet_node_t node, void *dest, int val, size_t nbytes) {
  (void)hyd_rma_memset(HYD_RMA_BLOCKING, node, dest, val, nbytes);
}
static inline gasnet_handle_t gasnet_memset_nb(gasnet_node_t node, void *dest, int val,
                                               size_t nbytes) {
  return hyd_rma_memset(HYD_RMA_NB, node, dest, val, nbytes);
}
static inline void gasnet_memset_nbi(gasnet_node_t node, void *dest, int val, size_t nbytes) {
  (void)hyd_rma_memset(HYD_RMA_NBI, node, dest, val, nbytes);
}

/* ---- synchronisation (gasnet1-extended.md sections 3 and 4) -------------- */

static inline void gasnet_wait_syncnb(gasnet_handle_t h) { gex_Event_Wait(h); }
static inline void gasnet_wait_syncnb_some(gasnet_handle_t *handles, size_t n) {
  gex_Event_WaitSome(handles, n, 0);
}
static inline void gasnet_wait_syncnb_all(gasnet_handle_t *handles, size_t n) {
  gex_Event_WaitAll(handles, n, 0);
}
static inline int gasnet_try_syncnb_nopoll(gasnet_handle_t h) { return gex_Event_Test(h); }
static inline int gasnet_try_syncnb_some_nopoll(gasnet_handle_t *handles, size_t n) {
  return gex_Event_TestSome(handles, n, 0);
}
static inline int gasnet_try_syncnb_all_nopoll(gasnet_handle_t *handles, size_t n) {
  return gex_Event_TestAll(handles, n, 0);
}
static inline int gasnet_try_syncnb(gasnet_handle_t h) {
  if (h == GEX_EVENT_INVALID) return GASNET_OK;
  gasnet_AMPoll();
  return gex_Event_Test(h);
}
static inline int gasnet_try_syncnb_some(gasnet_handle_t *handles, size_t n) {
  gasnet_AMPoll();
  return gex_Event_TestSome(handles, n, 0);
}
static inline int gasnet_try_syncnb_all(gasnet_handle_t *handles, size_t n) {
  gasnet_AMPoll();
  return gex_Event_TestAll(handles, n, 0);
}
static inline void gasnet_wait_syncnbi_gets(void) { gex_NBI_Wait(GEX_EC_GET, 0); }
static inline void gasnet_wait_syncnbi_puts(void) { gex_NBI_Wait(GEX_EC_PUT, 0); }
static inline void gasnet_wait_syncnbi_all(void) { gex_NBI_Wait(GEX_EC_ALL, 0); }
static inline int hyd_try_syncnbi(gex_EC_t mask) {
  gasnet_AMPoll();
  return gex_NBI_Test(mask, 0);
}
static inline int gasnet_try_syncnbi_gets(void) { return hyd_try_syncnbi(GEX_EC_GET); }
static inline int gasnet_try_syncnbi_puts(void) { return hyd_try_syncnbi(GEX_EC_PUT); }
static inline int gasnet_try_syncnbi_all(void) { return hyd_try_syncnbi(GEX_EC_ALL); }
static inline void gasnet_begin_nbi_accessregion(void) { gex_NBI_BeginAccessRegion(0); }
static inline gasnet_handle_t gasnet_end_nbi_accessregion(void) {
  return gex_NBI_EndAccessRegion(0);
}

#ifdef __cplusplus
}
#endif

#include "hyd_am_gasnet1.h"
#include "hyd_vis_gasnet1.h"
#include "gasnet_coll.h"
#if HYD_CLIENT_DEBUG && !defined(HYD_BUILDING_LIBRARY)
#include "hyd_srcloc.h"
#endif

#endif
