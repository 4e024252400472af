/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cost.c: the networks. Each number says where it comes from: "slides", "SMP paper": they state it;
 * "derived": it follows from what they state; "known": usual for that hardware, not in the papers;
 * "chosen": a guess.
 */
#include "contrib/tools/bench/papers/cost.h"

/* Myrinet 2000, GM 2.0.11, PCI64C cards in slots of 33 MHz and 64 bits, Pentium III of 866 MHz
 * (slides, SMP paper). */
const struct cost cost_myrinet = {
    .name = "myrinet",
    /* Slides: on average 40 us to register a page. How that divides is chosen: a system call, and a
       PCI write. */
    .pin = 36000,
    .pin_page = 4000,
    /* Slides: 6,000 us to deregister a page; SMP paper: "the 6000us required to service an unpin
     * request". So it is the request that costs, as it must be agreed upon with the card; 5 us of
     * each page are chosen. */
    .unpin = 5995000,
    .unpin_page = 5000,
    .lookup = 1000, /* slides: "overhead for all metadata lookups/modifications for a put < 1 us" */
    /* Slides: 12 us for a round trip of RDMA = send + 2 latency + complete, where 1 us each is
       chosen. */
    .send = 1000,
    .complete = 1000,
    .latency = 5000,
    /* Derived from the slides' table: rendezvous without unpin (34 us) - a hit (14 us) = 20 us, a
     * round trip of messages = 2 (send + latency + receive). */
    .receive = 4000,
    .wire = 0.245,  /* known: GM on this card, of 250 MB/s of the link and 264 MB/s of the slot */
    .copy = 0.3,    /* known: memcpy of a Pentium III with PC133 memory */
    .packet = 4096, /* known: GM cuts transfers into packets of 4 KB */
    .madd = 20,     /* chosen: 100 Mflop/s of a plain triple loop */
    .compare = 10,  /* chosen */
};

/* Today's: InfiniBand or RoCE of 100 Gbit/s, 3 GHz processors. All known in their order of
 * magnitude only. */
const struct cost cost_verbs = {
    .name = "verbs",
    .regions = 1,
    .pin = 1000, /* of a driver with prepared memory keys; ibv_reg_mr without takes tens of us */
    .pin_page = 250,
    .unpin = 1000,
    .unpin_page = 100,
    .lookup = 50,
    .send = 150,
    .complete = 100,
    .latency = 800,
    .receive = 400,
    .wire = 12,
    .copy = 10,
    .packet = 4096,
    .madd = 0.5,
    .compare = 1,
};
