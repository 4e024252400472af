/* SPDX-License-Identifier: BSD-3-Clause
 *
 * goals_udp.c: what two processes must reach over loopback without shared memory: the table of the
 * issue "Many hosts over Ethernet". Lines as in goals.h. U: round trip of raw datagrams of the
 * same sizes; B: rate of a raw stream (raw_udp.h); 0 us: the same to a rank that polls all the
 * time.
 */
#include "goals.h"

#define MB (1 << 20)

const struct hyd_bn_goal hyd_bn_goals_udp[] = {
    /* what, suite, row, bytes_min, bytes_max, ranks, field, direction, goal, unit */
    {"AM Short round trip, mac", "udp", "Short round trip, mac", -1, -1, 2, RATIO, AT_MOST, 1.25,
     "U"},
    {"put 8 B, mac", "udp", "put, blocking, mac", 8, 8, 2, RATIO, AT_MOST, 1.25, "U"},
    {"get 8 B, mac", "udp", "get, blocking, mac", 8, 8, 2, RATIO, AT_MOST, 1.25, "U"},
    {"put stream 1 MB, mac", "udp", "put stream, mac", MB, MB, 2, RATIO, AT_LEAST, 0.7, "B"},
    {"get stream 1 MB, mac", "udp", "get stream, mac", MB, MB, 2, RATIO, AT_LEAST, 0.7, "B"},
    {"AM Long stream 1 MB, mac", "udp", "Long stream, mac", MB, MB, 2, RATIO, AT_LEAST, 0.7, "B"},
    {"put stream 1 MB, none", "udp", "put stream, none", MB, MB, 2, RATIO, AT_LEAST, 0.85, "B"},
    {"get stream 1 MB, none", "udp", "get stream, none", MB, MB, 2, RATIO, AT_LEAST, 0.85, "B"},
    {"AM Long stream 1 MB, none", "udp", "Long stream, none", MB, MB, 2, RATIO, AT_LEAST, 0.85,
     "B"},
    {"put with GEX_EVENT_NOW, mac", "udp", "put stream, NOW, mac", 65536, 4 * MB, 2, RATIO,
     AT_LEAST, 0.85, "DEFER"},
    {"put with an lc event, mac", "udp", "put stream, event, mac", 65536, 4 * MB, 2, RATIO,
     AT_LEAST, 0.95, "DEFER"},
    {"put with GEX_EVENT_NOW, none", "udp", "put stream, NOW, none", 65536, 4 * MB, 2, RATIO,
     AT_LEAST, 0.85, "DEFER"},
    {"put with an lc event, none", "udp", "put stream, event, none", 65536, 4 * MB, 2, RATIO,
     AT_LEAST, 0.95, "DEFER"},
    {"AM Short flood, mac", "udp", "Short flood, mac", -1, -1, 2, RATIO, AT_LEAST, 3, "sendto"},
    {"put to one that sleeps 2 ms", "udp", "put, receiver sleeps 2000 us", 65000, 65000, 2, RATIO,
     AT_LEAST, 0.5, "0 us"},
    {"put to one that computes 2 ms", "udp", "put, receiver computes 2000 us", 65000, 65000, 2,
     RATIO, AT_LEAST, 0.25, "0 us"},
    {"get to one that sleeps 2 ms", "udp", "get, receiver sleeps 2000 us", 65000, 65000, 2, RATIO,
     AT_LEAST, 0.5, "0 us"},
    {"get to one that computes 2 ms", "udp", "get, receiver computes 2000 us", 65000, 65000, 2,
     RATIO, AT_LEAST, 0.25, "0 us"},
    {"Medium to one that sleeps 2 ms", "udp", "Medium, receiver sleeps 2000 us", 65000, 65000, 2,
     RATIO, AT_LEAST, 0.5, "0 us"},
    {"Medium to one that computes 2 ms", "udp", "Medium, receiver computes 2000 us", 65000, 65000,
     2, RATIO, AT_LEAST, 0.25, "0 us"},
    {"Long to one that sleeps 2 ms", "udp", "Long, receiver sleeps 2000 us", 65000, 65000, 2, RATIO,
     AT_LEAST, 0.5, "0 us"},
    {"Long to one that computes 2 ms", "udp", "Long, receiver computes 2000 us", 65000, 65000, 2,
     RATIO, AT_LEAST, 0.25, "0 us"},
    {"goodput at 1% loss", "udp", "put stream, drop=1", MB, MB, 2, RATIO, AT_LEAST, 0.7,
     "lossless"},
    {"goodput at 5% loss", "udp", "put stream, drop=5", MB, MB, 2, RATIO, AT_LEAST, 0.4,
     "lossless"},
    {"simulated barrier, 65,536 ranks", "udp", "simulated barrier, rounds", -1, -1, 65536, RATIO,
     AT_MOST, 1, "2logN"},
    {"simulated start-up, 65,536", "udp", "simulated startup, rounds", -1, -1, 65536, RATIO,
     AT_MOST, 1, "2logN"},
    {"addresses per host and rank", "udp", "addresses per host, for each rank", -1, -1, 65536,
     VALUE, AT_MOST, 64, "B"},
    {"memory per silent peer", "udp", "engine, per silent peer of 65536", -1, -1, 0, VALUE, AT_MOST,
     64, "B"},
    {"memory per active peer, of 7", "udp", "per active peer, at most", -1, -1, 8, VALUE, AT_MOST,
     300, "KB"},
    {"memory per active peer, of 1", "udp", "per active peer, at most", -1, -1, 2, VALUE, AT_MOST,
     300, "KB"},
    {.what = NULL},
};
