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
 * Every call returns GASNET_OK, or an error code, without any other effect than a line on stderr
 * that says what was wrong (not after gex_System_SetVerboseErrors(0)); hyd_nv_why() returns that
 * line. Calls are made by one thread of a rank at a time, outside of the handlers of active
 * messages.
 */
#ifndef HYD_NETVM_H
#define HYD_NETVM_H

#include <gasnetex.h>
#include <hyd_paged.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Codes in addition to those of GASNet and hyd_paged.h. */
#define HYD_NV_TIMEOUT 10951 /* the time limit passed; not an error, prints no line */
#define HYD_NV_EMPTY 10952   /* the queue is empty; not an error, prints no line */

/* A time limit in microseconds: none. */
#define HYD_NV_FOREVER UINT64_MAX

typedef uint32_t hyd_nv_seg_t; /* 0: none. The use of a released handle is detected. */

/* --- the rank --------------------------------------------------------------------------- */

/* Zero the structure, then set members. */
struct hyd_nv_settings {
  uint64_t arena;                  /* bytes */
  struct hyd_paged_settings paged; /* how it is kept: bytes_resident, file, ... */
  uint32_t queue;                  /* length of the queue of one-shot notifications; 0: 1024 */
};
/* Makes the arena, in place of gex_Segment_Attach, and publishes it. Collective over tm, the
 * primordial team; called once. All ranks' arenas have the same size. GASNET_ERR_BAD_ARG,
 * GASNET_ERR_RESOURCE. */
int hyd_nv_register(gex_Client_t client, gex_EP_t ep, gex_TM_t tm,
                    const struct hyd_nv_settings *settings);
/* The part of the arena that the program may use, aligned to a page, and its size. NULL before
 * hyd_nv_register. */
void *hyd_nv_arena(size_t *bytes_p);
gex_Segment_t hyd_nv_arena_segment(void); /* for hyd_paged_query and similar calls */
const char *hyd_nv_why(void); /* the error line of the last call that failed; "": none */
/* Runs handlers: of active messages that have arrived, and of armed notifications. */
int hyd_nv_poll(void);

/* --- segments --------------------------------------------------------------------------- */

int hyd_nv_export(uint64_t name, void *addr, size_t n, hyd_nv_seg_t *seg_p);
/* When it has returned, transfers of other ranks by this export are refused. */
int hyd_nv_unexport(hyd_nv_seg_t seg);
int hyd_nv_exportLookup(const void *addr, hyd_nv_seg_t *seg_p, uint64_t *offset_p);
/* GASNET_ERR_RESOURCE: the rank exports no such name. */
int hyd_nv_import(gex_Rank_t rank, uint64_t name, hyd_nv_seg_t *seg_p);
int hyd_nv_unimport(hyd_nv_seg_t seg);
/* Finds the import that contains this address of the rank. */
int hyd_nv_importLookup(gex_Rank_t rank, const void *addr, hyd_nv_seg_t *seg_p, uint64_t *offset_p);
uint64_t hyd_nv_size(hyd_nv_seg_t seg); /* 0: no such segment */

/* --- transfers -------------------------------------------------------------------------- */

/* Transfers between [offset, +n) of the segment and [addr, +n). The source of a write must not
 * change until hyd_nv_flushW, with F until the call returns; this does not mean that the data has
 * arrived. N: signals the owner's notification `notf` after this data, and that of all earlier
 * writes of this rank to that one, has arrived. The data of a read is complete after hyd_nv_flushR,
 * with F at return. */
int hyd_nv_write(hyd_nv_seg_t seg, uint64_t offset, const void *addr, size_t n);
int hyd_nv_writeF(hyd_nv_seg_t seg, uint64_t offset, const void *addr, size_t n);
int hyd_nv_writeN(hyd_nv_seg_t seg, uint64_t offset, const void *addr, size_t n, uint32_t notf);
int hyd_nv_writeFN(hyd_nv_seg_t seg, uint64_t offset, const void *addr, size_t n, uint32_t notf);
int hyd_nv_read(hyd_nv_seg_t seg, uint64_t offset, void *addr, size_t n);
int hyd_nv_readF(hyd_nv_seg_t seg, uint64_t offset, void *addr, size_t n);
/* Fences of this rank's reads, writes, both. Returns the first refusal since the last fence. */
int hyd_nv_flushR(void);
int hyd_nv_flushW(void);
int hyd_nv_flushRW(void);
/* Waits until all writes of this rank are in place at their owners (not in the thesis). */
int hyd_nv_flushRemote(void);

/* --- notifications ---------------------------------------------------------------------- */

/* Numbers below HYD_NV_EVENTCOUNTS are this rank's eventcounts. An eventcount counts signals and
 * acknowledgements; the difference is pending. Higher numbers are one-shot: each goes to the rank's
 * queue, those of one sender in the order of its writes. */
#define HYD_NV_EVENTCOUNTS 1024u

int hyd_nv_notfTest(uint32_t notf, uint64_t *pending_p);
int hyd_nv_notfAck(uint32_t notf); /* acknowledges one; GASNET_ERR_NOT_READY: none is pending */
/* Waits until a signal is pending, and acknowledges it. Spin: without sleeping. HYD_NV_TIMEOUT. */
int hyd_nv_notfSpin(uint32_t notf, uint64_t timeout_us);
int hyd_nv_notfWait(uint32_t notf, uint64_t timeout_us);
/* Arms the notification: from now on the handler runs once for each signal, also for pending ones,
 * which acknowledges it. The handler runs in calls of this thread that poll or wait, and is not
 * called recursively. It may make all calls but those that wait. While a notification is armed,
 * test, ack, spin and wait are refused. */
typedef void hyd_nv_handler(uint32_t notf, void *arg);
int hyd_nv_notfArm(uint32_t notf, hyd_nv_handler *handler, void *arg);
int hyd_nv_notfDisarm(uint32_t notf);
/* Takes the oldest notification from the queue. HYD_NV_EMPTY; HYD_NV_TIMEOUT. An overflow of the
 * queue ends the job. */
int hyd_nv_notfQRemove(uint32_t *notf_p);
int hyd_nv_notfQWait(uint32_t *notf_p, uint64_t timeout_us);

/* --- atomics ---------------------------------------------------------------------------- */

/* Operations on an aligned 32-bit word; its page may be absent. old_p may be NULL. */
int hyd_nv_testandset(hyd_nv_seg_t seg, uint64_t offset, uint32_t *old_p);
int hyd_nv_incr(hyd_nv_seg_t seg, uint64_t offset, uint32_t *old_p);
int hyd_nv_decr(hyd_nv_seg_t seg, uint64_t offset, uint32_t *old_p);
int hyd_nv_swap(hyd_nv_seg_t seg, uint64_t offset, uint32_t value, uint32_t *old_p);
int hyd_nv_cswap(hyd_nv_seg_t seg, uint64_t offset, uint32_t compare, uint32_t value,
                 uint32_t *old_p);

/* --- synchronisation -------------------------------------------------------------------- */

/* Objects lie in exported memory, at an offset that all ranks use. A lock has 8 bytes, aligned to
 * 8, initially 0; a queue or semaphore has 32, aligned to 32, initialised by hyd_nv_initQ. A rank
 * can hold locks and be in queues up to HYD_NV_NODES at a time. */
#define HYD_NV_NODES 64u
#define HYD_NV_QUEUE_BYTES 32u

/* A fair lock (first come, first served); a waiting rank spins on its own memory, then sleeps.
 * GASNET_ERR_BAD_ARG: held already; not held. */
int hyd_nv_acquire(hyd_nv_seg_t seg, uint64_t lock);
int hyd_nv_release(hyd_nv_seg_t seg, uint64_t lock);

int hyd_nv_initQ(hyd_nv_seg_t seg, uint64_t queue, uint32_t count); /* a semaphore's count, or 0 */
int hyd_nv_insertQ(hyd_nv_seg_t seg, uint64_t queue); /* adds this rank at the end, once */
int hyd_nv_waitQ(hyd_nv_seg_t seg,
                 uint64_t queue); /* waits for the turn of this rank, which is in the queue */
int hyd_nv_removeQ(hyd_nv_seg_t seg, uint64_t queue); /* removes and wakes the first rank, if any */

int hyd_nv_Swait(hyd_nv_seg_t seg, uint64_t semaphore);
int hyd_nv_Ssignal(hyd_nv_seg_t seg, uint64_t semaphore);

/* A monitor is a lock; its condition variables are queues. cvwait releases the monitor, waits for a
 * signal, and takes the monitor again; other ranks may have had it in between. */
int hyd_nv_mbegin(hyd_nv_seg_t seg, uint64_t lock);
int hyd_nv_mend(hyd_nv_seg_t seg, uint64_t lock);
int hyd_nv_cvwait(hyd_nv_seg_t seg, uint64_t lock, uint64_t queue);
int hyd_nv_cvsignal(hyd_nv_seg_t seg, uint64_t lock, uint64_t queue);

/* --- channels --------------------------------------------------------------------------- */

/* A channel carries messages from one rank to another, in order. First the receiver opens it, with
 * memory of its arena for `slots` messages (2 to HYD_NV_SLOTS) of at most `bytes`, then the
 * sender. */
#define HYD_NV_CHANNELS 64u
#define HYD_NV_SLOTS 64u
typedef uint32_t hyd_nv_channel_t;

int hyd_nv_channelReceiver(uint64_t name, void *addr, uint32_t slots, size_t bytes,
                           hyd_nv_channel_t *channel_p);
int hyd_nv_channelSender(gex_Rank_t rank, uint64_t name, hyd_nv_channel_t *channel_p);
size_t hyd_nv_channelSize(uint32_t slots, size_t bytes); /* size of that memory */
/* msg may be reused at return. */
int hyd_nv_send(hyd_nv_channel_t channel, const void *msg, size_t n);
/* Returns the message in place; it is valid until the next call. */
int hyd_nv_recv(hyd_nv_channel_t channel, void **msg_p, size_t *n_p, uint64_t timeout_us);
/* Called by both sides, in any order; the receiver's memory may be reused then. */
int hyd_nv_channelClose(hyd_nv_channel_t channel);

#ifdef __cplusplus
}
#endif
#endif
