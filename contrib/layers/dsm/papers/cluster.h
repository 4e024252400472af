/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cluster.h: the paper's cluster in virtual time. A node has one processor, on which a program
 * computes and message handlers interrupt it, and a network interface, which serves remote reads
 * and atomics by itself. A link carries one transfer at a time; the switch adds no time. The costs
 * are those that the paper measured; those it does not state are marked "ours".
 */
#ifndef HYD_DSM_PAPERS_CLUSTER_H
#define HYD_DSM_PAPERS_CLUSTER_H

#include "contrib/tools/sim/events.h"

#define CLUSTER_MOST 1024

struct costs {        /* ns */
  uint64_t post;      /* message of 140 bytes with immediate data: 8.69 us */
  uint64_t post_page; /* RDMA write of a page: 9.5 us */
  uint64_t post_word; /* RDMA write of 140 bytes: 6.7 us */
  uint64_t repost;    /* a receive descriptor, for the next message: 8.44 us */
  uint64_t atomic_local,
      atomic_remote;   /* compare and swap at this node, 20 us; at another, 23 us */
  uint64_t read;       /* RDMA read of a page, alone: 36.39 us, the link included */
  uint64_t fault;      /* handler of the page fault, and restart: 6.6 us */
  double wire;         /* bytes per ns: 8 Gb/s */
  uint64_t twin, diff; /* ours: a copy of a page; a comparison */
  double apply;        /* ours: bytes of a diff stored per ns */
  double slow;         /* ours: time of the paper's processor relative to this one's */
  uint64_t interrupt;  /* ours, 0: extra time of a handler that interrupts the program */
};
extern const struct costs costs_paper;

struct cluster;
struct step { /* a continuation; embedded in the structure it belongs to */
  void (*run)(struct cluster *c, struct step *s);
};

struct message {
  struct step arrived; /* private */
  uint32_t to;
  uint64_t handler; /* ns of the target's processor; 0: received without a handler */
  /* Runs when the handler has ended; with handler 0, on arrival. NULL: nothing. */
  struct step *then;
  /* Runs when the handler begins. NULL: nothing. */
  struct step *begun;
};

struct node {
  uint64_t sending, receiving; /* the times at which the link is free */
  uint64_t handler_free, handler_ns;
  uint32_t handlers;
  int computes;
  uint64_t owed; /* the time by which handlers have delayed the current computation */
  struct {
    struct step step; /* private */
    struct step *then;
  } work;
};

struct cluster {
  const struct costs *costs;
  struct sim_events events;
  uint64_t now;
  uint32_t nodes;
  struct node *node;
};

void cluster_open(struct cluster *c, const struct costs *costs, uint32_t nodes);
void cluster_close(struct cluster *c);
void cluster_run(struct cluster *c); /* until no event is left */

void cluster_at(struct cluster *c, uint64_t when, struct step *s);
/* The node's program computes, or posts; handlers delay it. */
void cluster_work(struct cluster *c, uint32_t node, uint64_t ns, struct step *then);
/* Sends a message, which has been posted already. */
void cluster_send(struct cluster *c, uint32_t from, uint32_t bytes, struct message *m);
/* An RDMA read; `then` runs at its end. */
void cluster_read(struct cluster *c, uint32_t from, uint32_t of, uint32_t bytes, struct step *then);

#define CLUSTER_OF(s, type, member) ((type *)((char *)(s)-offsetof(type, member)))

#endif
