/* SPDX-License-Identifier: BSD-3-Clause
 *
 * buffers.c: pools of registered buffers, and a rank's pools. Messages of all peers arrive in the
 * same buffers; each peer after the first 48 adds some. If little memory may be pinned, there are
 * fewer buffers, and in the last resort they are small: then all messages of the job are small.
 */
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "conduits/ibv/send_queue.h"

#define RECEIVES 256u
#define SERVED 48u /* peers for which the first receive buffers are enough */
#define SENDS 128u
#define BOUNCES 16u
#define RESULTS 512u
#define LESS_MAX 16u /* the numbers of buffers are divided by at most this */
#define LEAST_SENDS 8u

/* --- pools: one registration for each time that the pool has grown ---------- */

#define PAGE ((size_t)4096)

static size_t pages(size_t size) { return (size + PAGE - 1) & ~(PAGE - 1); }

static int pool_grow(struct hyd_ibv_pool *p, struct ibv_pd *pd) {
  uint32_t part = p->n / p->step;
  if (part == p->parts) return ENOMEM;
  p->mr[part] = ibv_reg_mr(pd, hyd_ibv_pool_at(p, p->n), p->each * p->step, p->access);
  if (p->mr[part] == NULL) return errno;
  for (uint32_t i = p->step; i > 0; i--) p->free[p->nfree++] = p->n + i - 1;
  p->n += p->step;
  return 0;
}

static void pool_free(struct hyd_ibv_pool *p) {
  for (uint32_t i = 0; p->step && i < p->n / p->step; i++) ibv_dereg_mr(p->mr[i]);
  if (p->base != MAP_FAILED) munmap(p->base, p->size);
  free(p->free);
  *p = (struct hyd_ibv_pool){0};
}

/* Reserves address space for all growth, as buffers must not move. */
int hyd_ibv_pool_make(struct hyd_ibv_pool *p, struct ibv_pd *pd, size_t each, uint32_t n,
                      uint32_t parts, int access) {
  int err;
  *p = (struct hyd_ibv_pool){.each = each,
                             .step = n,
                             .parts = parts,
                             .size = pages(each * n * parts),
                             .access = IBV_ACCESS_LOCAL_WRITE | access,
                             .free = malloc((size_t)n * parts * sizeof *p->free)};
  if (p->free == NULL) return ENOMEM;
  p->base = mmap(NULL, p->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                 -1, 0);
  err = p->base == MAP_FAILED ? errno : pool_grow(p, pd);
  if (err) pool_free(p);
  return err;
}

/* --- how many ------------------------------------------------------------- */

static uint32_t least_of(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* Messages that SERVED peers may send at first. */
static uint32_t first_grants(const struct hyd_ibv *s) {
  return least_of(hyd_job_size(s->job), SERVED) * HYD_IBV_FIRST_GRANT;
}

/* The first grants, and buffers that are about to be posted again, and some for replies. */
static uint32_t least_receives(const struct hyd_ibv *s) {
  return first_grants(s) + 2 * HYD_IBV_BATCH;
}

/* Parts of the pool if all ranks become peers. */
static uint32_t receive_parts(const struct hyd_ibv *s, uint32_t n) {
  uint32_t parts = 1 + hyd_job_size(s->job) / SERVED * SERVED * 2 * HYD_IBV_FIRST_GRANT / n;
  return least_of(parts, HYD_IBV_POOL_PARTS);
}

static uint32_t receives_wanted(const struct hyd_ibv *s) {
  uint32_t n = s->set.receives ? s->set.receives : RECEIVES, least = least_receives(s);
  return n > least ? n : least;
}

uint32_t hyd_ibv_buffers_most(const struct hyd_ibv *s) {
  uint32_t n = receives_wanted(s);
  return n * receive_parts(s, n);
}

static int make_three(struct hyd_ibv *s, uint32_t each, uint32_t receives, uint32_t sends,
                      uint32_t bounces) {
  int err =
      hyd_ibv_pool_make(&s->bufs.receive, s->dev.pd, each, receives, receive_parts(s, receives), 0);
  if (err) return err;
  if ((err = hyd_ibv_pool_make(&s->bufs.send, s->dev.pd, each, sends, 1, s->dev.read_access)) ==
      0) {
    if (bounces == 0) return 0;
    if ((err = hyd_ibv_pool_make(&s->bufs.bounce, s->dev.pd, HYD_IBV_BOUNCE, bounces, 1,
                                 s->dev.read_access)) == 0)
      return 0;
    pool_free(&s->bufs.send);
  }
  pool_free(&s->bufs.receive);
  return err;
}

/* Makes as many buffers as are useful, or fewer if the system refuses them. */
static int make_messages(struct hyd_ibv *s) {
  uint32_t least = least_receives(s), receives, all = receives_wanted(s),
           sends = s->set.sends ? s->set.sends : SENDS;
  int err = 0;
  for (uint32_t less = 1; less <= LESS_MAX; less *= 2) {
    receives = all / less > least ? all / less : least;
    err = make_three(s, HYD_IBV_BUFFER, receives,
                     sends / less > LEAST_SENDS ? sends / less : LEAST_SENDS,
                     less == LESS_MAX ? 0 : BOUNCES / less);
    if (err == 0 && less > 1)
      hyd_ibv_warn_once(s, "memory for 1/%u of the buffers only could be registered (ulimit -l)",
                        less);
    if (err == 0) return 0;
  }
  err = make_three(s, HYD_IBV_SMALL_BUFFER, least, LEAST_SENDS, 0);
  if (err == 0)
    hyd_ibv_warn_once(s, "memory for very small buffers only could be registered, and messages are "
                         "small (ulimit -l)");
  return err;
}

static int make_all(struct hyd_ibv *s) {
  int err =
      hyd_ibv_pool_make(&s->bufs.cells, s->dev.pd, sizeof(struct hyd_ibv_cell),
                        hyd_job_size(s->job) + 1, 1,
                        IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ); /* the last is the word
                                                                            * of life (attend.c) */
  if (err == 0)
    err = hyd_ibv_pool_make(&s->bufs.results, s->dev.pd, sizeof(uint64_t), RESULTS, 1,
                            s->dev.read_access);
  return err ? err : make_messages(s);
}

static uint64_t bytes_of(const struct hyd_ibv_pool *p) { return (uint64_t)p->each * p->n + 4096; }

static void count_bytes(struct hyd_ibv *s) {
  s->bufs.bytes = bytes_of(&s->bufs.cells) + bytes_of(&s->bufs.results) +
                  bytes_of(&s->bufs.receive) + bytes_of(&s->bufs.send) + bytes_of(&s->bufs.bounce) +
                  bytes_of(&s->ud.hellos);
}

/* --- the receive queue ---------------------------------------------------- */

static void flush_receives(struct hyd_ibv *s) {
  struct ibv_sge at[HYD_IBV_BATCH];
  struct ibv_recv_wr wr[HYD_IBV_BATCH], *bad;
  int err;
  if (s->bufs.nrepost == 0) return;
  for (int i = 0; i < s->bufs.nrepost; i++) {
    at[i] = (struct ibv_sge){(uintptr_t)hyd_ibv_pool_at(&s->bufs.receive, s->bufs.repost[i]),
                             (uint32_t)s->bufs.receive.each,
                             s->bufs.receive.mr[s->bufs.repost[i] / s->bufs.receive.step]->lkey};
    wr[i] = (struct ibv_recv_wr){.wr_id = hyd_ibv_id(HYD_IBV_ID_RECEIVE, 0, s->bufs.repost[i]),
                                 .sg_list = &at[i],
                                 .num_sge = 1,
                                 .next = i + 1 < s->bufs.nrepost ? &wr[i + 1] : NULL};
  }
  err = ibv_post_srq_recv(s->dev.srq, wr, &bad);
  if (err)
    hyd_fatal("ibv conduit", "%s refuses receive buffers: %s" HYD_IBV_WORKING, s->dev.name,
              strerror(err));
  s->bufs.nrepost = 0;
}

void hyd_ibv_receive_post(struct hyd_ibv *s, uint32_t buffer) {
  s->bufs.repost[s->bufs.nrepost++] = buffer;
  if (s->bufs.nrepost == HYD_IBV_BATCH) flush_receives(s);
}

static void post_receives(struct hyd_ibv *s) {
  uint32_t buffer;
  while ((buffer = hyd_ibv_pool_get(&s->bufs.receive)) != HYD_IBV_NONE)
    hyd_ibv_receive_post(s, buffer);
  flush_receives(s);
}

/* Reserves a quarter of the receive buffers for replies; peers get credits for the others. */
static void share_out(struct hyd_ibv *s) {
  uint32_t n = s->bufs.receive.n, first = first_grants(s);
  s->credits.reserve = least_of(n / 4, n - first - HYD_IBV_BATCH);
  s->credits.grant_max = n - s->credits.reserve - HYD_IBV_BATCH;
}

int hyd_ibv_buffers_open(struct hyd_ibv *s, char *why, size_t size) {
  int err = make_all(s);
  uint32_t most = err ? 0 : s->bufs.receive.step * s->bufs.receive.parts;
  if (err == 0 && ((s->in.requests.buffer = malloc(most * sizeof *s->in.requests.buffer)) == NULL ||
                   (s->in.replies.buffer = malloc(most * sizeof *s->in.replies.buffer)) == NULL))
    err = ENOMEM;
  if (err) {
    snprintf(why, size, "%s: cannot register %u small buffers: %s (ulimit -l)", s->dev.name,
             least_receives(s), strerror(err));
    return -1;
  }
  s->in.requests.room = s->in.replies.room = most;
  s->bufs.message = (uint32_t)s->bufs.receive.each;
  share_out(s);
  count_bytes(s);
  post_receives(s);
  return 0;
}

/* If the system refuses more buffers, a message may find none: then its sender's device retries. */
void hyd_ibv_buffers_grow(struct hyd_ibv *s) {
  if (pool_grow(&s->bufs.receive, s->dev.pd)) {
    hyd_ibv_warn_once(s, "no more receive buffers can be registered: messages of many peers may be "
                         "slow (ulimit -l)");
    return;
  }
  share_out(s);
  count_bytes(s);
  post_receives(s);
}

void hyd_ibv_buffers_agree(struct hyd_ibv *s) {
  for (gex_Rank_t i = 0; i < hyd_job_size(s->job); i++)
    if (s->peers.table[i].small) s->bufs.message = HYD_IBV_SMALL_BUFFER;
}
