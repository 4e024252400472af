/* SPDX-License-Identifier: BSD-3-Clause
 *
 * goals_ibv.c: what two processes must reach by verbs without shared memory: the table of the issue
 * "InfiniBand". Lines as in goals.h. Times are emulated where there is no device, so the best
 * batch is compared with the best of raw verbs (raw_ibv.h) or of perftest; what does not vary is
 * counted.
 */
#include "goals.h"

#define KB64 (64 << 10)
#define MB (1 << 20)

const struct hyd_bn_goal hyd_bn_goals_ibv[] = {
    /* what, suite, row, bytes_min, bytes_max, ranks, field, direction, goal, unit */
    {"put 8 B", "ibv", "put, blocking", 8, 8, 2, BEST, AT_MOST, 1.10, "raw"},
    {"get 8 B", "ibv", "get, blocking", 8, 8, 2, BEST, AT_MOST, 1.10, "raw"},
    {"AM Short round trip", "ibv", "Short round trip", -1, -1, 2, BEST, AT_MOST, 1.15, "raw"},
    {"put stream 1 MB", "ibv", "put stream, perftest", MB, MB, 2, BEST, AT_LEAST, 0.95, "perftest"},
    {"get stream 1 MB", "ibv", "get stream, perftest", MB, MB, 2, BEST, AT_LEAST, 0.95, "perftest"},
    {"fetch-add", "ibv", "fetch-add", 8, 8, 2, BEST, AT_MOST, 1.10, "raw"},
    {"put from outside the segment", "ibv", "put from outside", 8, MB, 2, BEST, AT_MOST, 1.02,
     "inside"},
    {"EVERYTHING: put, hit", "ibv", "put to anywhere", 8, KB64, 2, BEST, AT_MOST, 1.03,
     "prepinned"},
    {"EVERYTHING: miss of 64 KB", "ibv", "miss of 64 KB", KB64, KB64, 2, BEST, AT_MOST, 1, "parts"},
    {"put 8 B: work requests", "ibv", "put: work requests", 8, 8, 2, VALUE, AT_MOST, 1, ""},
    {"put 8 B: completions", "ibv", "put: completions", 8, 8, 2, VALUE, AT_MOST, 1, ""},
    {"put 8 B: messages", "ibv", "put: messages", 8, 8, 2, VALUE, AT_MOST, 0, ""},
    {"put 8 B: system calls of our own", "ibv", "put: system calls", 8, 8, 2, VALUE, AT_MOST, 0,
     ""},
    {"get 8 B: work requests", "ibv", "get: work requests", 8, 8, 2, VALUE, AT_MOST, 1, ""},
    {"get 8 B: completions", "ibv", "get: completions", 8, 8, 2, VALUE, AT_MOST, 1, ""},
    {"get 8 B: copies", "ibv", "get: copies", 8, 8, 2, VALUE, AT_MOST, 0, ""},
    {"get 8 B: messages", "ibv", "get: messages", 8, 8, 2, VALUE, AT_MOST, 0, ""},
    {"get 8 B: system calls of our own", "ibv", "get: system calls", 8, 8, 2, VALUE, AT_MOST, 0,
     ""},
    {"fetch-add: work requests", "ibv", "fetch-add: work requests", 8, 8, 2, VALUE, AT_MOST, 1, ""},
    {"fetch-add: completions", "ibv", "fetch-add: completions", 8, 8, 2, VALUE, AT_MOST, 1, ""},
    {"fetch-add: messages", "ibv", "fetch-add: messages", 8, 8, 2, VALUE, AT_MOST, 0, ""},
    {"fetch-add: system calls of our own", "ibv", "fetch-add: system calls", 8, 8, 2, VALUE,
     AT_MOST, 0, ""},
    {"AM Short + reply: messages", "ibv", "Short: messages", -1, -1, 2, VALUE, AT_MOST, 2, ""},
    {"AM Short + reply: receives posted", "ibv", "Short: calls to post receives", -1, -1, 2, VALUE,
     AT_MOST, 0.5, ""},
    {"AM Short + reply: RNR retries", "ibv", "Short: RNR retries", -1, -1, 2, VALUE, AT_MOST, 0,
     ""},
    {"put 8 B: instructions of our own", "ibv", "put: instructions", 8, 8, 2, VALUE, AT_MOST, 400,
     ""},
    {"memory per connected peer", "ibv", "per connected peer", -1, -1, 12, VALUE, AT_MOST, 32,
     "KB"},
    {.what = NULL},
};
