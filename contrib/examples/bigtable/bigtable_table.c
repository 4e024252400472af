/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bigtable_table.c: see bigtable_table.h. A batch of keys is under way at a time, each at some
 * slot: a compare-and-swap takes the slot, then the value is put; a get finds the key or goes on to
 * the next slot. Pages that are absent delay only the operations that need them.
 */
#include "bigtable_table.h"

#include "example_job.h"

#include <stdlib.h>
#include <string.h>

#define NAME 1 /* of the exported range */

/* --- memory ---------------------------------------------------------------------------------- */

static void make_segment(struct bigtable *t, gex_Client_t client,
                         const struct bigtable_options *o) {
  uint64_t bytes = o->mb << 20, least = 16 * (uint64_t)GASNET_PAGESIZE;
  struct hyd_paged_settings set = {.directory = o->directory,
                                   .bytes_resident = bytes * o->resident / 100};
  gex_MK_Create_args_t args;
  if (set.bytes_resident < least) set.bytes_resident = least;
  memset(&args, 0, sizeof args);
  args.gex_class = HYD_MK_CLASS_PAGED;
  args.gex_args.hyd_class_paged.hyd_settings = &set;
  if (gex_MK_Create(&t->kind, client, &args, 0) ||
      gex_Segment_Create(&t->segment, client, NULL, bytes, t->kind, 0))
    example_fail("bigtable", 1, "no paged segment can be made; see above");
  t->mine = gex_Segment_QueryAddr(t->segment);
  t->slots = bytes / sizeof *t->mine;
}

static void publish(struct bigtable *t, gex_EP_t ep) {
  size_t bytes = t->slots * sizeof *t->mine;
  t->part = malloc(t->ranks * sizeof *t->part);
  t->range = malloc(t->ranks * sizeof *t->range);
  if (t->part == NULL || t->range == NULL) example_fail("bigtable", 1, "out of memory");
  if (gex_EP_BindSegment(ep, t->segment, 0) || gex_EP_PublishBoundSegment(t->tm, &ep, 1, 0) ||
      hyd_paged_export(t->segment, NAME, t->mine, bytes, &t->range[t->rank]))
    example_fail("bigtable", 1, "the segment cannot be published; see above");
  gex_Event_Wait(gex_Coll_BarrierNB(t->tm, 0));
  for (gex_Rank_t r = 0; r < t->ranks; r++) {
    void *owner;
    gex_Event_Wait(gex_EP_QueryBoundSegmentNB(t->tm, r, &owner, NULL, NULL, 0));
    t->part[r] = owner;
    if (r != t->rank && hyd_paged_import(t->tm, r, NAME, &t->range[r]))
      example_fail("bigtable", 1, "a rank's table cannot be imported; see above");
  }
  gex_Event_Wait(gex_Coll_BarrierNB(t->tm, 0));
}

void bigtable_open(struct bigtable *t, gex_Client_t client, gex_EP_t ep, gex_TM_t tm,
                   const struct bigtable_options *o) {
  t->tm = tm;
  t->rank = gex_TM_QueryRank(tm);
  t->ranks = gex_TM_QuerySize(tm);
  make_segment(t, client, o);
  t->keys = t->slots * o->load / 100;
  publish(t, ep);
}

/* --- keys ------------------------------------------------------------------------------------ */

/* A permutation of 64-bit words, so that keys differ. */
static uint64_t mix(uint64_t z) {
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

uint64_t bigtable_key(const struct bigtable *t, gex_Rank_t rank, uint64_t i) {
  return mix(i * t->ranks + rank + 1); /* of 0 alone it is 0 */
}

void bigtable_value(uint64_t key, uint64_t value[7]) {
  for (uint64_t i = 0; i < 7; i++) value[i] = mix(key + i + 1);
}

struct place {
  gex_Rank_t rank;
  uint64_t slot;
};

static struct place place_of(const struct bigtable *t, uint64_t key) {
  uint64_t h = mix(key ^ 0x9e3779b97f4a7c15u);
  return (struct place){(gex_Rank_t)(h % t->ranks), h / t->ranks % t->slots};
}

static void next_place(const struct bigtable *t, struct place *at) {
  at->slot = at->slot + 1 < t->slots ? at->slot + 1 : 0;
}

/* --- a batch --------------------------------------------------------------------------------- */

struct item {
  uint64_t key;
  struct place at;
  gex_Event_t event;
  struct hyd_paged_answer answer; /* of the compare-and-swap */
  struct slot slot;               /* to be put; what was got */
};

static void claim(const struct bigtable *t, struct item *x) {
  x->event = hyd_paged_atomic(&t->range[x->at.rank], x->at.slot * sizeof(struct slot), 8,
                              HYD_PAGED_CSWAP, 0, x->key, &x->answer);
}

/* The slots are taken; then the values go there. */
static void fill_batch(const struct bigtable *t, struct item *x, uint64_t n) {
  for (uint64_t i = 0; i < n; i++) claim(t, &x[i]);
  for (uint64_t i = 0; i < n; i++) {
    for (gex_Event_Wait(x[i].event); x[i].answer.value[0]; gex_Event_Wait(x[i].event)) {
      next_place(t, &x[i].at);
      claim(t, &x[i]);
    }
    bigtable_value(x[i].key, x[i].slot.value);
    gex_RMA_PutNBI(t->tm, x[i].at.rank, t->part[x[i].at.rank][x[i].at.slot].value, x[i].slot.value,
                   sizeof x[i].slot.value, GEX_EVENT_DEFER, 0);
  }
  gex_NBI_Wait(GEX_EC_PUT, 0);
}

static void look(const struct bigtable *t, struct item *x) {
  x->event = gex_RMA_GetNB(t->tm, &x->slot, x->at.rank, &t->part[x->at.rank][x->at.slot],
                           sizeof x->slot, 0);
}

static int is_right(const struct item *x) {
  uint64_t value[7];
  bigtable_value(x->key, value);
  return x->slot.key == x->key && memcmp(x->slot.value, value, sizeof value) == 0;
}

static uint64_t read_batch(const struct bigtable *t, struct item *x, uint64_t n) {
  uint64_t wrong = 0;
  for (uint64_t i = 0; i < n; i++) look(t, &x[i]);
  for (uint64_t i = 0; i < n; i++) {
    gex_Event_Wait(x[i].event);
    for (uint64_t seen = 1; x[i].slot.key && x[i].slot.key != x[i].key && seen < t->slots; seen++) {
      next_place(t, &x[i].at);
      look(t, &x[i]);
      gex_Event_Wait(x[i].event);
    }
    wrong += !is_right(&x[i]);
  }
  return wrong;
}

/* --- all keys -------------------------------------------------------------------------------- */

static struct item *items(const struct bigtable_options *o) {
  struct item *x = calloc(o->batch, sizeof *x);
  if (x == NULL) example_fail("bigtable", 1, "out of memory");
  return x;
}

/* Keys [from, from+n) of the rank; returns how many, without those that are left out. */
static uint64_t prepare(const struct bigtable *t, struct item *x, gex_Rank_t rank, uint64_t from,
                        uint64_t n, uint64_t lose) {
  uint64_t kept = 0;
  for (uint64_t i = from; i < from + n; i++) {
    if (lose && i % lose == lose - 1) continue;
    x[kept].key = bigtable_key(t, rank, i);
    x[kept].at = place_of(t, x[kept].key);
    kept++;
  }
  return kept;
}

static uint64_t go_through(struct bigtable *t, const struct bigtable_options *o, int reads,
                           struct example_bar *bar) {
  struct item *x = items(o);
  gex_Rank_t of = reads ? (t->rank + 1) % t->ranks : t->rank;
  uint64_t wrong = 0;
  for (uint64_t i = 0; i < t->keys; i += o->batch) {
    uint64_t n = t->keys - i < o->batch ? t->keys - i : o->batch;
    n = prepare(t, x, of, i, n, reads ? 0 : o->lose);
    if (reads)
      wrong += read_batch(t, x, n);
    else
      fill_batch(t, x, n);
    if (t->rank == 0)
      example_bar_show(bar, (double)i / (double)t->keys, reads ? "reading" : "filling");
  }
  free(x);
  return wrong;
}

void bigtable_fill(struct bigtable *t, const struct bigtable_options *o, struct example_bar *bar) {
  go_through(t, o, 0, bar);
}

uint64_t bigtable_read(struct bigtable *t, const struct bigtable_options *o,
                       struct example_bar *bar) {
  return go_through(t, o, 1, bar);
}

/* By loads: the pager brings the pages in one after the other. */
uint64_t bigtable_count(const struct bigtable *t) {
  uint64_t used = 0;
  for (uint64_t i = 0; i < t->slots; i++) {
    if (i % 65536 == 0) gasnet_AMPoll();
    used += t->mine[i].key != 0;
  }
  return used;
}
