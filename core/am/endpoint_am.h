/* SPDX-License-Identifier: BSD-3-Clause
 *
 * endpoint_am.h: messages from or to an endpoint that is not the primordial one, which cost others
 * nothing. To transports they are messages of the library, for handler HYD_H_FAR, with one argument
 * more than the client's, the last: a word that says which endpoint sent it, which one it is for,
 * and the handler in that one's table. The token of such a message has what a reply needs. Long
 * payloads go to the segment of the endpoint, which hyd_far_prepare checks, and puts there if it is
 * mapped here; transports take them otherwise.
 */
#ifndef HYD_AM_ENDPOINT_AM_H
#define HYD_AM_ENDPOINT_AM_H

#include "core/am/am.h"
#include "core/am/internal_handlers.h"
#include "core/mem/endpoint.h"

struct hyd_far { /* the endpoints of a message, by their indices at either end */
  unsigned from, to;
};

#define HYD_FAR_BITS 12u /* of an index; the handler has the other 8 */
_Static_assert(GASNET_MAXEPS <= 1u << HYD_FAR_BITS, "an index fits");

static inline gex_AM_Arg_t hyd_far_word(struct hyd_far far, gex_AM_Index_t handler) {
  return (gex_AM_Arg_t)(far.from | far.to << HYD_FAR_BITS | (uint32_t)handler << 2 * HYD_FAR_BITS);
}
static inline struct hyd_far hyd_far_of(gex_AM_Arg_t word) {
  const uint32_t mask = (1u << HYD_FAR_BITS) - 1;
  return (struct hyd_far){(uint32_t)word & mask, (uint32_t)word >> HYD_FAR_BITS & mask};
}
static inline gex_AM_Index_t hyd_far_handler(gex_AM_Arg_t word) {
  return (gex_AM_Index_t)((uint32_t)word >> 2 * HYD_FAR_BITS);
}

/* The token of such a message: `token` first. */
struct hyd_far_token {
  struct hyd_token token;
  struct hyd_ep *ep;  /* that received it */
  struct hyd_far far; /* as the message says */
};
static inline int hyd_token_is_far(const struct hyd_token *tok) { return tok->how & HYD_AM_TO_FAR; }
/* Where a reply goes. */
static inline struct hyd_far hyd_far_back(const struct hyd_token *tok) {
  struct hyd_far far = ((const struct hyd_far_token *)tok)->far;
  return (struct hyd_far){far.to, far.from};
}
/* The token as of a message between primordial endpoints, for the transport of the reply. */
static inline struct hyd_token hyd_far_plain(const struct hyd_token *tok) {
  struct hyd_token plain = *tok;
  plain.is_request = HYD_TOKEN_REQUEST;
  plain.how &= (uint8_t)~HYD_AM_TO_FAR;
  return plain;
}

/* A message as it travels. */
struct hyd_far_am {
  struct hyd_am m;
  gex_AM_Arg_t args[HYD_AM_WIRE_ARGS];
};
void hyd_far_wrap(struct hyd_far_am *out, const struct hyd_am *m, struct hyd_far far);

/* The endpoints behind (tm, rank), and *peer, its process; fatal unless this is a pair or a team of
 * endpoints that has the rank, and the one here can send messages. */
struct hyd_far hyd_far_target(struct hyd_job *job, gex_TM_t tm, gex_Rank_t rank, gex_Rank_t *peer,
                              const char *call);

/* A long before it is sent: fatal if it is not for the segment of endpoint `index` of `peer`; puts
 * the payload there if this process can by a mapping. */
void hyd_far_prepare(struct hyd_job *job, gex_Rank_t peer, unsigned index, struct hyd_am *m,
                     const char *call);

#endif
