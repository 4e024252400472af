/* SPDX-License-Identifier: BSD-3-Clause
 *
 * copies.c: upc_memget and its kin, blocking and non-blocking (libupc.md 4.2). A handle is an event
 * of the library; 0 is a complete one. Non-blocking calls are explicit operations, so that fences
 * do not wait for them.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/layers/upc/entries.h"
#include "contrib/layers/upc/job.h"
#include "contrib/layers/upc/libraries.h"
#include "contrib/layers/upc/order.h"
#include "contrib/layers/upc/report.h"

void upc_memget(void *to, pts_t from, size_t n) {
  const char *at = hyd_upc_place(from);
  if (UPC_LIKELY(at != NULL))
    memcpy(to, at, n);
  else if (n)
    hyd_upc_get(to, pts_thread(from), pts_offset(from), n);
}

void upc_memput(pts_t to, const void *from, size_t n) {
  char *at = hyd_upc_place(to);
  if (UPC_LIKELY(at != NULL))
    memcpy(at, from, n);
  else if (n)
    hyd_upc_put(pts_thread(to), pts_offset(to), from, n);
}

void upc_memcpy(pts_t to, pts_t from, size_t n) {
  char *there = hyd_upc_place(to);
  const char *here = hyd_upc_place(from);
  if (UPC_LIKELY(there != NULL && here != NULL))
    memmove(there, here, n);
  else if (n)
    hyd_upc_copy(pts_thread(to), pts_offset(to), pts_thread(from), pts_offset(from), n);
}

void upc_memset(pts_t to, int value, size_t n) {
  char *at = hyd_upc_place(to);
  if (UPC_LIKELY(at != NULL))
    memset(at, value, n);
  else if (n)
    hyd_upc_fill(pts_thread(to), pts_offset(to), value, n);
}

/* --- upc_nb.h --- */

/* True, with the address in its owner, if an operation on the memory goes over the network. */
static bool is_remote(pts_t p, size_t n, char **owner) {
  uint32_t thread = pts_thread(p);
  if (n == 0) return false;
  hyd_upc_check(thread, pts_offset(p), n);
  *owner = hyd_upc.owner[thread] + pts_offset(p);
  return hyd_upc.mapped[thread] == NULL;
}

static upc_handle_t handle_of(gex_Event_t event) { return (upc_handle_t)(uintptr_t)event; }
static gex_Event_t event_of(upc_handle_t handle) { return (gex_Event_t)(uintptr_t)handle; }

static upc_handle_t get_nb(void *to, pts_t from, size_t n) {
  char *owner;
  if (!is_remote(from, n, &owner)) {
    upc_memget(to, from, n);
    return 0;
  }
  hyd_upc_complete_puts_of(pts_thread(from), owner, n);
  return handle_of(gex_RMA_GetNB(hyd_upc.all, to, pts_thread(from), owner, n, 0));
}

static upc_handle_t put_nb(pts_t to, const void *from, size_t n) {
  char *owner;
  if (!is_remote(to, n, &owner)) {
    upc_memput(to, from, n);
    return 0;
  }
  hyd_upc_complete_puts_of(pts_thread(to), owner, n);
  return handle_of(gex_RMA_PutNB(hyd_upc.all, pts_thread(to), owner, from, n, GEX_EVENT_DEFER, 0));
}

upc_handle_t upc_memget_nb(void *to, pts_t from, size_t n) { return get_nb(to, from, n); }
upc_handle_t upc_memput_nb(pts_t to, const void *from, size_t n) { return put_nb(to, from, n); }

/* Between two threads whose memory is not mapped the copy goes through this one, and blocks. */
upc_handle_t upc_memcpy_nb(pts_t to, pts_t from, size_t n) {
  char *owner;
  if (!is_remote(from, n, &owner) && n)
    return put_nb(to, hyd_upc.mapped[pts_thread(from)] + pts_offset(from), n);
  if (!is_remote(to, n, &owner) && n)
    return get_nb(hyd_upc.mapped[pts_thread(to)] + pts_offset(to), from, n);
  upc_memcpy(to, from, n);
  hyd_upc_complete_puts();
  return 0;
}

upc_handle_t upc_memset_nb(pts_t to, int value, size_t n) {
  upc_memset(to, value, n);
  return 0;
}

int upc_sync_attempt(upc_handle_t handle) {
  return handle == 0 || gex_Event_Test(event_of(handle)) == GASNET_OK;
}

void upc_sync(upc_handle_t handle) {
  if (handle) gex_Event_Wait(event_of(handle));
}

/* --- implicit handles: a list of those that are not complete --- */

static struct {
  gex_Event_t *list;
  size_t n, room;
} implicit;

static void add_implicit(upc_handle_t handle) {
  if (handle == 0) return;
  if (implicit.n == implicit.room) {
    size_t room = implicit.room ? 2 * implicit.room : 64;
    gex_Event_t *more = realloc(implicit.list, room * sizeof *more);
    if (more == NULL) {
      upc_sync(handle);
      return;
    }
    implicit.list = more;
    implicit.room = room;
  }
  implicit.list[implicit.n++] = event_of(handle);
}

void upc_memcpy_nbi(pts_t to, pts_t from, size_t n) { add_implicit(upc_memcpy_nb(to, from, n)); }
void upc_memget_nbi(void *to, pts_t from, size_t n) { add_implicit(get_nb(to, from, n)); }
void upc_memput_nbi(pts_t to, const void *from, size_t n) { add_implicit(put_nb(to, from, n)); }
void upc_memset_nbi(pts_t to, int value, size_t n) { upc_memset(to, value, n); }

int upc_synci_attempt(void) {
  if (implicit.n && gex_Event_TestAll(implicit.list, implicit.n, 0) != GASNET_OK) return 0;
  implicit.n = 0;
  return 1;
}

void upc_synci(void) {
  if (implicit.n) gex_Event_WaitAll(implicit.list, implicit.n, 0);
  implicit.n = 0;
}
