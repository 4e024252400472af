/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gups_ways.c: see gups_ways.h. All three take the updates in batches of the size that -b says.
 *
 * Messages: updates are collected for each owner, and sent when there is a batch for it. The
 * owner's handler makes them. At the end all have been made when as many updates have been received
 * as sent.
 */
#include "gups_ways.h"

#include "example_job.h"

#include <gasnet_ratomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { H_UPDATES = 200 };

static struct gups_table *table; /* for the handler */
static uint64_t received;
static gex_AD_t domain;
static uint64_t *buffer; /* a batch for each owner */
static size_t *filled;

/* ---- this rank's updates ------------------------------------------------- */

struct source {
  uint64_t x, left, lose, until_lost;
};

static struct source source_of(const struct gups_table *t, const struct gups_options *o) {
  return (struct source){gups_number(t->rank * t->updates), t->updates, o->lose, o->lose};
}

/* The next update; 0: there is none. */
static int next(struct source *s, uint64_t *x_p) {
  while (s->left) {
    *x_p = s->x;
    s->x = gups_next(s->x);
    s->left--;
    if (s->lose == 0 || --s->until_lost) return 1;
    s->until_lost = s->lose;
  }
  return 0;
}

static void show(const struct gups_table *t, const struct source *s, int way,
                 struct example_bar *bar) {
  if (t->rank == 0)
    example_bar_show(bar, 1 - (double)s->left / (double)t->updates, gups_way_name[way]);
}

static uint64_t *address(const struct gups_table *t, uint64_t word) {
  return t->base[gups_owner(t, word)] + word % t->part;
}

/* ---- atomics ------------------------------------------------------------- */

static void by_atomics(struct gups_table *t, const struct gups_options *o,
                       struct example_bar *bar) {
  struct source s = source_of(t, o);
  uint64_t x, n = 0;
  while (next(&s, &x)) {
    uint64_t word = gups_word(t, x);
    gex_AD_OpNBI_U64(domain, NULL, gups_owner(t, word), address(t, word), GEX_OP_XOR, x, 0, 0);
    if (++n % o->batch) continue;
    gex_NBI_Wait(GEX_EC_RMW, 0);
    show(t, &s, GUPS_ATOMICS, bar);
  }
  gex_NBI_Wait(GEX_EC_RMW, 0);
  gups_barrier(t);
}

/* ---- messages ------------------------------------------------------------ */

static void on_updates(gex_Token_t token, void *payload, size_t bytes) {
  const uint64_t *x = payload;
  size_t n = bytes / sizeof *x;
  (void)token;
  for (size_t i = 0; i < n; i++) table->mine[gups_word(table, x[i]) % table->part] ^= x[i];
  received += n;
}

static void flush(struct gups_table *t, gex_Rank_t owner, const struct gups_options *o) {
  if (filled[owner] == 0) return;
  gex_AM_RequestMedium0(t->tm, owner, H_UPDATES, buffer + owner * o->batch,
                        filled[owner] * sizeof *buffer, GEX_EVENT_NOW, 0);
  filled[owner] = 0;
}

/* Waits until everything that all ranks have sent has been received. */
static void wait_for_all(struct gups_table *t, uint64_t sent) {
  uint64_t all = gups_sum(t, sent);
  while (gups_sum(t, received) != all) gasnet_AMPoll();
}

static void by_messages(struct gups_table *t, const struct gups_options *o,
                        struct example_bar *bar) {
  struct source s = source_of(t, o);
  uint64_t x, sent = 0;
  while (next(&s, &x)) {
    gex_Rank_t owner = gups_owner(t, gups_word(t, x));
    buffer[owner * o->batch + filled[owner]++] = x;
    sent++;
    if (filled[owner] < o->batch) continue;
    flush(t, owner, o);
    show(t, &s, GUPS_MESSAGES, bar);
  }
  for (gex_Rank_t r = 0; r < t->ranks; r++) flush(t, r, o);
  wait_for_all(t, sent);
  received = 0;
  gups_barrier(t);
}

/* ---- put and get --------------------------------------------------------- */

/* A batch of n updates in buffer: get all, change them here, put all. */
static void make_batch(struct gups_table *t, size_t n) {
  uint64_t *x = buffer, *value = x + n;
  for (size_t i = 0; i < n; i++) {
    uint64_t word = gups_word(t, x[i]);
    gex_RMA_GetNBI(t->tm, &value[i], gups_owner(t, word), address(t, word), sizeof *value, 0);
  }
  gex_NBI_Wait(GEX_EC_GET, 0);
  for (size_t i = 0; i < n; i++) {
    uint64_t word = gups_word(t, x[i]);
    value[i] ^= x[i];
    gex_RMA_PutNBI(t->tm, gups_owner(t, word), address(t, word), &value[i], sizeof *value,
                   GEX_EVENT_DEFER, 0);
  }
  gex_NBI_Wait(GEX_EC_PUT, 0);
}

static void by_putget(struct gups_table *t, const struct gups_options *o, struct example_bar *bar) {
  struct source s = source_of(t, o);
  size_t n = 0;
  while (next(&s, &buffer[n])) {
    if (++n < o->batch) continue;
    make_batch(t, n);
    n = 0;
    show(t, &s, GUPS_PUTGET, bar);
  }
  make_batch(t, n);
  gups_barrier(t);
}

/* ---- all ----------------------------------------------------------------- */

void gups_ways_open(struct gups_table *t, gex_EP_t ep, struct gups_options *o) {
  gex_AM_Entry_t entry = {
      H_UPDATES, (gex_AM_Fn_t)on_updates, GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REQUEST, 0, NULL,
      "updates"};
  size_t most = gex_AM_LUBRequestMedium() / sizeof *buffer;
  gex_EP_RegisterHandlers(ep, &entry, 1);
  gex_AD_Create(&domain, t->tm, GEX_DT_U64, GEX_OP_XOR, 0);
  if (o->batch > most) o->batch = most;
  buffer = malloc((t->ranks + 2) * o->batch * sizeof *buffer); /* two batches for put and get */
  filled = calloc(t->ranks, sizeof *filled);
  if (buffer == NULL || filled == NULL) example_fail("gups", 1, "no memory for batches; see -b");
  table = t;
  gups_barrier(t); /* no rank sends before all have the handler */
}

void gups_ways_run(struct gups_table *t, int way, const struct gups_options *o,
                   struct example_bar *bar) {
  switch (way) {
  case GUPS_ATOMICS: by_atomics(t, o, bar); break;
  case GUPS_MESSAGES: by_messages(t, o, bar); break;
  default: by_putget(t, o, bar);
  }
}

void gups_ways_close(void) {
  gex_AD_Destroy(domain);
  free(buffer);
  free(filled);
}
