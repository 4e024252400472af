/* SPDX-License-Identifier: BSD-3-Clause
 *
 * client.c: the part of firehose's client that is the same in every conduit (client.h). Firehose
 * may call these functions in any thread.
 */
#include "conduits/pin/client.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/err.h"
#include "core/sys/clock.h"
#include "firehose/vma.h"
#include "firehose/memory_watch.h"

/* --- memory --------------------------------------------------------------- */

int hyd_pin_is_source(const struct hyd_pin_client *c, uintptr_t addr, size_t len) {
  return c->maps >= 0 && fh_vma_read_only(c->maps, addr, addr + len);
}

/* fh_ops.watch. The kernel does not report that read-only memory becomes writable, so such memory
 * is pinned for one use only. */
static int watch_memory(void *ctx, uintptr_t addr, size_t len) {
  struct hyd_pin_client *c = ctx;
  if (hyd_pin_is_source(c, addr, len)) return EACCES;
  return c->watch ? fh_watch_add(c->watch, addr, addr + len) : ESRCH;
}

static void gone(void *ctx, uintptr_t lo, uintptr_t hi) {
  struct hyd_pin_client *c = ctx;
  /* Acquire: pairs with the release in hyd_pin_client_open. */
  struct fh *fh = atomic_load_explicit(&c->shown, memory_order_acquire);
  if (fh) fh_gone(fh, lo, hi);
}

static uint64_t now_ns(void *ctx) {
  (void)ctx;
  return hyd_now_ns();
}

void hyd_pin_refused(const char *conduit, uint32_t peer, const void *at, size_t n, int is_get,
                     int err) {
  if (err == ENOMEM) return;
  hyd_fatal(conduit, "%zu bytes at %p of rank %u cannot be registered there: %s; expected %s", n,
            at, peer, strerror(err),
            is_get ? "memory that is mapped" : "memory that is mapped and may be written to");
}

/* --- lists for the next poll ---------------------------------------------- */

static void queue_message(void *ctx, uint32_t node, const void *bytes, size_t n) {
  struct hyd_pin_client *c = ctx;
  struct hyd_pin_note *note = malloc(sizeof *note + n);
  if (note == NULL) hyd_fatal("firehose", "out of memory for a message to rank %u", node);
  *note = (struct hyd_pin_note){.peer = node, .size = (uint32_t)n};
  memcpy(note->bytes, bytes, n);
  pthread_mutex_lock(&c->lock);
  *c->last_note = note;
  c->last_note = &note->next;
  pthread_mutex_unlock(&c->lock);
  atomic_fetch_add_explicit(&c->n, 1, memory_order_relaxed);
}

struct hyd_pin_note *hyd_pin_note(struct hyd_pin_client *c) {
  struct hyd_pin_note *note;
  pthread_mutex_lock(&c->lock);
  note = c->notes;
  pthread_mutex_unlock(&c->lock);
  return note;
}

void hyd_pin_note_drop(struct hyd_pin_client *c) {
  struct hyd_pin_note *note;
  pthread_mutex_lock(&c->lock);
  note = c->notes;
  c->notes = note->next;
  if (c->notes == NULL) c->last_note = &c->notes;
  pthread_mutex_unlock(&c->lock);
  atomic_fetch_sub_explicit(&c->n, 1, memory_order_relaxed);
  free(note);
}

void hyd_pin_granted(struct fh_request *r, void *granted) {
  struct hyd_pin_granted *g = granted;
  struct hyd_pin_client *c = g->client;
  (void)r;
  g->next = NULL;
  pthread_mutex_lock(&c->lock);
  *c->last_granted = g;
  c->last_granted = &g->next;
  pthread_mutex_unlock(&c->lock);
  atomic_fetch_add_explicit(&c->n, 1, memory_order_relaxed);
}

struct hyd_pin_granted *hyd_pin_granted_take(struct hyd_pin_client *c) {
  struct hyd_pin_granted *g;
  pthread_mutex_lock(&c->lock);
  g = c->granted;
  if (g) c->granted = g->next;
  if (c->granted == NULL) c->last_granted = &c->granted;
  pthread_mutex_unlock(&c->lock);
  if (g) atomic_fetch_sub_explicit(&c->n, 1, memory_order_relaxed);
  return g;
}

/* --- life ----------------------------------------------------------------- */

void hyd_pin_client_init(struct hyd_pin_client *c, void *state,
                         int (*pin)(void *ctx, uintptr_t addr, size_t len, struct fh_pinned *out),
                         void (*unpin)(void *ctx, uintptr_t addr, size_t len,
                                       const struct fh_pinned *pinned),
                         void (*poll)(void *ctx)) {
  *c = (struct hyd_pin_client){.state = state, .maps = -1};
  c->ops = (struct fh_ops){.pin = pin,
                           .unpin = unpin,
                           .watch = watch_memory,
                           .send = queue_message,
                           .poll = poll,
                           .now = now_ns};
  pthread_mutex_init(&c->lock, NULL);
  c->last_note = &c->notes;
  c->last_granted = &c->granted;
}

int hyd_pin_client_open(struct hyd_pin_client *client, struct hyd_job *job, struct fh_config *c,
                        uint64_t bytes, size_t longest, int serves_peers, char *why, size_t size) {
  client->watch = fh_watch_open(gone, client, &client->unwatched);
  client->maps = fh_vma_open();
  c->ops = &client->ops;
  c->ctx = client;
  c->watcher = client->watch;
  client->fh = hyd_pin_open(job, c, bytes, longest, serves_peers, why, size);
  /* Release: pairs with the acquire in gone. */
  atomic_store_explicit(&client->shown, client->fh, memory_order_release);
  return client->fh ? 0 : -1;
}

void hyd_pin_client_close(struct hyd_pin_client *c) {
  if (c->watch) fh_watch_close(c->watch);
  c->watch = NULL;
}
