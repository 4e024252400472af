/* SPDX-License-Identifier: BSD-3-Clause
 *
 * collectives.c: CO_SUM, CO_MIN, CO_MAX, CO_REDUCE, CO_BROADCAST (libcaf.md 3.9).
 *
 * First comes a packet of fixed size: a signature (what the statement is, type, size, shape), by
 * which images find out that they disagree, and the data if they fit. Larger data follow, when the
 * packets have agreed.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/caf/caf.h"
#include "contrib/caf/entries.h"
#include "contrib/caf/reduce.h"
#include "contrib/caf/stats.h"

struct packet {
  uint32_t signature;
  uint32_t differs; /* 1 + the image that was found to differ */
  uint32_t image;   /* 1 + a member whose signature this is */
  uint32_t unused;
  char data[CAF_PACKET_DATA];
};
_Static_assert(sizeof(struct packet) == 48,
               "as much as travels in one line between images that share memory");

/* gfortran 12 passes ERRMSG= of these statements by value where it is not a dummy argument: the
 * text is on the stack, and in the place of its address is the length, or a_len. */
static struct caf_status status_of(int *stat, char *errmsg, size_t len) {
  if ((uintptr_t)errmsg < 65536) return (struct caf_status){.stat = stat};
  return (struct caf_status){stat, errmsg, len};
}

/* One statement, everywhere. */
struct collective {
  struct caf_status status;
  const char *statement;
  struct caf_team *team;
  struct caf_section a; /* the argument */
  size_t n;             /* bytes */
  struct hyd_caf_reduction reduction;
  uint32_t signature;
};

static uint32_t mix(uint32_t hash, uint64_t value) {
  for (int i = 0; i < 8; i++, value >>= 8) hash = (hash ^ (uint32_t)(value & 0xff)) * 16777619u;
  return hash;
}

static uint32_t signature_of(const struct gfc_desc *d, int what, int image) {
  uint32_t hash = mix(mix(mix(2166136261u, (uint64_t)what), (uint64_t)image), (uint64_t)d->type);
  hash = mix(mix(hash, d->elem_len), (uint64_t)d->rank);
  for (int i = 0; i < d->rank; i++) hash = mix(hash, gfc_extent(&d->dim[i]));
  return hash;
}

static void gone(struct collective *c, int state) {
  hyd_caf_fail(&c->status, state == CAF_FAILED ? GFC_STAT_FAILED_IMAGE : GFC_STAT_STOPPED_IMAGE,
               "%s: an image has %s", c->statement, state == CAF_FAILED ? "failed" : "stopped");
}

static void differs(struct collective *c, uint32_t image) {
  hyd_caf_fail(&c->status, GFC_STAT_ERROR, "%s: type, kind, shape or image differ at image %u",
               c->statement, image);
}

static void lack(struct collective *c) {
  hyd_caf_fail(&c->status, GFC_STAT_ALLOCATION, "%s: not enough memory", c->statement);
}

static void pack(const struct collective *c, char *data) {
  struct caf_section packed;
  hyd_caf_section_packed(&packed, data, &c->a.elem, &c->a);
  hyd_caf_copy(&packed, &c->a);
}

static void unpack(const struct collective *c, char *data) {
  struct caf_section packed;
  hyd_caf_section_packed(&packed, data, &c->a.elem, &c->a);
  hyd_caf_copy(&c->a, &packed);
}

/* --- reductions --- */

/* arg1 before arg2_and_out: the left one's disagreement is kept. */
static void combine_packets(const void *arg1, void *arg2_and_out, size_t count, const void *cdata) {
  const struct collective *c = cdata;
  const struct packet *left = arg1;
  struct packet *right = arg2_and_out;
  for (size_t i = 0; i < count; i++, left++, right++) {
    if (left->differs)
      right->differs = left->differs;
    else if (right->differs == 0 && left->signature != right->signature)
      right->differs = right->image;
    right->signature = left->signature;
    if (right->differs == 0 && c->n <= CAF_PACKET_DATA)
      c->reduction.combine(&c->reduction, left->data, right->data, c->n / c->a.elem.size);
  }
}

static void combine_data(const void *arg1, void *arg2_and_out, size_t count, const void *cdata) {
  const struct hyd_caf_reduction *r = cdata;
  r->combine(r, arg1, arg2_and_out, count);
}

/* The operation's memory: kept if the step is given up, as others may still combine into it. */
struct work {
  struct packet packet;
  struct collective c;
};

static bool reduce_packet(struct collective *c, struct packet *p) {
  struct work *w = malloc(sizeof *w);
  if (w == NULL) return lack(c), false;
  w->packet = *p;
  w->c = *c;
  int state =
      hyd_caf_data_step(c->team, gex_Coll_ReduceToAllNB(c->team->data, &w->packet, &w->packet,
                                                        GEX_DT_USER, sizeof *p, 1, GEX_OP_USER_NC,
                                                        combine_packets, &w->c, 0));
  if (state) return gone(c, state), false;
  *p = w->packet;
  free(w);
  return true;
}

static bool reduce_data(struct collective *c) {
  struct hyd_caf_reduction *r = malloc(sizeof *r + c->n);
  if (r == NULL) return lack(c), false;
  *r = c->reduction;
  char *data = (char *)(r + 1);
  pack(c, data);
  size_t size = c->a.elem.size;
  gex_Event_t event = gex_Coll_ReduceToAllNB(c->team->data, data, data, r->dt, size, c->n / size,
                                             r->op, combine_data, r, 0);
  int state = hyd_caf_data_step(c->team, event);
  if (state) return gone(c, state), false;
  unpack(c, data);
  free(r);
  return true;
}

static bool ready(struct collective *c, const char *statement, struct gfc_desc *d, int image,
                  int what, int kind) {
  c->statement = statement;
  c->team = hyd_caf.current;
  hyd_caf_section_of(&c->a, d, d->base, kind);
  c->n = hyd_caf_section_elements(&c->a) * d->elem_len;
  c->signature = signature_of(d, what, image);
  if (image < 0 || (uint32_t)image > c->team->size) {
    hyd_caf_fail(&c->status, GFC_STAT_ERROR, "%s: image %d; expected 1 to %u", statement, image,
                 c->team->size);
    return false;
  }
  int state = hyd_caf_data_gone(c->team);
  if (state) gone(c, state);
  return state == 0;
}

static void reduce(struct collective *c) {
  struct packet p = {.signature = c->signature, .image = c->team->me + 1};
  bool fits = c->n <= CAF_PACKET_DATA;
  if (fits) pack(c, p.data);
  if (!reduce_packet(c, &p)) return;
  if (p.differs) {
    differs(c, p.differs);
    return;
  }
  if (fits)
    unpack(c, p.data);
  else if (!reduce_data(c))
    return;
  hyd_caf_succeed(&c->status);
}

static void intrinsic(struct gfc_desc *a, int image, int what, const char *statement,
                      struct caf_status status) {
  struct collective c = {.status = status};
  uint64_t since = CAF_STAT_BEGIN();
  hyd_caf_start();
  if (!hyd_caf_reduction_of(&c.reduction, what, a->type, a->elem_len)) {
    hyd_caf_fail(&status, GFC_STAT_ERROR, "%s: no reduction of type %d with elements of %zu bytes",
                 statement, a->type, a->elem_len);
    return;
  }
  if (ready(&c, statement, a, image, what, c.reduction.kind)) {
    if (c.team->size == 1)
      hyd_caf_succeed(&c.status);
    else
      reduce(&c);
  }
  CAF_STAT_END(CAF_K_COLLECTIVE, since, c.n);
}

void _gfortran_caf_co_sum(struct gfc_desc *a, int result_image, int *stat, char *errmsg,
                          size_t len) {
  intrinsic(a, result_image, CAF_SUM, "CO_SUM", status_of(stat, errmsg, len));
}

void _gfortran_caf_co_min(struct gfc_desc *a, int result_image, int *stat, char *errmsg, int a_len,
                          size_t len) {
  (void)a_len;
  intrinsic(a, result_image, CAF_MIN, "CO_MIN", status_of(stat, errmsg, len));
}

void _gfortran_caf_co_max(struct gfc_desc *a, int result_image, int *stat, char *errmsg, int a_len,
                          size_t len) {
  (void)a_len;
  intrinsic(a, result_image, CAF_MAX, "CO_MAX", status_of(stat, errmsg, len));
}

void _gfortran_caf_co_reduce(struct gfc_desc *a, void *fn, int flags, int result_image, int *stat,
                             char *errmsg, int a_len, size_t len) {
  (void)a_len; /* undefined with such an ERRMSG= */
  struct collective c = {.status = status_of(stat, errmsg, len)};
  uint64_t since = CAF_STAT_BEGIN();
  hyd_caf_start();
  if (!hyd_caf_reduction_by(&c.reduction, fn, flags, a->type, a->elem_len)) {
    hyd_caf_fail(&c.status, GFC_STAT_ERROR,
                 "CO_REDUCE: a function of a derived type of %zu bytes; how such a function "
                 "returns its result is known "
                 "for more than 16 bytes and arguments by reference only",
                 a->elem_len);
    return;
  }
  if (ready(&c, "CO_REDUCE", a, result_image, CAF_USER, 0)) {
    if (c.team->size == 1)
      hyd_caf_succeed(&c.status);
    else
      reduce(&c);
  }
  CAF_STAT_END(CAF_K_COLLECTIVE, since, c.n);
}

/* --- broadcast --- */

/* Of n bytes in memory of the operation's own; false: reported. */
static bool broadcast(struct collective *c, int source, char *data, size_t n) {
  char *memory = malloc(n);
  if (memory == NULL) return lack(c), false;
  memcpy(memory, data, n);
  gex_Event_t event =
      gex_Coll_BroadcastNB(c->team->data, (gex_Rank_t)source - 1, memory, memory, n, 0);
  int state = hyd_caf_data_step(c->team, event);
  if (state) return gone(c, state), false;
  memcpy(data, memory, n);
  free(memory);
  return true;
}

/* Where this image's shape differs from the source's, the data are not taken; their size is in the
 * packet. */
static void broadcast_all(struct collective *c, int source) {
  struct packet p = {.signature = c->signature};
  uint64_t size = c->n;
  bool is_source = (uint32_t)source == c->team->me + 1;
  memcpy(&p.differs, &size, sizeof size); /* differs and image: the source's bytes */
  if (is_source && c->n <= CAF_PACKET_DATA) pack(c, p.data);
  if (!broadcast(c, source, (char *)&p, sizeof p)) return;
  memcpy(&size, &p.differs, sizeof size);
  char *data = size > CAF_PACKET_DATA ? malloc(size) : p.data;
  if (data == NULL) {
    lack(c);
    return;
  }
  bool alike = p.signature == c->signature;
  if (size > CAF_PACKET_DATA) {
    if (is_source) pack(c, data);
    if (!broadcast(c, source, data, size)) alike = false, is_source = true;
  }
  if (alike && !is_source) unpack(c, data);
  if (data != p.data) free(data);
  if (alike)
    hyd_caf_succeed(&c->status);
  else if (p.signature != c->signature)
    differs(c, (uint32_t)source);
}

void _gfortran_caf_co_broadcast(struct gfc_desc *a, int source_image, int *stat, char *errmsg,
                                size_t len) {
  struct collective c = {.status = status_of(stat, errmsg, len)};
  uint64_t since = CAF_STAT_BEGIN();
  hyd_caf_start();
  if (source_image < 1) {
    hyd_caf_fail(&c.status, GFC_STAT_ERROR, "CO_BROADCAST: image %d; expected 1 to %u",
                 source_image, hyd_caf.current->size);
    return;
  }
  if (ready(&c, "CO_BROADCAST", a, source_image, CAF_BROADCAST, 0)) {
    if (c.team->size == 1)
      hyd_caf_succeed(&c.status);
    else
      broadcast_all(&c, source_image);
  }
  CAF_STAT_END(CAF_K_COLLECTIVE, since, c.n);
}
