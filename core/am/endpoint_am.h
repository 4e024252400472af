/* SPDX-License-Identifier: BSD-3-Clause
 *
 * endpoint_am.h: messages between endpoints that are not both primordial.
 *
 * Terms. The ends of a message are the indices of two endpoints: of the sender's and of the
 * receiver's.
 *
 * Transports see a message of the library, for handler HYD_H_ENDPOINT, with one argument after
 * those of the client: a word that packs the ends and the client's handler. So messages between
 * primordial endpoints pay nothing for the others. A token that has ends (HYD_AM_HAS_ENDS in `how`)
 * is a struct hyd_endpoint_token, from which a reply takes its own ends.
 *
 * The payload of a long goes to the segment that the receiving endpoint is bound to.
 * hyd_endpoint_long_prepare checks the destination, and copies the payload there if that segment is
 * mapped here; otherwise the transport carries the payload.
 */
#ifndef HYD_AM_ENDPOINT_AM_H
#define HYD_AM_ENDPOINT_AM_H

#include "core/am/am.h"
#include "core/am/internal_handlers.h"
#include "core/mem/endpoint.h"

struct hyd_ends { /* indices of the sending and the receiving endpoint */
  unsigned from, to;
};

#define HYD_ENDS_BITS 12u /* for each index; the handler's number takes the other 8 of the word */
_Static_assert(GASNET_MAXEPS <= 1u << HYD_ENDS_BITS, "an index fits");

static inline gex_AM_Arg_t hyd_ends_pack(struct hyd_ends ends, gex_AM_Index_t handler) {
  return (gex_AM_Arg_t)(ends.from | ends.to << HYD_ENDS_BITS |
                        (uint32_t)handler << 2 * HYD_ENDS_BITS);
}
static inline struct hyd_ends hyd_ends_unpack(gex_AM_Arg_t word) {
  const uint32_t mask = (1u << HYD_ENDS_BITS) - 1;
  return (struct hyd_ends){(uint32_t)word & mask, (uint32_t)word >> HYD_ENDS_BITS & mask};
}
static inline gex_AM_Index_t hyd_ends_handler(gex_AM_Arg_t word) {
  return (gex_AM_Index_t)((uint32_t)word >> 2 * HYD_ENDS_BITS);
}

/* The token of a message that has ends. */
struct hyd_endpoint_token {
  struct hyd_token token; /* first: handlers get its address */
  struct hyd_ep *ep;      /* the receiving endpoint */
  struct hyd_ends ends;
};
static inline int hyd_token_has_ends(const struct hyd_token *tok) {
  return tok->how & HYD_AM_HAS_ENDS;
}
/* The ends of a reply. */
static inline struct hyd_ends hyd_ends_of_reply(const struct hyd_token *tok) {
  struct hyd_ends ends = ((const struct hyd_endpoint_token *)tok)->ends;
  return (struct hyd_ends){ends.to, ends.from};
}
/* A copy of the token as if the ends were primordial, for the transport of the reply. */
static inline struct hyd_token hyd_token_without_ends(const struct hyd_token *tok) {
  struct hyd_token plain = *tok;
  plain.is_request = HYD_TOKEN_REQUEST;
  plain.how &= (uint8_t)~HYD_AM_HAS_ENDS;
  return plain;
}

/* A message with its ends, as it travels. */
struct hyd_endpoint_am {
  struct hyd_am m;
  gex_AM_Arg_t args[HYD_AM_WIRE_ARGS];
};
void hyd_am_add_ends(struct hyd_endpoint_am *out, const struct hyd_am *m, struct hyd_ends ends);

/* Returns the ends of a message to (tm, rank), and the jobrank of its target in *peer. Fatal unless
 * `tm` is a pair or a team of endpoints that has the rank, and the local endpoint can send
 * messages. */
struct hyd_ends hyd_find_ends(struct hyd_job *job, gex_TM_t tm, gex_Rank_t rank, gex_Rank_t *peer,
                              const char *call);

/* Prepares a long to endpoint `index` of `peer`: checks its destination, which must lie in that
 * endpoint's segment (fatal), and copies the payload there if the segment is mapped here. */
void hyd_endpoint_long_prepare(struct hyd_job *job, gex_Rank_t peer, unsigned index,
                               struct hyd_am *m, const char *call);

#endif
