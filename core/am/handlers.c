/* SPDX-License-Identifier: BSD-3-Clause
 *
 * handlers.c: handler tables (gex-core.md 12.2, gasnet1-core.md C7.7..7.10). Fixed indices are
 * taken first, then each don't-care entry, in table order, gets the highest free index. A failed
 * call takes nothing.
 */
#include "core/am/handlers.h"

#include "core/am/internal_handlers.h"
#include "core/base/call_context.h"
#include "core/base/err.h"

#define CLIENT_HANDLERS 128

static void put_handler(struct hyd_handler *h, const gex_AM_Entry_t *e, int legacy) {
  h->entry = *e;
  h->legacy = (uint8_t)legacy;
  /* Release: pairs with the look-up in deliver.c. */
  __atomic_store_n(&h->takes, legacy ? HYD_TAKES_ANY : HYD_TAKES(e->gex_nargs), __ATOMIC_RELEASE);
}

void hyd_register_internal(struct hyd_job *job, gex_AM_Index_t index, gex_AM_Fn_t fn,
                           const char *name, gex_Flags_t form, unsigned nargs) {
  gex_AM_Entry_t e = {index, fn, form, nargs, NULL, name};
  put_handler(&job->ep.handler[index], &e, 0);
}

void hyd_register_endpoint_messages(struct hyd_job *job) {
  struct hyd_handler *h = &job->ep.handler[HYD_H_ENDPOINT];
  h->entry =
      (gex_AM_Entry_t){HYD_H_ENDPOINT, NULL, HYD_SHORT | HYD_PAYLOAD, 0, NULL, "to an endpoint"};
  h->takes = HYD_TAKES_ENDS;
}

/* Chooses an index for every entry, in index[]. Returns NULL, or what is wrong with index *which.
 */
static const char *choose_indices(const struct hyd_ep *ep, size_t n, const gex_AM_Index_t *wanted,
                                  gex_AM_Index_t *index, unsigned *which) {
  uint8_t taken[256];
  unsigned next = 255;
  for (unsigned i = 0; i < 256; i++) taken[i] = ep->handler[i].takes != 0;
  for (size_t i = 0; i < n; i++) {
    *which = wanted[i];
    if (wanted[i] == 0) continue;
    if (wanted[i] < GEX_AM_INDEX_BASE) return "is reserved for the library";
    if (taken[wanted[i]]) return "is taken already";
    taken[index[i] = wanted[i]] = 1;
  }
  for (size_t i = 0; i < n; i++) {
    if (wanted[i]) continue;
    while (next >= GEX_AM_INDEX_BASE && taken[next]) next--;
    *which = 0;
    if (next < GEX_AM_INDEX_BASE) return "cannot be had: all are taken";
    taken[index[i] = (gex_AM_Index_t)next] = 1;
  }
  return NULL;
}

static void check_entry(const gex_AM_Entry_t *e) {
  gex_Flags_t category = e->gex_flags & (GEX_FLAG_AM_SHORT | GEX_FLAG_AM_MEDLONG);
  gex_Flags_t direction = e->gex_flags & GEX_FLAG_AM_REQREP;
  if ((category != GEX_FLAG_AM_SHORT && category != GEX_FLAG_AM_MEDIUM &&
       category != GEX_FLAG_AM_LONG && category != GEX_FLAG_AM_MEDLONG) ||
      direction == 0 || (e->gex_flags & ~(category | direction)))
    hyd_fatal("gex_EP_RegisterHandlers",
              "handler %s (index %u): flags 0x%x; expected one of SHORT, "
              "MEDIUM, LONG, MEDLONG with one of REQUEST, REPLY, REQREP",
              e->gex_name ? e->gex_name : "", e->gex_index, e->gex_flags);
  if (e->gex_nargs > HYD_AM_MAX_ARGS)
    hyd_fatal("gex_EP_RegisterHandlers", "handler %s (index %u): %u arguments; expected at most %d",
              e->gex_name ? e->gex_name : "", e->gex_index, e->gex_nargs, HYD_AM_MAX_ARGS);
  if (e->gex_fnptr == NULL)
    hyd_fatal("gex_EP_RegisterHandlers", "handler %s (index %u): function is NULL",
              e->gex_name ? e->gex_name : "", e->gex_index);
}

int gex_EP_RegisterHandlers(gex_EP_t ep, gex_AM_Entry_t *table, size_t numentries) {
  struct hyd_ep *e = (struct hyd_ep *)ep;
  gex_AM_Index_t wanted[CLIENT_HANDLERS], index[CLIENT_HANDLERS];
  const char *problem;
  unsigned which = 0;
  hyd_check_ready("gex_EP_RegisterHandlers");
  if (numentries == 0) return GASNET_OK;
  if (!(e->capabilities & GEX_EP_CAPABILITY_AM))
    return hyd_error(GASNET_ERR_BAD_ARG, "gex_EP_RegisterHandlers",
                     "endpoint %u has not "
                     "GEX_EP_CAPABILITY_AM; expected one that was made with it",
                     (unsigned)e->index);
  if (table == NULL || numentries > CLIENT_HANDLERS)
    return hyd_error(GASNET_ERR_BAD_ARG, "gex_EP_RegisterHandlers",
                     "%zu entries at %p; expected at most %d", numentries, (void *)table,
                     CLIENT_HANDLERS);
  for (size_t i = 0; i < numentries; i++) check_entry(&table[i]);
  for (size_t i = 0; i < numentries; i++) wanted[i] = table[i].gex_index;
  pthread_mutex_lock(&e->job->threads.lock);
  problem = choose_indices(e, numentries, wanted, index, &which);
  for (size_t i = 0; i < numentries && !problem; i++) {
    table[i].gex_index = index[i];
    put_handler(&e->handler[index[i]], &table[i], 0);
  }
  pthread_mutex_unlock(&e->job->threads.lock);
  if (!problem) return GASNET_OK;
  return hyd_error(GASNET_ERR_RESOURCE, "gex_EP_RegisterHandlers", "handler index %u %s", which,
                   problem);
}

int hyd_register_legacy(struct hyd_job *job, gasnet_handlerentry_t *table, int numentries) {
  gex_AM_Index_t wanted[CLIENT_HANDLERS], index[CLIENT_HANDLERS];
  const char *problem;
  unsigned which = 0;
  if (numentries == 0) return GASNET_OK;
  if (numentries < 0 || numentries > CLIENT_HANDLERS || table == NULL)
    return hyd_error(GASNET_ERR_RESOURCE, "gasnet_attach", "%d handlers at %p; expected 0 to %d",
                     numentries, (void *)table, CLIENT_HANDLERS);
  for (int i = 0; i < numentries; i++) wanted[i] = table[i].index;
  pthread_mutex_lock(&job->threads.lock);
  problem = choose_indices(&job->ep, (size_t)numentries, wanted, index, &which);
  for (int i = 0; i < numentries && !problem; i++) {
    gex_AM_Entry_t e = {index[i], (gex_AM_Fn_t)table[i].fnptr, GEX_FLAG_AM_MEDLONG, 0, NULL, NULL};
    table[i].index = index[i];
    put_handler(&job->ep.handler[index[i]], &e, 1);
  }
  pthread_mutex_unlock(&job->threads.lock);
  if (!problem) return GASNET_OK;
  return hyd_error(GASNET_ERR_RESOURCE, "gasnet_attach", "handler index %u %s", which, problem);
}
