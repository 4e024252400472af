/* SPDX-License-Identifier: BSD-3-Clause
 *
 * vis.c: gasnet_vis.h in every order of inclusion, and a call of each kind. Compiled only, by
 * run.sh. FIRST, and SECOND and THIRD if defined, are the headers to include; where gasnet.h is
 * one of them the calls of GASNet-1 must be there as well.
 */
#include FIRST
#ifdef SECOND
#include SECOND
#endif
#ifdef THIRD
#include THIRD
#endif

#define PIECES 2
static gex_Memvec_t memvec[PIECES];
static void *address[PIECES];
static ptrdiff_t stride[PIECES];
static size_t count[PIECES + 1];

void hyd_test_ex(gex_TM_t tm, const char *from, char *to);
void hyd_test_ex(gex_TM_t tm, const char *from, char *to) {
  gex_Event_t e;
  gex_VIS_SetPeerCompletionHandler(0, NULL, GEX_VIS_MAX_PEERCOMPLETION, 0);
  (void)gex_VIS_VectorPutBlocking(tm, 1, PIECES, memvec, PIECES, memvec, 0);
  e = gex_VIS_VectorGetNB(tm, PIECES, memvec, 1, PIECES, memvec, 0);
  gex_Event_Wait(e);
  e = gex_VIS_IndexedPutNB(tm, 1, PIECES, address, 8, 1, address, 16, GEX_FLAG_ENABLE_LEAF_LC);
  gex_Event_Wait(e);
  (void)gex_VIS_IndexedGetNBI(tm, PIECES, address, 8, 1, PIECES, address, 8, 0);
  (void)gex_VIS_StridedPutNBI(tm, 1, to, stride, from, stride, 8, count, PIECES, 0);
  (void)gex_VIS_StridedGetBlocking(tm, to, stride, 1, from, stride, 8, count, PIECES, 0);
}

#if HYD_CLIENT_DEBUG && !(defined(gex_VIS_VectorPutNB) && defined(gex_VIS_StridedGetBlocking))
#error "a checking client's calls do not note where they are"
#endif

#ifdef _INCLUDED_GASNET_H
#if HYD_CLIENT_DEBUG && !(defined(gasnet_putv_bulk) && defined(gasnet_gets_nbi_bulk))
#error "a checking client's calls of GASNet-1 do not note where they are"
#endif
static gasnet_memvec_t memvec1[PIECES];
static size_t stride1[PIECES];

void hyd_test_1(const char *from, char *to);
void hyd_test_1(const char *from, char *to) {
  gasnet_handle_t h;
  gasnet_putv_bulk(1, PIECES, memvec1, PIECES, memvec1);
  gasnet_getv_nbi_bulk(PIECES, memvec1, 1, PIECES, memvec1);
  h = gasnet_geti_nb_bulk(PIECES, address, 8, 1, PIECES, address, 8);
  gasnet_wait_syncnb(h);
  gasnet_puti_bulk(1, PIECES, address, 8, PIECES, address, 8);
  gasnet_puts_nbi_bulk(1, to, stride1, from, stride1, count, PIECES);
  gasnet_gets_bulk(to, stride1, 1, from, stride1, count, PIECES);
}
#endif
