/* SPDX-License-Identifier: BSD-3-Clause
 *
 * netvm.h: Network Virtual Memory: the interface of J. S. Ong's thesis (UBC, 2003) over paged
 * segments (hyd_paged.h, netvm(7)): one-sided writes and reads of memory that nothing pins,
 * notifications, atomics, locks, wait queues, semaphores, monitors and channels (netvm(3)).
 *
 * Each rank has an arena, of which it exports ranges by name; others import them. A transfer names
 * a segment, which is an imported or an own range, and an offset in it.
 *
 *   hyd_nv_register(client, ep, tm, &(struct hyd_nv_settings){.arena = 1 << 30,
 *                                                      .paged.bytes_resident = 256 << 20});
 *   rank 0:  hyd_nv_export(42, hyd_nv_arena(NULL), 4096, &seg);
 *   rank 1:  hyd_nv_import(0, 42, &seg);  hyd_nv_writeFN(seg, 0, text, 6, 7);
 *   rank 0:  hyd_nv_notfWait(7, HYD_NV_FOREVER);
 *
 * Every call returns GASNET_OK, or a code and writes nothing but a line on stderr that says what
 * was wrong (not after gex_System_SetVerboseErrors(0)); hyd_nv_why() is that line. Calls are made
 * by one thread of a rank at a time, outside of the handlers of active messages.
 */
#ifndef HYD_NETVM_H
#define HYD_NETVM_H

#include <gasnetex.h>
#include <hyd_paged.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Codes besides those of GASNet and hyd_paged.h. */
#define HYD_NV_TIMEOUT 10951 /* not an error, and no line */
#define HYD_NV_EMPTY 10952   /* the same */

/* Microseconds. */
#define HYD_NV_FOREVER UINT64_MAX

typedef uint32_t hyd_nv_seg_t; /* 0: none. A handle that is released is known to be so. */

/* --- the rank --------------------------------------------------------------------------- */

/* Set to zero first. */
struct hyd_nv_settings {
  uint64_t arena;                  /* bytes */
  struct hyd_paged_settings paged; /* how it is kept: bytes_resident, file, ... */
  uint32_t queue;                  /* one-shot notifications that may wait to be removed; 0: 1024 */
};
/* Makes the arena, in place of gex_Segment_Attach, and makes it known. Collective over tm, the
 * primordial team, once. All ranks' arenas have one size. GASNET_ERR_BAD_ARG, GASNET_ERR_RESOURCE.
 */
int hyd_nv_register(gex_Client_t client, gex_EP_t ep, gex_TM_t tm,
                    const struct hyd_nv_settings *settings);
/* What of the arena the program may use, from a page's beginning on; its size. NULL before. */
void *hyd_nv_arena(size_t *bytes_p);
gex_Segment_t hyd_nv_arena_segment(void); /* for hyd_paged_query and its like */
const char *hyd_nv_why(void);             /* of the last call that failed; "" */
/* Runs what has come: active messages, and the handlers of armed notifications. */
int hyd_nv_poll(void);

/* --- segments --------------------------------------------------------------------------- */

int hyd_nv_export(uint64_t name, void *addr, size_t n, hyd_nv_seg_t *seg_p);
/* From its end on, others' transfers by this export are refused. */
int hyd_nv_unexport(hyd_nv_seg_t seg);
int hyd_nv_exportLookup(const void *addr, hyd_nv_seg_t *seg_p, uint64_t *offset_p);
/* GASNET_ERR_RESOURCE: the rank exports no such name. */
int hyd_nv_import(gex_Rank_t rank, uint64_t name, hyd_nv_seg_t *seg_p);
int hyd_nv_unimport(hyd_nv_seg_t seg);
/* Which import has this address of the rank's. */
int hyd_nv_importLookup(gex_Rank_t rank, const void *addr, hyd_nv_seg_t *seg_p, uint64_t *offset_p);
uint64_t hyd_nv_size(hyd_nv_seg_t seg); /* 0: no such segment */

/* --- transfers -------------------------------------------------------------------------- */

/* Between [offset, +n) of the segment and [addr, +n). A write's source must stay as it is until
 * hyd_nv_flushW, with F until the call returns; that the data has arrived is not said. N: the
 * owner's notification `notf` is signalled after this data and that of all earlier writes of this
 * rank to that one have arrived. A read's data is there after hyd_nv_flushR, with F at the return.
 */
int hyd_nv_write(hyd_nv_seg_t seg, uint64_t offset, const void *addr, size_t n);
int hyd_nv_writeF(hyd_nv_seg_t seg, uint64_t offset, const void *addr, size_t n);
int hyd_nv_writeN(hyd_nv_seg_t seg, uint64_t offset, const void *addr, size_t n, uint32_t notf);
int hyd_nv_writeFN(hyd_nv_seg_t seg, uint64_t offset, const void *addr, size_t n, uint32_t notf);
int hyd_nv_read(hyd_nv_seg_t seg, uint64_t offset, void *addr, size_t n);
int hyd_nv_readF(hyd_nv_seg_t seg, uint64_t offset, void *addr, size_t n);
/* Fences of this rank's reads, writes, both. The result is the first refusal since the last one. */
int hyd_nv_flushR(void);
int hyd_nv_flushW(void);
int hyd_nv_flushRW(void);
/* Until all writes of this rank are in place, also those that bounced (not in the thesis). */
int hyd_nv_flushRemote(void);

/* --- notifications ---------------------------------------------------------------------- */

/* Numbers below HYD_NV_EVENTCOUNTS are this rank's eventcounts: so many signals, and so many that
 * were acknowledged; what is between is pending. Higher numbers are one-shot: each is put in the
 * rank's queue, those of one sender in the order of its writes. */
#define HYD_NV_EVENTCOUNTS 1024u

int hyd_nv_notfTest(uint32_t notf, uint64_t *pending_p);
int hyd_nv_notfAck(uint32_t notf); /* one of them; GASNET_ERR_NOT_READY: none is pending */
/* Until one is pending, which is acknowledged. Spin: without sleep. HYD_NV_TIMEOUT. */
int hyd_nv_notfSpin(uint32_t notf, uint64_t timeout_us);
int hyd_nv_notfWait(uint32_t notf, uint64_t timeout_us);
/* From now on the handler runs once for each signal, also those that are pending, and acknowledges
 * it; in any call that polls or waits, of this thread, never in itself. It may make all calls but
 * those that wait. test, ack, spin and wait are refused meanwhile. */
typedef void hyd_nv_handler(uint32_t notf, void *arg);
int hyd_nv_notfArm(uint32_t notf, hyd_nv_handler *handler, void *arg);
int hyd_nv_notfDisarm(uint32_t notf);
/* The oldest of the queue. HYD_NV_EMPTY; HYD_NV_TIMEOUT. A queue that overflows ends the job. */
int hyd_nv_notfQRemove(uint32_t *notf_p);
int hyd_nv_notfQWait(uint32_t *notf_p, uint64_t timeout_us);

/* --- atomics ---------------------------------------------------------------------------- */

/* On an aligned word of 32 bits; its page may be absent. old_p may be NULL. */
int hyd_nv_testandset(hyd_nv_seg_t seg, uint64_t offset, uint32_t *old_p);
int hyd_nv_incr(hyd_nv_seg_t seg, uint64_t offset, uint32_t *old_p);
int hyd_nv_decr(hyd_nv_seg_t seg, uint64_t offset, uint32_t *old_p);
int hyd_nv_swap(hyd_nv_seg_t seg, uint64_t offset, uint32_t value, uint32_t *old_p);
int hyd_nv_cswap(hyd_nv_seg_t seg, uint64_t offset, uint32_t compare, uint32_t value,
                 uint32_t *old_p);

/* --- synchronisation -------------------------------------------------------------------- */

/* Objects lie in exported memory, at an offset that all ranks use: a lock is 8 bytes, aligned to 8,
 * 0 at first; a queue or semaphore is 32, aligned to 32, made by hyd_nv_initQ. A rank holds locks
 * and stands in queues up to HYD_NV_NODES at a time. */
#define HYD_NV_NODES 64u
#define HYD_NV_QUEUE_BYTES 32u

/* First come, first served; a rank that waits spins on its own memory, then sleeps.
 * GASNET_ERR_BAD_ARG: held already; not held. */
int hyd_nv_acquire(hyd_nv_seg_t seg, uint64_t lock);
int hyd_nv_release(hyd_nv_seg_t seg, uint64_t lock);

int hyd_nv_initQ(hyd_nv_seg_t seg, uint64_t queue, uint32_t count); /* a semaphore's count, or 0 */
int hyd_nv_insertQ(hyd_nv_seg_t seg, uint64_t queue); /* this rank, once: at the end */
int hyd_nv_waitQ(hyd_nv_seg_t seg, uint64_t queue); /* for the turn of this rank, inserted before */
int hyd_nv_removeQ(hyd_nv_seg_t seg, uint64_t queue); /* the first one, if any, which goes on */

int hyd_nv_Swait(hyd_nv_seg_t seg, uint64_t semaphore);
int hyd_nv_Ssignal(hyd_nv_seg_t seg, uint64_t semaphore);

/* A monitor is a lock; its condition variables are queues. cvwait: gives the monitor up, waits for
 * a signal, takes it again; others may have had it in between. */
int hyd_nv_mbegin(hyd_nv_seg_t seg, uint64_t lock);
int hyd_nv_mend(hyd_nv_seg_t seg, uint64_t lock);
int hyd_nv_cvwait(hyd_nv_seg_t seg, uint64_t lock, uint64_t queue);
int hyd_nv_cvsignal(hyd_nv_seg_t seg, uint64_t lock, uint64_t queue);

/* --- channels --------------------------------------------------------------------------- */

/* Messages from one rank to another, in order. The receiver opens it, with memory of its arena for
 * `slots` messages (2 to HYD_NV_SLOTS) of at most `bytes`, then the sender. */
#define HYD_NV_CHANNELS 64u
#define HYD_NV_SLOTS 64u
typedef uint32_t hyd_nv_channel_t;

int hyd_nv_channelReceiver(uint64_t name, void *addr, uint32_t slots, size_t bytes,
                           hyd_nv_channel_t *channel_p);
int hyd_nv_channelSender(gex_Rank_t rank, uint64_t name, hyd_nv_channel_t *channel_p);
size_t hyd_nv_channelSize(uint32_t slots, size_t bytes); /* of the memory it takes */
/* msg may be used again at return. */
int hyd_nv_send(hyd_nv_channel_t channel, const void *msg, size_t n);
/* The message in place: it stays until the next call. */
int hyd_nv_recv(hyd_nv_channel_t channel, void **msg_p, size_t *n_p, uint64_t timeout_us);
/* Both sides, in any order; the receiver's memory is free then. */
int hyd_nv_channelClose(hyd_nv_channel_t channel);

#ifdef __cplusplus
}
#endif
#endif
