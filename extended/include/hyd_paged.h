/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_paged.h: paged segments: one-sided access to memory that nothing pins (netvm(7)). An
 * extension of this library: programs that use it are not portable.
 *
 * A paged segment is as large as its file; of it so many bytes are in memory as its kind allows,
 * the rest is in the file. All ranks put to it, get from it and send longs to it as to any other
 * segment; its owner's program also uses it by loads and stores. What is absent is brought in by a
 * thread of the library, the pager.
 *
 *   struct hyd_paged_settings set = {.bytes_resident = 64 << 20};
 *   gex_MK_Create_args_t args = {.gex_class = HYD_MK_CLASS_PAGED};
 *   args.gex_args.hyd_class_paged.hyd_settings = &set;
 *   gex_MK_Create(&kind, client, &args, 0);
 *   gex_Segment_Create(&segment, client, NULL, 256 << 20, kind, 0);
 *
 * Then gex_EP_BindSegment, to the primordial endpoint in place of gex_Segment_Attach (put, get,
 * long messages, vectors and strides, atomics), or to another one (put and get by TM-pairs), and
 * gex_EP_PublishBoundSegment. No call below may be made in handlers.
 */
#ifndef HYD_PAGED_H
#define HYD_PAGED_H

#include "gasnet_mk.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Settings of a kind: all its segments have these, and each its own pager. Set to zero first. */
struct hyd_paged_settings {
  /* The file behind the segment of this kind, which is made if need be, and which the segment's
   * bytes are in after gex_Segment_Destroy; one segment at a time. NULL: a file without a name in
   * `directory`, which is gone afterwards; any number of segments. */
  const char *file;
  const char *directory;   /* NULL: TMPDIR, else /var/tmp; a file system of memory makes no sense */
  uint64_t bytes_resident; /* that may be in memory, of each segment: at least 16 pages */
  uint32_t page_size;      /* a power of two from the system's page size to 1 MB; 0: the system's */
  uint32_t flags;          /* HYD_PAGED_READ_ONLY, or 0 */
  uint32_t depth;          /* page-ins at a time, of each segment, at most 64; 0: 4 */
};

/* The file is there, as long as the segment, and is only read. Stores of the owner are
 * segmentation faults; puts, longs and atomics to the segment end the job, keyed ones are refused.
 */
#define HYD_PAGED_READ_ONLY 1u

/* What a segment's pager has done since its creation. */
struct hyd_paged_counts {
  uint64_t pages, page_size, resident; /* resident: now */
  uint64_t page_ins, evictions, write_backs;
  uint64_t deferred;  /* evictions of a page that a transfer had locked */
  uint64_t faults;    /* of the owner's program */
  uint64_t strangers; /* pages that were there though no pager made them: always 0 */
};

/* GASNET_ERR_BAD_ARG: not a paged segment of this process. */
int hyd_paged_query(gex_Segment_t segment, struct hyd_paged_counts *counts_p);

/* A hint: [addr, addr+n) of the segment will be needed; brings it in without waiting. More than may
 * be resident is of no use. GASNET_ERR_BAD_ARG: not a paged segment of this process, or outside of
 * it. */
int hyd_paged_will_need(gex_Segment_t segment, const void *addr, size_t n);
/* Waits as well: loads a byte of each page of the range, so that they have been there since the
 * call. System calls that read a buffer, and code that must not fault, touch it first. */
int hyd_paged_touch(gex_Segment_t segment, const void *addr, size_t n);

/* What has become of transfers to paged segments, of this process as their initiator or, where
 * messages are the way, as the target. */
struct hyd_paged_traffic {
  uint64_t hits;                  /* all pages were there: copied at once */
  uint64_t bounces;               /* waited in a buffer for the pager */
  uint64_t refused;               /* for their key */
  uint64_t stalls;                /* initiations that waited for a credit */
  uint64_t credits;               /* acknowledgements of 32 messages that came */
  uint64_t waiting, most_waiting; /* in buffers: now, and ever at a time */
};
void hyd_paged_query_traffic(struct hyd_paged_traffic *traffic_p);

/* --- keyed ranges ----------------------------------------------------------------------------
 *
 * The arena of a rank is the paged segment that is bound to its primordial endpoint and published.
 * A rank exports ranges of it by names of its choice, and each gets a random key. Others import a
 * range by its name; or are given it, since a range is plain data. Where the data is (in shared
 * memory by the initiator, else by the target) a transfer's key is compared while the page is
 * locked, so that from the end of hyd_paged_unexport on no transfer touches the range by that key.
 *
 * Transfers return an event, to be used as that of gex_RMA_PutNB (remotely complete) or, with
 * HYD_PAGED_NBI, are waited for with gex_NBI_Wait(GEX_EC_PUT or _GET). error_p: receives a code if
 * the transfer is refused, before the event completes, and is not written otherwise, so that many
 * transfers may share it; it must stay until then. With error_p NULL a refusal ends the job.
 */
struct hyd_paged_range {
  uint64_t key, offset, size; /* offset: in the arena */
  gex_Rank_t rank;            /* of the job */
  uint32_t slot;
};

/* Codes of error_p, beside GASNET_ERR_BAD_ARG: not within the range, or misaligned, at the call. */
#define HYD_PAGED_ERR_KEY 10901       /* the target has no export with this key (any more) */
#define HYD_PAGED_ERR_READ_ONLY 10902 /* the segment is only read */

/* GASNET_ERR_BAD_ARG: not this rank's arena, outside of it, overlapping another export, a name that
 * is taken. GASNET_ERR_RESOURCE: 1,024 exports. */
int hyd_paged_export(gex_Segment_t segment, uint64_t name, void *addr, size_t n,
                     struct hyd_paged_range *range_p);
/* Revokes the key, also while transfers are under way: those that have not touched memory yet are
 * refused. On return all others have been. GASNET_ERR_BAD_ARG: not an export of this process. */
int hyd_paged_unexport(const struct hyd_paged_range *range);
/* Asks the rank of the team, and waits for its answer. GASNET_ERR_RESOURCE: no such name there. */
int hyd_paged_import(gex_TM_t tm, gex_Rank_t rank, uint64_t name, struct hyd_paged_range *range_p);
/* The export that has this address of this process's arena, and the address's place in it.
 * GASNET_ERR_BAD_ARG: none. */
int hyd_paged_find_export(const void *addr, struct hyd_paged_range *range_p, uint64_t *offset_p);

/* NO_LC: of a put: src stays as it is until the event; without it src is free at return. */
#define HYD_PAGED_NBI 1u
#define HYD_PAGED_NO_LC 2u

/* At `offset` of the range. n 0: nothing, but for a note. */
gex_Event_t hyd_paged_put(const struct hyd_paged_range *range, uint64_t offset, const void *src,
                          size_t n, int *error_p, unsigned flags);
gex_Event_t hyd_paged_get(void *dest, const struct hyd_paged_range *range, uint64_t offset,
                          size_t n, int *error_p, unsigned flags);

/* A put with a note: when it, and all earlier keyed puts of this rank to that rank, are in place
 * (or refused), the target's function is called with both words, within its polls, under a
 * handler's restrictions. Notes of one rank come in the order of their puts. The note of a put that
 * is refused does not come. The event says that the data is in place, not that the function has
 * run. */
gex_Event_t hyd_paged_put_note(const struct hyd_paged_range *range, uint64_t offset,
                               const void *src, size_t n, uint64_t a, uint64_t b, int *error_p,
                               unsigned flags);
typedef void (*hyd_paged_note_fn_t)(gex_Rank_t from, uint64_t a, uint64_t b); /* from: of the job */
/* Before any note comes; NULL, as at first: notes are dropped. */
void hyd_paged_on_note(hyd_paged_note_fn_t fn);

/* Read-modify-write operations, each one message and its answer. Words of 4 or 8 bytes, aligned,
 * atomic with each other and with the processor's own atomics at the owner. */
typedef enum {
  HYD_PAGED_READ,  /* value[0] = old */
  HYD_PAGED_SWAP,  /* and operand a is stored */
  HYD_PAGED_CSWAP, /* b is stored if a was there */
  HYD_PAGED_ADD,
  HYD_PAGED_AND,
  HYD_PAGED_OR,
  HYD_PAGED_XOR,
  /* On a struct hyd_paged_queue; EMPTY is HYD_PAGED_EMPTY. A waiter that is dequeued is told by the
   * caller, by a put of its own. */
  HYD_PAGED_ENQUEUE,  /* id a. value[0]: the id before it, or EMPTY: it is the head */
  HYD_PAGED_DEQUEUE,  /* value[0]: the head, which leaves; or EMPTY: the head is not known yet and a
                         wakeup is promised to it, or (value[1] -1) there is none that none was
                         promised to. value[1]: how many are left */
  HYD_PAGED_NEW_HEAD, /* id a is the head now. value[0]: 1 if a wakeup was promised: it leaves at
                         once; value[1]: how many are left */
  HYD_PAGED_SEM_P,    /* value[0] 1: the count was not 0, and is one less; 0: id a was enqueued, and
                         value[1] is ENQUEUE's value[0] */
  HYD_PAGED_SEM_V     /* as DEQUEUE; if value[1] is -1 the count is one more */
} hyd_paged_atomic_t;

/* A wait queue with the count of a semaphore, 32 bytes, aligned to 32; zero but for `count` at
 * first. Ids are not HYD_PAGED_EMPTY, and a rank's own affair. */
#define HYD_PAGED_EMPTY 0xffffffffu
struct hyd_paged_queue {
  uint32_t lock; /* of the library */
  uint32_t head; /* id + 1, so that zero is EMPTY */
  uint32_t tail;
  uint32_t waiting;  /* C */
  uint32_t promised; /* P: wakeups whose head was not known */
  uint32_t count;    /* S */
  uint32_t unused[2];
};

struct hyd_paged_answer {
  uint64_t value[2];
  int error; /* set to 0 by the call; a refusal is reported here */
};
/* size: 4 or 8; of a queue's operations 0. The event as that of a get; the answer stays until then.
 */
gex_Event_t hyd_paged_atomic(const struct hyd_paged_range *range, uint64_t offset, unsigned size,
                             hyd_paged_atomic_t op, uint64_t a, uint64_t b,
                             struct hyd_paged_answer *answer);

#ifdef __cplusplus
}
#endif
#endif
