/* SPDX-License-Identifier: BSD-3-Clause
 *
 * packet.h: a message as conduits send it in one piece: struct hyd_packet, arguments, padding,
 * payload, in the byte order of the machine, which all hosts of a job share. A conduit may put
 * words of its own before the packet, and may have more kinds of messages than active messages.
 */
#ifndef HYD_AM_PACKET_H
#define HYD_AM_PACKET_H

#include <stddef.h>
#include <stdint.h>

#include "core/am/am.h"
#include "core/am/deferred.h"
#include "core/base/err.h"
#include "core/mem/endpoint.h"
#include "core/mem/landings.h"
#include "core/mem/map.h"

struct hyd_packet {
  uint64_t dest;   /* long: destination */
  uint32_t src;    /* rank of the sender */
  uint32_t taken;  /* requests of the receiver that the sender has handled (credits.h) */
  uint32_t nbytes; /* of the payload */
  uint8_t kind;    /* HYD_AM_SHORT, _MEDIUM, _LONG, or the conduit's */
  uint8_t is_request, handler, nargs;
};
_Static_assert(sizeof(struct hyd_packet) == 24, "no padding");

#define HYD_PACKET_ALIGN 16u /* of payloads */
static inline size_t hyd_packet_round(size_t n) {
  return (n + HYD_PACKET_ALIGN - 1) & ~(size_t)(HYD_PACKET_ALIGN - 1);
}
/* The offset of the payload in a message; `head`: bytes of the packet and of the words before it.
 */
static inline size_t hyd_packet_payload_at(size_t head, unsigned nargs) {
  return hyd_packet_round(head + 4u * nargs);
}

/* --- out ------------------------------------------------------------------ */

/* Makes a packet; the conduit sets `taken`. */
static inline struct hyd_packet hyd_packet_of(const struct hyd_job *job, const struct hyd_am *m) {
  return (struct hyd_packet){.dest = (uintptr_t)m->dest,
                             .src = job->rank,
                             .nbytes = m->category == HYD_AM_SHORT ? 0 : (uint32_t)m->nbytes,
                             .kind = m->category,
                             .is_request = m->is_request,
                             .handler = m->handler,
                             .nargs = m->nargs};
}

/* Writes a message but for its payload; returns where the payload goes. */
static inline char *hyd_packet_write(char *to, const void *head, size_t size,
                                     const struct hyd_am *m) {
  char *payload = to + hyd_packet_payload_at(size, m->nargs);
  memset(payload - HYD_PACKET_ALIGN, 0, HYD_PACKET_ALIGN);
  memcpy(to, head, size);
  if (m->nargs) memcpy(to + size, m->args, 4u * m->nargs);
  return payload;
}

/* --- in ------------------------------------------------------------------- */

/* Whether the members that all kinds have are possible; `most`: bytes of the longest payload. */
static inline int hyd_packet_is_plausible(const struct hyd_packet *p, uint32_t ranks, size_t most) {
  return p->src < ranks && p->is_request <= 1 && p->nargs <= HYD_AM_WIRE_ARGS &&
         p->nbytes <= most && (p->kind != HYD_AM_SHORT || p->nbytes == 0);
}

/* Returns where n bytes for `dest` go in this process. Fatal unless that is in the segment of an
 * endpoint, or in a landing of this rank. */
static inline void *hyd_packet_place(const struct hyd_job *job, const char *conduit, gex_Rank_t src,
                                     uint64_t dest, size_t n) {
  void *to = (void *)(uintptr_t)dest, *here;
  if (n == 0) return to;
  if ((here = hyd_local(job, job->rank, to, n)) != NULL) return here;
  if (!hyd_landing_has(job, to, n) && !hyd_ep_segments_have(job, to, n))
    hyd_fatal(conduit, "rank %u sends %zu bytes to %p, which is outside of the segment", src, n,
              to);
  return to;
}

/* Copies the payload of a long to its place, unless that is guarded: then hyd_am_take does so.
 * m->payload NULL: the payload is in place. */
static inline void hyd_packet_land(struct hyd_job *job, const char *conduit, gex_Rank_t src,
                                   uint64_t dest, struct hyd_am *m) {
  m->dest = hyd_packet_place(job, conduit, src, dest, m->nbytes);
  if (m->payload && m->nbytes) {
    if (hyd_unlikely(hyd_has_guarded(job)) && hyd_guarded_own(job, m->dest, m->nbytes)) return;
    memcpy(m->dest, m->payload, m->nbytes);
  }
  m->payload = m->dest;
}

/* Describes a message that has arrived, for hyd_am_take. payload NULL: a long's is in place. */
static inline struct hyd_am hyd_packet_unpack(struct hyd_job *job, const char *conduit,
                                              const struct hyd_packet *p, const void *args,
                                              char *payload) {
  struct hyd_am m = {.category = p->kind < HYD_AM_LONG ? p->kind : HYD_AM_LONG,
                     .is_request = p->is_request,
                     .handler = p->handler,
                     .nargs = p->nargs,
                     .args = args,
                     .nbytes = p->nbytes,
                     .payload = payload};
  if (m.category == HYD_AM_LONG) hyd_packet_land(job, conduit, p->src, p->dest, &m);
  return m;
}

#endif
