/* SPDX-License-Identifier: BSD-3-Clause
 *
 * collectives.c: CO_SUM, CO_MIN, CO_MAX, CO_REDUCE, CO_BROADCAST (libcaf.md 3.9).
 *
 * Data travel in packets. Each carries a signature (statement, type, size, shape), by which images
 * detect that their statements disagree. Data of up to 32 bytes are one packet of fixed size. If
 * images have different numbers of packets, the collective itself ends the job and names the rank.
 */
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/layers/caf/described.h"
#include "contrib/layers/caf/entries.h"
#include "contrib/layers/caf/own_pointers.h"
#include "contrib/layers/caf/reduce.h"
#include "contrib/layers/caf/stats.h"

struct packet {
  uint32_t signature;
  uint32_t differs; /* 1 + the image that was found to differ */
  uint32_t image;   /* 1 + a member that has this signature */
  uint32_t elements;
  char data[]; /* SMALL bytes, in one cache line between images that share memory, or LARGE */
};
enum { SMALL = 48 - sizeof(struct packet), LARGE = 512 - sizeof(struct packet) };

/* Whether errmsg is a length. gfortran 12 passes ERRMSG= of these statements by value unless it is
 * a dummy argument: the text is on the stack, and the argument holds the length, or a_len. */
static bool is_length(const char *errmsg) { return (uintptr_t)errmsg < 65536; }

static struct caf_status status_of(int *stat, char *errmsg, size_t len) {
  if (is_length(errmsg)) return (struct caf_status){.stat = stat};
  return (struct caf_status){stat, errmsg, len};
}

static int length_of(const char *errmsg, int a_len) {
  return errmsg && is_length(errmsg) ? (int)(uintptr_t)errmsg : a_len;
}

/* One collective statement. */
struct collective {
  struct caf_status status;
  const char *statement;
  struct caf_team *team;
  int image;            /* gets the result, or 0: all images get it; in a broadcast the source */
  struct caf_section a; /* the argument */
  size_t n;             /* bytes */
  size_t packet, per_packet, packets; /* bytes and elements of a packet */
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

static void differs(struct collective *c, uint32_t image) {
  hyd_caf_fail(&c->status, GFC_STAT_ERROR,
               "%s: type, kind, shape, allocation or image differ at image %u", c->statement,
               image);
}

static void report_no_memory(struct collective *c) {
  hyd_caf_fail(&c->status, GFC_STAT_ALLOCATION, "%s: not enough memory", c->statement);
}

/* --- packets, in memory of the team --- */

/* Chooses the size and number of packets. */
static void cut_packets(struct collective *c) {
  size_t size = c->a.elem.size ? c->a.elem.size : 1, elements = c->n / size;
  size_t room = c->n <= SMALL ? SMALL : size > LARGE ? size : LARGE;
  c->per_packet = room / size;
  c->packets = elements ? (elements + c->per_packet - 1) / c->per_packet : 1;
  c->packet = sizeof(struct packet) + (room + 15) / 16 * 16;
}

/* Memory for the collective, followed by `bytes`; the team keeps it for the next collective. If a
 * step is abandoned, its memory is never reused, as other members may still write to it. NULL,
 * after reporting an error. */
static struct collective *work_of(struct collective *c, size_t bytes) {
  struct caf_team *t = c->team;
  size_t head = (sizeof *c + 63) / 64 * 64;
  if (t->work_size < head + bytes) {
    free(t->work);
    t->work_size = head + bytes;
    t->work = malloc(t->work_size);
  }
  if (t->work == NULL) {
    t->work_size = 0;
    report_no_memory(c);
    return NULL;
  }
  memcpy(t->work, c, sizeof *c);
  return t->work;
}

static char *data_of(struct collective *work) {
  return (char *)work + (sizeof *work + 63) / 64 * 64;
}

static bool finish_step(struct collective *c, gex_Event_t event) {
  int state = hyd_caf_data_step(c->team, event);
  if (state == 0) return true;
  c->team->work = NULL;
  c->team->work_size = 0;
  hyd_caf_report(&c->status, state, c->statement);
  return false;
}

static struct packet *packet_at(const struct collective *c, char *packets, size_t i) {
  return (struct packet *)(void *)(packets + i * c->packet);
}

static size_t elements_of(const struct collective *c, size_t i) {
  size_t left = c->n / (c->a.elem.size ? c->a.elem.size : 1) - i * c->per_packet;
  return left < c->per_packet ? left : c->per_packet;
}

/* Copies between the packets and dense data: the argument if it is contiguous, else a contiguous
 * copy. */
static void move_elements(const struct collective *c, char *dense, char *packets, bool in) {
  size_t each = c->per_packet * c->a.elem.size;
  for (size_t i = 0; i < c->packets; i++) {
    struct packet *p = packet_at(c, packets, i);
    size_t n = elements_of(c, i), bytes = n * c->a.elem.size;
    if (in) {
      *p = (struct packet){.signature = c->signature,
                           .image = c->team->me + 1,
                           .elements = (uint32_t)n};
      if (bytes) memcpy(p->data, dense + i * each, bytes);
    } else {
      if (bytes) memcpy(dense + i * each, p->data, bytes);
    }
  }
}

static bool move_argument(struct collective *c, char *packets, bool in) {
  if (hyd_caf_section_contiguous(&c->a)) return move_elements(c, c->a.base, packets, in), true;
  struct caf_section dense;
  char *memory = malloc(c->n + 1);
  if (memory == NULL) return report_no_memory(c), false;
  hyd_caf_section_packed(&dense, memory, &c->a.elem, &c->a);
  if (in) hyd_caf_copy(&dense, &c->a);
  move_elements(c, memory, packets, in);
  if (!in) hyd_caf_copy(&c->a, &dense);
  free(memory);
  return true;
}

/* --- reductions --- */

/* Reduction of packets. A disagreement that the left one, arg1, has found is kept. */
static void combine_packets(const void *arg1, void *arg2_and_out, size_t count, const void *cdata) {
  const struct collective *c = cdata;
  const char *from = arg1;
  char *to = arg2_and_out;
  for (size_t i = 0; i < count; i++, from += c->packet, to += c->packet) {
    const struct packet *left = (const void *)from;
    struct packet *right = (void *)to;
    if (left->differs)
      right->differs = left->differs;
    else if (right->differs == 0 && left->signature != right->signature)
      right->differs = right->image;
    right->signature = left->signature;
    if (right->differs == 0)
      c->reduction.combine(&c->reduction, left->data, right->data, right->elements);
  }
}

static bool begin_collective(struct collective *c, const char *statement, const struct gfc_desc *d,
                             int image, int what) {
  c->statement = statement;
  c->team = hyd_caf.current;
  c->image = image;
  hyd_caf_section_of(&c->a, d, d->base, 0);
  c->n = hyd_caf_section_elements(&c->a) * d->elem_len;
  c->signature = signature_of(d, what, image);
  if (image < 0 || (uint32_t)image > c->team->size) {
    hyd_caf_fail(&c->status, GFC_STAT_ERROR, "%s: image %d; expected 1 to %u", statement, image,
                 c->team->size);
    return false;
  }
  int state = hyd_caf_data_gone(c->team);
  if (state) hyd_caf_report(&c->status, state, c->statement);
  return state == 0;
}

static void reduce_packets(struct collective *c) {
  cut_packets(c);
  struct collective *work = work_of(c, c->packets * c->packet);
  if (work == NULL) return;
  char *packets = data_of(work);
  if (!move_argument(c, packets, true)) return;
  gex_Event_t event =
      gex_Coll_ReduceToAllNB(c->team->data, packets, packets, GEX_DT_USER, c->packet, c->packets,
                             GEX_OP_USER_NC, combine_packets, work, 0);
  if (!finish_step(c, event)) return;
  for (size_t i = 0; i < c->packets; i++) {
    uint32_t image = packet_at(c, packets, i)->differs;
    if (image) {
      differs(c, image);
      return;
    }
  }
  bool has_result = c->image == 0 || (uint32_t)c->image == c->team->me + 1;
  if (!has_result || move_argument(c, packets, false)) hyd_caf_succeed(&c->status);
}

static void intrinsic(const struct gfc_desc *d, int length, int image, int what,
                      const char *statement, struct caf_status status) {
  struct collective c = {.status = status};
  struct caf_argument a;
  CAF_BEGIN(since);
  hyd_caf_start();
  hyd_caf_describe_reduced(&a, d, length);
  if (!hyd_caf_reduction_of(&c.reduction, what, &a)) {
    hyd_caf_fail(&status, GFC_STAT_ERROR, "%s: no reduction of type %d with elements of %zu bytes",
                 statement, d->type, d->elem_len);
    return;
  }
  if (begin_collective(&c, statement, &a.desc.d, image, what)) {
    if (c.team->size == 1)
      hyd_caf_succeed(&c.status);
    else
      reduce_packets(&c);
  }
  CAF_STAT_END(CAF_K_COLLECTIVE, since, c.n);
}

void _gfortran_caf_co_sum(struct gfc_desc *a, int result_image, int *stat, char *errmsg,
                          size_t len) {
  intrinsic(a, 0, result_image, CAF_SUM, "CO_SUM", status_of(stat, errmsg, len));
}

void _gfortran_caf_co_min(struct gfc_desc *a, int result_image, int *stat, char *errmsg, int a_len,
                          size_t len) {
  intrinsic(a, length_of(errmsg, a_len), result_image, CAF_MIN, "CO_MIN",
            status_of(stat, errmsg, len));
}

void _gfortran_caf_co_max(struct gfc_desc *a, int result_image, int *stat, char *errmsg, int a_len,
                          size_t len) {
  intrinsic(a, length_of(errmsg, a_len), result_image, CAF_MAX, "CO_MAX",
            status_of(stat, errmsg, len));
}

void _gfortran_caf_co_reduce(struct gfc_desc *a, void *fn, int flags, int result_image, int *stat,
                             char *errmsg, int a_len, size_t len) {
  struct collective c = {.status = status_of(stat, errmsg, len)};
  struct caf_argument argument;
  CAF_BEGIN(since);
  hyd_caf_start();
  hyd_caf_describe_reduced(&argument, a, length_of(errmsg, a_len));
  if (!hyd_caf_reduction_by(&c.reduction, fn, flags, &argument)) {
    hyd_caf_fail(&c.status, GFC_STAT_ERROR,
                 "CO_REDUCE: a function of a derived type of %zu bytes; how such a function "
                 "returns its result is known "
                 "for more than 16 bytes and arguments by reference only",
                 a->elem_len);
    return;
  }
  if (begin_collective(&c, "CO_REDUCE", &argument.desc.d, result_image, CAF_USER)) {
    if (c.team->size == 1)
      hyd_caf_succeed(&c.status);
    else
      reduce_packets(&c);
  }
  CAF_STAT_END(CAF_K_COLLECTIVE, since, c.n);
}

/* --- broadcast --- */

/* Broadcasts all data in one packet. An image whose shape differs from the source's ignores them.
 * After the bytes of a derived type come marks of the words that each image keeps. */
static void broadcast_packet(struct collective *c) {
  size_t room = c->n > SMALL ? c->n : SMALL;
  bool has_marks = c->a.elem.type == GFC_DERIVED;
  c->per_packet = c->a.elem.size ? c->n / c->a.elem.size : 0;
  c->packets = 1;
  c->packet = sizeof(struct packet) + room + (has_marks ? hyd_caf_marks_size(c->n) : 0);
  struct collective *work = work_of(c, c->packet);
  if (work == NULL) return;
  char *packet = data_of(work), *data = packet + sizeof(struct packet);
  unsigned char *marks = (unsigned char *)data + room;
  bool is_source = (uint32_t)c->image == c->team->me + 1;
  if (is_source && !move_argument(c, packet, true)) return;
  if (is_source && has_marks) hyd_caf_mark_components(marks, data, c->n);
  if (!finish_step(c, gex_Coll_BroadcastNB(c->team->data, (gex_Rank_t)c->image - 1, packet, packet,
                                           c->packet, 0)))
    return;
  if (packet_at(c, packet, 0)->signature != c->signature) {
    differs(c, (uint32_t)c->image);
    return;
  }
  if (!is_source && has_marks && hyd_caf_section_contiguous(&c->a))
    hyd_caf_keep_components(marks, data, c->a.base, c->n);
  if (is_source || move_argument(c, packet, false)) hyd_caf_succeed(&c->status);
}

/* For characters of a component of unknown length, as many bytes are sent as the component's memory
 * has at the source. malloc may return sizes that differ by one step for equal requests. */
enum { MALLOC_STEP = 16 };

static void broadcast_deferred(struct collective *c, char *text) {
  bool is_source = (uint32_t)c->image == c->team->me + 1;
  size_t room = text ? malloc_usable_size(text) : 0;
  uint64_t words[2] = {is_source ? room : 0,
                       ~(uint64_t)room}; /* the source's room; the complement of the least */
  int gone = hyd_caf_max(c->team, words, 2);
  if (gone) {
    hyd_caf_report(&c->status, gone, c->statement);
    return;
  }
  size_t n = words[0], least = ~words[1];
  if (n > least + MALLOC_STEP) {
    hyd_caf_fail(&c->status, GFC_STAT_ERROR,
                 "%s: a component of deferred length is longer on the source than on another "
                 "image; expected equal lengths",
                 c->statement);
    return;
  }
  char *bytes = malloc(n + 1);
  if (bytes == NULL) {
    report_no_memory(c);
    return;
  }
  size_t mine = n < room ? n : room;
  if (mine) memcpy(bytes, text, mine);
  c->a = (struct caf_section){.base = bytes, .elem = {n, GFC_CHARACTER, 0}};
  c->n = n;
  broadcast_packet(c);
  if (mine) memcpy(text, bytes, mine);
  free(bytes);
}

void _gfortran_caf_co_broadcast(struct gfc_desc *a, int source_image, int *stat, char *errmsg,
                                size_t len) {
  struct collective c = {.status = status_of(stat, errmsg, len)};
  struct caf_argument argument;
  CAF_BEGIN(since);
  hyd_caf_start();
  hyd_caf_describe_broadcast(&argument, a);
  if (source_image < 1) {
    hyd_caf_fail(&c.status, GFC_STAT_ERROR, "CO_BROADCAST: image %d; expected 1 to %u",
                 source_image, hyd_caf.current->size);
    return;
  }
  if (begin_collective(&c, "CO_BROADCAST", &argument.desc.d, source_image, CAF_BROADCAST)) {
    if (!argument.is_token) hyd_caf_note_component(argument.desc.d.base);
    if (c.team->size == 1 || argument.is_token)
      hyd_caf_succeed(&c.status);
    else if (argument.deferred)
      broadcast_deferred(&c, argument.desc.d.base);
    else
      broadcast_packet(&c);
  }
  CAF_STAT_END(CAF_K_COLLECTIVE, since, c.n);
}
