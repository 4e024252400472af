/* SPDX-License-Identifier: BSD-3-Clause
 *
 * trace.h: the traces of HYD_DSM_TRACE=DIR: the events of a rank, in program order, in the file
 * DIR/RANK; contrib/layers/dsm/papers replays them. Numbers are in the host's byte order.
 */
#ifndef HYD_DSM_TRACE_H
#define HYD_DSM_TRACE_H

#include <stdint.h>

#define HYD_DSM_TRACE_MAGIC UINT64_C(0x3145434152544d53) /* "SMTRACE1" */

enum hyd_dsm_event_kind {
  HYD_DSM_E_COMPUTE, /* b, c: ns of the thread's processor time, low and high word */
  HYD_DSM_E_FAULT,   /* a: page; b: a write */
  HYD_DSM_E_HOME,    /* a: page; b: its home has been found */
  HYD_DSM_E_FETCH,   /* a: page; b: from this home */
  HYD_DSM_E_DIFF,    /* a: page; b: its home; c: bytes that differ */
  HYD_DSM_E_NOTICES, /* a: the rank they come from; b: how many */
  HYD_DSM_E_LOCK,    /* a: the lock */
  HYD_DSM_E_UNLOCK,  /* a: the lock; recorded after the release */
  HYD_DSM_E_BARRIER, /* of all ranks; recorded after the release */
  HYD_DSM_E_REQUEST, /* a: enum hyd_dsm_operation; b: object; c: n */
  HYD_DSM_E_AWAIT,   /* a: object whose grant is awaited */
  HYD_DSM_E_ATOMIC,  /* a: the home */
  HYD_DSM_E_FENCE,
  HYD_DSM_E_CLOCK, /* the program reads the time (CLOCK) */
  HYD_DSM_E_KINDS
};
/* Operations on objects (sync/objects.c). */
enum hyd_dsm_operation {
  HYD_DSM_POST,
  HYD_DSM_WAIT,
  HYD_DSM_SET,
  HYD_DSM_CLEAR,
  HYD_DSM_AWAIT_SET,
  HYD_DSM_ENTER,
  HYD_DSM_SIGNAL,
  HYD_DSM_BROADCAST,
  HYD_DSM_ARRIVE
};

struct hyd_dsm_event {
  uint32_t kind, a, b, c;
};
struct hyd_dsm_trace_head {
  uint64_t magic, events;
  uint32_t rank, ranks, pages, block;
};

#endif
