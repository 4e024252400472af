/* SPDX-License-Identifier: BSD-3-Clause
 *
 * firehose.h: the Firehose algorithm (Bell and Bonachea, CAC'03; Bell and Nishtala, 2004): dynamic
 * registration of memory for RDMA, of this node and of others.
 *
 * Terms. A network card reaches pinned memory only. A *bucket*, some pages, is the unit of pinning.
 * A *firehose* is a node's handle on a bucket of another node; it keeps the bucket pinned as long
 * as the node holds it. M is how many bytes of a node other nodes' firehoses may pin; MAXVICTIM is
 * how many more may be pinned for the node's own transfers, and stay pinned without use. No more
 * than M + MAXVICTIM bytes of a node are ever pinned.
 *
 * Hit and miss. A request asks for a range of memory, local or remote, and holds it until its
 * release. If all buckets of the range are pinned, and for remote memory the node has their
 * firehoses, the request is a *hit*: no lock, no message. Otherwise it is a *miss*: the request
 * needs room, and one message to the owner of remote memory.
 *
 * Victims. A bucket or firehose without a request is a *victim*. Victims stay pinned, in a queue; a
 * miss gives up the oldest ones for its own buckets. A remote miss sends one MOVE message with the
 * firehoses that it gives up and the buckets that it wants; the owner unpins, pins, and answers.
 *
 * Room. A request gets all the room that it needs or none, and holds nothing while it waits, so two
 * requests never wait for each other. A request that has tried often enough takes precedence: until
 * it is served no other takes victims, and slots in use are drained for it (victims.h).
 *
 * Shares. The owner guarantees each other node an equal share of M, and lends what silent nodes do
 * not use; it takes loans back when a node needs its share (share.c).
 *
 * Regions. Buckets may be pinned one by one (page-based) or a request's range as one registration
 * with one key (region-based). Then a miss merges registrations that adjoin the range (merge.h).
 *
 * Memory that goes away. When the program unmaps memory, its registrations are dead at once. Before
 * the client sends any message, fh_settle waits until all other nodes have stopped using them
 * (invalidate.c); so no node learns of new memory at an old address before that.
 *
 * Obligations of the client, a conduit or a simulator. It supplies struct fh_ops: it pins, sends
 * and polls. It gives each control message that arrives to fh_input, once and unchanged; messages
 * may overtake each other. It calls fh_gone for memory that goes away, and fh_settle before it
 * sends. It releases each granted request. It asks for remote memory before local memory: a request
 * that holds local memory then waits for no other node, so nodes cannot wait for each other in a
 * circle.
 *
 * Guarantees. The library knows no network and has no globals: a process may have any number of
 * instances. Any thread may call any function, except where a call says otherwise. No function of
 * fh_ops is called with a lock held.
 */
#ifndef FIREHOSE_H
#define FIREHOSE_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

struct fh;
struct fh_watch;

/* --- what the client supplies --------------------------------------------- */

/* The result of pinning: a name for unpinning, and the network's key of the memory. */
struct fh_pinned {
  void *name;
  uint64_t key;
};

/* Functions of the client; `ctx` is fh_config.ctx. */
struct fh_ops {
  /* Pins `len` bytes at `addr`, whole buckets. 0, or an errno value: EAGAIN and ENOMEM mean that
   * too much is pinned already, any other that this memory cannot be pinned. Several threads may
   * call it at a time. Region-based, it is called for a union (merge.h) first, and if that fails,
   * for the request's own range. */
  int (*pin)(void *ctx, uintptr_t addr, size_t len, struct fh_pinned *out);
  /* Unpins what `pin` has pinned, or, page-based, a part of it: whole buckets, each once. */
  void (*unpin)(void *ctx, uintptr_t addr, size_t len, const struct fh_pinned *pinned);
  /* Called before `pin`: from now on the client calls fh_gone for every part of this memory that
   * goes away (memory_watch.h: fh_watch_add). Not 0: the client cannot know that, and the memory is
   * unpinned at its release. NULL: the client always knows. */
  int (*watch)(void *ctx, uintptr_t addr, size_t len);
  /* Sends a control message of at most fh_config.message bytes, which `node` gives to fh_input. May
   * call fh_input for arriving messages meanwhile. The message is valid until return only. */
  void (*send)(void *ctx, uint32_t node, const void *message, size_t len);
  /* Called by calls that wait: receives messages, and releases requests whose transfers have ended.
   */
  void (*poll)(void *ctx);
  /* Nanoseconds of a monotonic clock, for the statistics. NULL: the statistics have no times. */
  uint64_t (*now)(void *ctx);
  /* Called at the owner of memory that a request with a note (fh_remote_pin) has pinned, before the
   * requesting node learns of it. May be called in fh_input. NULL: notes are dropped. */
  void (*at_target)(void *ctx, uint32_t node, uintptr_t addr, size_t len, const void *note,
                    size_t size);
};

/* Memory of this node that is pinned all the time. Local requests for it are hits, and it does not
 * count towards M or MAXVICTIM. Other nodes' firehoses on it count towards their shares. Buckets
 * that it covers only in part are not used. */
struct fh_prepinned {
  uintptr_t addr;
  size_t len;
  uint64_t key;
};

/* What happens to memory after its transfer: firehose, and other strategies, for comparison and for
 * networks and programs that they suit better. The client carries out the last three by itself,
 * without requests. */
enum fh_strategy {
  FH_STRATEGY_FIREHOSE,   /* the memory stays pinned until its room is needed */
  FH_STRATEGY_RENDEZVOUS, /* the memory stays pinned; a request without room fails with ENOMEM */
  FH_STRATEGY_UNPIN,      /* the memory is unpinned: each transfer pins its memory, on both sides */
  FH_STRATEGY_PIN_ALL,    /* all memory is pinned at the start (fh_prepinned) */
  FH_STRATEGY_BOUNCE,     /* transfers are copied through buffers that are pinned at the start */
  FH_STRATEGY_ODP         /* on-demand paging: the network reaches any memory */
};
/* The strategy of that name, in upper or lower case: firehose, rendezvous, unpin, pin-all, bounce,
 * odp. -1: there is none. */
int fh_strategy_named(const char *name);
/* The name of a strategy; NULL: there is none. */
const char *fh_strategy_name(enum fh_strategy strategy);

/* The members nodes, bucket, m, regions, max_regions, strategy and message must be equal on all
 * nodes. */
struct fh_config {
  uint32_t node, nodes;
  size_t bucket;    /* bytes: a power of two, at least a page */
  size_t m;         /* M: most bytes that all other nodes together may keep pinned here */
  size_t maxvictim; /* MAXVICTIM: bytes beside M, for local requests and for victims */
  int regions; /* 1: region-based, one registration with one key serves a request; 0: page-based,
                * buckets are pinned and counted one by one */
  uint32_t max_regions; /* region-based: most registrations here at any time, at least one for each
                         * node; 0: as many as fit into M + MAXVICTIM. Each other node may hold an
                         * equal part of seven eighths of them, at least one */
  enum fh_strategy strategy; /* one of the first three */
  size_t ahead;      /* most bytes that are pinned in advance, for transfers that follow each other
                      * through memory (prefetch.h); 0: none */
  uint32_t da_limit; /* DA_LIMIT: attempts of a request before it takes precedence */
  size_t message;    /* most bytes of a control message, at least FH_MESSAGE_MIN */
  struct fh_watch *watcher; /* hits check by it that their memory still exists (memory_watch.h);
                               NULL: they do not check */
  int strict; /* hits ask the kernel, too (fh_watch_check): needed if one thread may get memory by
               * mmap that another thread's munmap frees before it returns */
  const struct fh_prepinned *prepinned; /* sorted by address, not overlapping */
  size_t nprepinned;
  const struct fh_ops *ops;
  void *ctx;
};
#define FH_MESSAGE_MIN 512
#define FH_NOTE_MAX 128 /* most bytes of a note */

/* A configuration for most uses: buckets of 8 KB, page-based, 1 MB ahead, DA_LIMIT 8, messages of
 * 4,032 bytes. The caller sets node, nodes, m, maxvictim, ops and ctx. */
extern const struct fh_config fh_config_default;

/* Makes an instance. NULL: *why, if `why` is not NULL, says what is wrong with the configuration.
 */
struct fh *fh_open(const struct fh_config *config, const char **why);
/* Unpins everything and frees the instance. No request may be waiting. */
void fh_close(struct fh *fh);

/* --- requests ------------------------------------------------------------- */

#define FH_FEW 6

/* A request for memory. The client owns the object and must not move it before the release. */
struct fh_request {
  /* Set when the request is granted: the buckets that contain the range. */
  uintptr_t addr;
  size_t len;
  uint64_t key;   /* region-based: the key of the registration */
  uintptr_t base; /* where the registration begins, for networks whose addresses are offsets in
                   * registrations; addr for prepinned memory */
  uint32_t node;  /* the owner of the memory */
  int status;     /* for the done function: 0, or an errno value */
  /* Private. */
  uint32_t n, ready, attempts, move_id;
  uint32_t few[FH_FEW], *slot;
  uint64_t first, last, began;
  _Atomic uint8_t state;
  uint8_t local, exact, merged, ahead, note_size;
  const void *note;
  void (*done)(struct fh_request *r, void *arg);
  void *arg;
  struct fh_request *next;
};

/* The done function: called once when a request that had to wait is granted (status 0) or has
 * failed, by any thread, in any call of this library. It may release the request, and start others
 * that do not wait. */
typedef void (*fh_done)(struct fh_request *r, void *arg);

/* Results of requests:
 *   0            granted: addr, len and key are set, and fh_release must follow
 *   EINPROGRESS  the request waits, and the done function will be called (nb forms)
 *   EAGAIN       the range is not pinned as a whole (try forms)
 *   EINVAL       there is no such node, or it is this one, in a request for remote memory
 *   EMSGSIZE     the range has more than fh_local_max or fh_remote_max bytes
 *   EHOSTDOWN    the node has failed (fh_lost)
 *   ENOMEM, or another result of `pin`: the range cannot be pinned */

/* These two wait, polling. Not to be called in fh_input, `at_target`, or a done function. */
int fh_local_pin(struct fh *fh, uintptr_t addr, size_t len, struct fh_request *r);
/* `note`: bytes for the owner's at_target, valid until the request is granted; or NULL. A request
 * with a note sends a message, even if it is a hit. */
int fh_remote_pin(struct fh *fh, uint32_t node, uintptr_t addr, size_t len, struct fh_request *r,
                  const void *note, size_t note_size);
/* The nb forms do not wait. */
int fh_local_pin_nb(struct fh *fh, uintptr_t addr, size_t len, struct fh_request *r, fh_done done,
                    void *arg);
int fh_remote_pin_nb(struct fh *fh, uint32_t node, uintptr_t addr, size_t len, struct fh_request *r,
                     const void *note, size_t note_size, fh_done done, void *arg);
/* The try forms grant hits only. (The first use of memory that was pinned in advance sends the
 * request for the memory that follows.) */
int fh_try_local_pin(struct fh *fh, uintptr_t addr, size_t len, struct fh_request *r);
int fh_try_remote_pin(struct fh *fh, uint32_t node, uintptr_t addr, size_t len,
                      struct fh_request *r);
/* Grants the longest pinned part of the range: r->addr and r->len are whole buckets, and may begin
 * before addr. */
int fh_partial_local_pin(struct fh *fh, uintptr_t addr, size_t len, struct fh_request *r);
int fh_partial_remote_pin(struct fh *fh, uint32_t node, uintptr_t addr, size_t len,
                          struct fh_request *r);

/* The name (fh_pinned.name) of local memory that one registration has for a granted request. NULL:
 * not one registration, or not local. */
void *fh_name(const struct fh *fh, const struct fh_request *r);

/* Releases a granted request: its transfer has ended. */
void fh_release(struct fh *fh, struct fh_request *r);

/* Most bytes of a request, wherever the range begins. For remote memory they are at least one
 * bucket less than the share. */
size_t fh_local_max(const struct fh *fh);
size_t fh_remote_max(const struct fh *fh, uint32_t node);

/* --- calls by which the client reports events ----------------------------- */

/* A control message has arrived. Does not wait. 0; EPROTO: the bytes are no message; ENOMEM: there
 * is no memory to handle the message: it is lost, and with it the node's request. */
int fh_input(struct fh *fh, uint32_t node, const void *message, size_t len);
/* Retries waiting requests; to be called now and then while requests wait. */
void fh_poll(struct fh *fh);
/* A node has failed: its firehoses are taken back, and requests to it fail. */
void fh_lost(struct fh *fh, uint32_t node);
/* [lo, hi) was unmapped, moved or discarded, so its registrations reach the wrong memory. Neither
 * allocates nor calls functions of fh_ops. Any thread may call it, even one that the allocator
 * waits for. */
void fh_gone(struct fh *fh, uintptr_t lo, uintptr_t hi);
/* Whether fh_settle would have nothing to do. Costs a load. */
int fh_is_settled(const struct fh *fh);
/* To be called before the client sends any message: tells all other nodes which memory has gone
 * away here, and returns when all have acknowledged that they do not use it any more, or are lost.
 */
void fh_settle(struct fh *fh);

/* --- what happened -------------------------------------------------------- */

struct fh_stats {
  uint64_t local_misses, remote_misses; /* all other requests are hits */
  uint64_t moves;                       /* MOVE messages that were sent */
  uint64_t moved;                       /* firehoses that were moved to other buckets */
  uint64_t pins, unpins, pinned_bytes, most_pinned_bytes;
  /* buckets that others asked for while these were victims here */
  uint64_t revived;
  uint64_t put_off, won; /* requests that waited for room; requests that took precedence */
  uint64_t waited_ns;    /* time of all requests that were not granted at once, together */
  uint64_t stale;        /* registrations that ended because their memory went away */
  uint64_t ahead;     /* buckets that were requested in advance; moves and pins count them, too */
  uint64_t unwatched; /* buckets that were pinned for one use only */
  uint64_t stolen;    /* buckets that nodes may hold beyond their guaranteed shares */
  uint64_t pin_failures;
  uint64_t regions,
      most_regions; /* registrations now, and the most at one time; page-based: buckets */
  uint64_t merged;  /* local registrations that ended because a larger one has their memory */
};
void fh_get_stats(struct fh *fh, struct fh_stats *out);
/* Bytes of memory that this instance uses for a node; fewer before the first message with the node.
 */
size_t fh_peer_bytes(const struct fh *fh, uint32_t node);

#endif
