/* SPDX-License-Identifier: BSD-3-Clause
 *
 * firehose.h: the Firehose algorithm (Bell and Bonachea, CAC'03; Bell and Nishtala, 2004): any
 * address of any node can be source or target of RDMA, although a card reaches pinned memory only,
 * and no more than M + MAXVICTIM bytes of a node are ever pinned. A *firehose* is a node's handle
 * on a bucket (some pages) of another node, which keeps that bucket pinned as long as the firehose
 * is mapped to it. A transfer through mapped firehoses, a *hit*, needs no help of the other node;
 * after a *miss*, one round trip moves firehoses that are not in use to where they are needed.
 *
 * The library knows no network. Its client, a conduit or a simulator, supplies struct fh_ops, and
 * gives it what comes (fh_input). No globals: a process can have any number of instances. Any
 * thread may call anything, except where a call says otherwise; no function of fh_ops is called
 * with a lock held.
 *
 * Order: a caller that needs remote and local memory for one transfer asks for the remote memory
 * first. A request that has local memory then waits for no other node, so that nodes cannot wait
 * for each other in a circle.
 */
#ifndef FIREHOSE_H
#define FIREHOSE_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

struct fh;
struct fh_watch;

/* --- what the client supplies --------------------------------------------- */

/* What pinning gave: a name to unpin by, and the key by which the network knows the memory. */
struct fh_pinned {
  void *name;
  uint64_t key;
};

/* `ctx` is the configuration's. */
struct fh_ops {
  /* Pins `len` bytes at `addr`, whole buckets. 0, or an errno value: EAGAIN and ENOMEM say that
   * there is too much pinned already, anything else that this memory cannot be pinned. May be
   * called by several threads. Region-based it is tried for several requests' memory together
   * (merge.h), and, if that is an error, for just what was asked for. */
  int (*pin)(void *ctx, uintptr_t addr, size_t len, struct fh_pinned *out);
  /* What `pin` pinned, or, page-based, a part of that: whole buckets, each once. */
  void (*unpin)(void *ctx, uintptr_t addr, size_t len, const struct fh_pinned *pinned);
  /* From now on fh_gone is called for every part of this memory that goes away (memory_watch.h:
   * fh_watch_add). Not 0: that cannot be told, and what is pinned there is unpinned as soon as it
   * is released. Before pin. NULL: it always can. */
  int (*watch)(void *ctx, uintptr_t addr, size_t len);
  /* Sends a control message, which `node` gives to fh_input: once, unchanged, in any order with
   * others. May call fh_input for others' messages meanwhile. At most fh_config.message bytes; not
   * kept after return. */
  void (*send)(void *ctx, uint32_t node, const void *message, size_t len);
  /* By calls that wait: lets messages come, and transfers that have ended be released. */
  void (*poll)(void *ctx);
  /* Nanoseconds of any monotonic clock, for the statistics. NULL: they say nothing of times. */
  uint64_t (*now)(void *ctx);
  /* On a target, after memory was pinned by a request with a note (fh_remote_pin); before the
   * requesting node learns of it. NULL: notes are dropped. May be called in fh_input. */
  void (*at_target)(void *ctx, uint32_t node, uintptr_t addr, size_t len, const void *note,
                    size_t size);
};

/* Memory of this node that is pinned already and stays so: always a hit here, and counts for
 * nothing. Firehoses of other nodes on it count in their share, as any do. Buckets that it covers
 * only in part are not used. */
struct fh_prepinned {
  uintptr_t addr;
  size_t len;
  uint64_t key;
};

/* What becomes of memory when its transfer has ended: firehose, and other strategies for comparison
 * and for networks and programs that they suit better. The last three are carried out by the
 * client, which then need not ask this library for memory at all. */
enum fh_strategy {
  FH_STRATEGY_FIREHOSE,   /* it stays pinned until there is no room for other memory */
  FH_STRATEGY_RENDEZVOUS, /* it stays pinned; what does not fit into M + MAXVICTIM, or the share,
                             fails with ENOMEM */
  FH_STRATEGY_UNPIN,      /* it is unpinned: each transfer pins its memory, on both sides */
  FH_STRATEGY_PIN_ALL,    /* all memory of transfers is pinned at the start (fh_prepinned) */
  FH_STRATEGY_BOUNCE,     /* transfers are copied through buffers that are pinned at the start */
  FH_STRATEGY_ODP         /* on-demand paging: the network takes any memory */
};
/* By name, in any case: firehose, rendezvous, unpin, pin-all, bounce, odp. -1: no such strategy. */
int fh_strategy_named(const char *name);
/* NULL: no such strategy. */
const char *fh_strategy_name(enum fh_strategy strategy);

/* nodes, bucket, m, regions, max_regions, strategy and message are the same on all nodes. */
struct fh_config {
  uint32_t node, nodes;
  size_t bucket;    /* bytes: a power of two, at least a page */
  size_t m;         /* bytes that all other nodes together may keep pinned here (M) */
  size_t maxvictim; /* bytes beside, for local requests and for what is kept though no request uses
                       it (MAXVICTIM) */
  int regions; /* region-based: each request is served by one registration, with a key of its own.
                * Otherwise page-based: buckets are pinned and counted one by one */
  uint32_t max_regions; /* region-based: registrations that there are here at any instant, at most,
                         * beside the bytes; one for each node, at least. 0: as many as fit into M +
                         * MAXVICTIM. Each other node may hold the same part of seven eighths of
                         * them, or one */
  enum fh_strategy strategy; /* of the first three; all nodes' the same */
  size_t ahead; /* bytes at most that are pinned before they are asked for, where transfers follow
                 * each other through memory (prefetch.h); 0: never */
  uint32_t da_limit;        /* attempts of a request before it takes precedence (DA_LIMIT) */
  size_t message;           /* bytes of a control message, at least FH_MESSAGE_MIN */
  struct fh_watch *watcher; /* that hits ask whether their memory is still there (memory_watch.h);
                               NULL: they do not ask */
  int strict; /* hits ask the kernel, too (fh_watch_check): right also where one thread's mmap gets
               * what another's munmap, which has not returned yet, has freed */
  const struct fh_prepinned *prepinned; /* of this node; sorted by address, not overlapping */
  size_t nprepinned;
  const struct fh_ops *ops;
  void *ctx;
};
#define FH_MESSAGE_MIN 512
#define FH_NOTE_MAX 128 /* bytes of a note */

/* A configuration that suits most: buckets of 8 KB, page-based, 1 MB ahead, DA_LIMIT 8, messages of
 * 4,032 bytes. The caller sets node, nodes, m, maxvictim, ops and ctx. */
extern const struct fh_config fh_config_default;

/* NULL, and *why (if not NULL) says what is wrong with the configuration. */
struct fh *fh_open(const struct fh_config *config, const char **why);
/* Unpins everything. No request may be waiting. */
void fh_close(struct fh *fh);

/* --- requests ------------------------------------------------------------- */

#define FH_FEW 6

/* Memory that was asked for. The client owns the object, one per request, and must not move it
 * before its release. */
struct fh_request {
  /* Once the request is granted: the buckets that hold what was asked for. */
  uintptr_t addr;
  size_t len;
  uint64_t key;   /* of the registration (region-based) */
  uintptr_t base; /* where that begins, for networks whose addresses are offsets in registrations;
                   * of prepinned memory what is as good: addr */
  uint32_t node;  /* the node whose memory it is */
  int status;     /* 0, or an errno value, when the done function is called */
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

/* Called once, when a request that was put off is granted (status 0) or has failed; by any thread,
 * in any call of this library. May release the request, and start others that do not wait. */
typedef void (*fh_done)(struct fh_request *r, void *arg);

/* The results of requests, beside errno values of a failure:
 *   0            granted: addr, len, key are set, and fh_release must follow
 *   EINPROGRESS  put off: the done function will be called (nb forms)
 *   EAGAIN       not all of it is pinned (try forms)
 *   EINVAL       no such node, or for remote memory this one
 *   EMSGSIZE     more than fh_local_max or fh_remote_max bytes
 *   ENOMEM, or what `pin` said: it cannot be pinned, here or there
 *   EHOSTDOWN    the node is gone (fh_lost) */

/* Waits, polling. Not in fh_input, `at_target`, or a done function. */
int fh_local_pin(struct fh *fh, uintptr_t addr, size_t len, struct fh_request *r);
/* `note`, unless NULL: bytes for at_target there. They must stay until the request is granted; it
 * makes a message of every request, also of a hit. */
int fh_remote_pin(struct fh *fh, uint32_t node, uintptr_t addr, size_t len, struct fh_request *r,
                  const void *note, size_t note_size);
/* Do not wait. */
int fh_local_pin_nb(struct fh *fh, uintptr_t addr, size_t len, struct fh_request *r, fh_done done,
                    void *arg);
int fh_remote_pin_nb(struct fh *fh, uint32_t node, uintptr_t addr, size_t len, struct fh_request *r,
                     const void *note, size_t note_size, fh_done done, void *arg);
/* Hits only. (The first use of what was asked for ahead sends the request for what follows.) */
int fh_try_local_pin(struct fh *fh, uintptr_t addr, size_t len, struct fh_request *r);
int fh_try_remote_pin(struct fh *fh, uint32_t node, uintptr_t addr, size_t len,
                      struct fh_request *r);
/* The longest pinned part: granted with r->addr and r->len, which are buckets and may begin before
 * addr. */
int fh_partial_local_pin(struct fh *fh, uintptr_t addr, size_t len, struct fh_request *r);
int fh_partial_remote_pin(struct fh *fh, uint32_t node, uintptr_t addr, size_t len,
                          struct fh_request *r);

/* The name that pinning gave to memory of this node, of a granted request that has it in one piece
 * (region-based); NULL: it has not. */
void *fh_name(const struct fh *fh, const struct fh_request *r);

/* The transfer has ended. */
void fh_release(struct fh *fh, struct fh_request *r);

/* Bytes that one request may ask for, wherever they begin. Remotely it is at least one bucket less
 * than the share. */
size_t fh_local_max(const struct fh *fh);
size_t fh_remote_max(const struct fh *fh, uint32_t node);

/* --- the client tells ----------------------------------------------------- */

/* A control message has come. 0; EPROTO: it is not one; ENOMEM: there is no memory to deal with it,
 * and it is lost, with the node's request. Does not wait. */
int fh_input(struct fh *fh, uint32_t node, const void *message, size_t len);
/* To be called now and then while requests wait: tries again what was put off. */
void fh_poll(struct fh *fh);
/* A node has failed: its firehoses are taken back; requests to it fail. */
void fh_lost(struct fh *fh, uint32_t node);
/* [lo, hi) was unmapped, moved or discarded: what is registered there is the wrong memory. Neither
 * allocates nor calls functions of fh_ops; any thread, also one that the allocator waits for. */
void fh_gone(struct fh *fh, uintptr_t lo, uintptr_t hi);
/* Whether fh_settle would have nothing to do; costs a load. */
int fh_is_settled(const struct fh *fh);
/* To be called before the client sends any message: has all other nodes stop using what is unmapped
 * here. Sends; returns when all have acknowledged it, or are lost. */
void fh_settle(struct fh *fh);

/* --- what happened -------------------------------------------------------- */

struct fh_stats {
  uint64_t local_misses, remote_misses; /* hits are the client's requests less these */
  uint64_t moves;                       /* messages that asked for firehoses to be moved */
  uint64_t moved;                       /* firehoses that were moved from one bucket to another */
  uint64_t pins, unpins, pinned_bytes, most_pinned_bytes;
  /* buckets asked for by others that were still pinned though no request used them */
  uint64_t revived;
  uint64_t put_off, won; /* requests that had to wait for room; those that took precedence */
  uint64_t waited_ns;    /* of all requests that were not granted at once, together */
  uint64_t stale;        /* registrations given up as their memory was gone */
  uint64_t ahead; /* buckets that were asked for before a request needed them; they are in moves and
                     pins, too */
  uint64_t unwatched; /* buckets that were pinned for one use only */
  uint64_t stolen;    /* buckets' worth of share that nodes have beyond f */
  uint64_t pin_failures;
  uint64_t regions,
      most_regions; /* registrations now, and at most at one time; page-based: buckets */
  uint64_t merged;  /* registrations, here, given up as a larger one has their memory */
};
void fh_get_stats(struct fh *fh, struct fh_stats *out);
/* Bytes of memory that this instance has for others: of a silent node, of one that has talked. */
size_t fh_peer_bytes(const struct fh *fh, uint32_t node);

#endif
