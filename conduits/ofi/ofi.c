/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ofi.c: the conduit itself: any network that libfabric drives. Opens and closes it, and has its
 * table.
 */
#include <stdio.h>

#include "conduits/module.h"
#include "conduits/module_limits.h"
#include "conduits/ofi/join.h"
#include "conduits/ofi/net.h"
#include "conduits/ofi/offers.h"
#include "conduits/ofi/progress.h"
#include "conduits/ofi/settings.h"
#include "core/oob/oob.h"
#include "core/sys/clock.h"

#define TRIES 8u /* of entries that libfabric offers */
#define LINGER_NS 1000000000u

/* --- open ----------------------------------------------------------------- */

static int open_buffers(struct hyd_ofi *s, char *why, size_t size) {
  if (hyd_ofi_works_open(s)) {
    snprintf(why, size, "out of memory");
    return -1;
  }
  return hyd_ofi_pool_open(s, &s->memory.sends, s->set.sends,
                           HYD_OFI_BEFORE_PAYLOAD + s->set.medium, why, size) ||
                 hyd_ofi_pool_open(s, &s->memory.bounces, s->set.bounces,
                                   HYD_OFI_BEFORE_PAYLOAD + HYD_OFI_MAX_LONG, why, size)
             ? -1
             : 0;
}

static size_t at_least(size_t wanted, size_t needed) { return wanted > needed ? wanted : needed; }

/* Receives are posted before peers learn the address. */
static int open_net(struct hyd_ofi *s, char *why, size_t size) {
  size_t tx = at_least(s->set.tx_queue, HYD_OFI_WORKS + HYD_OFI_BATCH),
         rx = at_least(s->set.rx_queue, hyd_ofi_arrivals_most(s));
  s->net.multi_recv = s->set.multi_recv;
  if (hyd_ofi_net_open(&s->net, s, tx, rx, why, size)) return -1;
  hyd_ofi_memory_open(s);
  if (hyd_ofi_net_enable(&s->net, hyd_ofi_message_most(s), why, size)) return -1;
  s->memory.atomics = hyd_ofi_atomics_are_real(s);
  return open_buffers(s, why, size) || hyd_ofi_receive_open(s, why, size) ? -1 : 0;
}

static void close_net(struct hyd_ofi *s) {
  hyd_ofi_memory_close(s);
  hyd_ofi_receive_close(s);
  hyd_ofi_net_close(&s->net);
  free(s->work);
  s->work = s->idle = NULL;
}

/* The k-th best entry. 0, or -1: see `why`. */
static int try_entry(struct hyd_ofi *s, struct fi_info *list, const struct hyd_ofi_wish *w,
                     unsigned k, char *why, size_t size) {
  struct fi_info *chosen = hyd_ofi_choose(list, w, k);
  char name[128], reason[256];
  if (chosen == NULL) return -1;
  hyd_ofi_name(chosen, name, sizeof name);
  s->net = (struct hyd_ofi_net){.fd = {-1, -1}};
  s->net.info = hyd_ofi_offer_best(chosen, w, s->set.atomics < 0 ? 1 : 2 * s->set.atomics);
  if (s->net.info && open_net(s, reason, sizeof reason) == 0) return 0;
  snprintf(why, size, "%s: %s", name, s->net.info ? reason : "out of memory");
  close_net(s);
  return -1;
}

/* All ranks take the same entry in the order of preference: what one cannot open, none uses. */
static int open_best(struct hyd_ofi *s, struct fi_info *list, const struct hyd_ofi_wish *w,
                     char *why, size_t size) {
  for (unsigned k = 0; k < TRIES; k++) {
    int well = list && try_entry(s, list, w, k, why, size) == 0;
    if (hyd_ofi_join_all_well(s, well)) return 0;
    if (well) close_net(s);
  }
  return -1;
}

/* Why the first entries were left out: the reasons of the last are those of the user's wishes. */
static void say_unfit(const struct fi_info *list, const struct hyd_ofi_wish *w, char *why,
                      size_t size) {
  char name[128];
  if (*why || list == NULL) return;
  hyd_ofi_name(list, name, sizeof name);
  snprintf(why, size,
           "libfabric offers nothing that can be used: %s, the first of its offers: %s; expected "
           "others by GASNET_OFI_PROVIDER=%s, GASNET_OFI_DEVICE=%s (GASNET_OFI_LIST_DEVICES=1 "
           "lists them)",
           name, hyd_ofi_unfit(list, w), w->provider, w->device);
}

static void list_devices(const struct hyd_ofi *s, const struct fi_info *list,
                         const struct hyd_ofi_wish *w) {
  struct hyd_env *env = hyd_job_env(s->job);
  uint32_t rank = hyd_job_rank(s->job);
  char name[128];
  if (!hyd_env_bool(env, HYD_ENV_OFI_LIST_DEVICES) ||
      (hyd_env_is_set(env, HYD_ENV_OFI_LIST_DEVICES_NODES) &&
       !hyd_env_has_rank(env, HYD_ENV_OFI_LIST_DEVICES_NODES, rank)))
    return;
  for (const struct fi_info *i = list; i; i = i->next) {
    const char *why = hyd_ofi_unfit(i, w);
    hyd_ofi_name(i, name, sizeof name);
    fprintf(stderr, "ofi conduit: rank %u is offered %s: %s\n", rank, name, why ? why : "usable");
  }
}

static void report(const struct hyd_ofi *s) {
  const struct fi_info *i = s->net.info;
  struct hyd_env *env = hyd_job_env(s->job);
  char name[128];
  if (!hyd_env_bool(env, HYD_ENV_OFI_LIST_DEVICES) &&
      (hyd_job_rank(s->job) != 0 || !hyd_env_bool(env, HYD_ENV_VERBOSEENV)))
    return;
  hyd_ofi_name(i, name, sizeof name);
  fprintf(stderr,
          "ofi conduit: rank %u uses %s (libfabric %u.%u): mr_mode %#x, mode %#llx, %s, longs by "
          "%s, %s receives, inject %zu, %u operations, %u credits, %s\n",
          hyd_job_rank(s->job), name, FI_MAJOR(fi_version()), FI_MINOR(fi_version()),
          (unsigned)i->domain_attr->mr_mode, (unsigned long long)i->mode,
          s->memory.all ? "all memory registered" : "segments registered",
          s->set.way == HYD_OFI_WAY_PACK                       ? "messages"
          : s->net.has_order && s->set.way != HYD_OFI_WAY_WAIT ? "put"
                                                               : "put and wait",
          s->net.multi_recv ? "multiple" : "single", s->net.inject, s->nwork, s->set.window,
          s->memory.atomics ? "atomics" : "no atomics by the network");
}

static int bring_up(struct hyd_ofi *s, char *why, size_t size) {
  struct hyd_ofi_wish w;
  struct fi_info *list;
  int err;
  hyd_ofi_settings_defaults(s);
  hyd_ofi_settings_read(s);
  w = hyd_ofi_wish_of(s);
  list = hyd_ofi_offers(&w, why, size);
  list_devices(s, list, &w);
  err = open_best(s, list, &w, why, size);
  if (err) say_unfit(list, &w, why, size);
  fi_freeinfo(list);
  return err || hyd_ofi_join(s, why, size) ? -1 : 0;
}

static const struct hyd_ofi_calls calls = {.ended = {[HYD_OFI_PIECE_DONE] = hyd_ofi_piece_done,
                                                     [HYD_OFI_LONG_DONE] = hyd_ofi_long_done,
                                                     [HYD_OFI_ATOMIC_DONE] = hyd_ofi_atomic_done}};

static int open_conduit(struct hyd_job *job, void *shared_state, void **state) {
  struct hyd_ofi *s = calloc(1, sizeof *s);
  char why[512] = "";
  (void)shared_state;
  if (s == NULL) return -1;
  s->job = job;
  s->calls = &calls;
  s->last_held = &s->held;
  s->last_waiting = &s->waiting;
  memcpy(&s->secret, hyd_job_key(job), sizeof s->secret);
  hyd_attend_init(&s->attend, job, hyd_env_bool(hyd_job_env(job), HYD_ENV_OFI_THREAD));
  s->peer = calloc(hyd_job_size(job), sizeof *s->peer);
  if (s->peer == NULL || bring_up(s, why, sizeof why)) {
    fprintf(stderr, "ofi conduit: rank %u: %s\n", hyd_job_rank(job),
            *why ? why : "another rank cannot open what libfabric offers");
    return -1;
  }
  report(s);
  *state = s; /* before there is a thread that polls */
  hyd_ofi_attend_start(s);
  return 0;
}

/* --- the end -------------------------------------------------------------- */

/* What was injected has no end that could be waited for: a last message behind it has. */
static int say_farewell(struct hyd_ofi *s) {
  int all = 1;
  for (uint32_t i = 0; i < hyd_job_size(s->job); i++) {
    if (!s->peer[i].injected) continue;
    if (hyd_ofi_note(s, i, HYD_OFI_FAREWELL))
      all = 0;
    else
      s->peer[i].injected = 0;
  }
  return all;
}

static void say_counts(const struct hyd_ofi *s) {
  const struct hyd_ofi_counts *c = &s->counts;
  if (!hyd_env_bool(hyd_job_env(s->job), HYD_ENV_OFI_COUNTS)) return;
  fprintf(stderr,
          "ofi conduit: rank %u: %llu messages (%llu by buffers), %llu puts, %llu gets, %llu "
          "atomics, %llu times no room, %llu dropped\n",
          hyd_job_rank(s->job), (unsigned long long)c->messages, (unsigned long long)c->by_buffer,
          (unsigned long long)c->puts, (unsigned long long)c->gets, (unsigned long long)c->atomics,
          (unsigned long long)c->no_room, (unsigned long long)c->strangers);
}

/* A peer may wait for the last messages of this rank: their ends are waited for, up to LINGER_NS.
 * Then all goes with the process, but for what would stay behind it. */
static void close_conduit(struct hyd_job *job, void *state) {
  struct hyd_ofi *s = state;
  uint64_t end = hyd_now_ns() + LINGER_NS;
  int done;
  (void)job;
  hyd_attend_end(&s->attend); /* no handlers any more */
  do {
    hyd_ofi_lock(s);
    s->closing = 1;
    hyd_ofi_progress(s);
    done = say_farewell(s) && s->nidle == s->nwork && !s->held;
    hyd_ofi_unlock(s);
    if (!done) hyd_ofi_wait(s, 100000);
  } while (!done && !s->lost_ns && hyd_now_ns() < end);
  say_counts(s);
  hyd_ofi_lock(s);
  close_net(s);
  hyd_ofi_unlock(s);
}

/* --- diagnosis ------------------------------------------------------------ */

/* May be called in a signal handler that has interrupted this rank anywhere. */
static int describe(struct hyd_job *job, void *state, uint32_t peer, char *line, size_t size) {
  struct hyd_ofi *s = state;
  const struct hyd_ofi_peer *p = &s->peer[peer];
  (void)job;
  if (hyd_client_lock_peek(&s->attend.lock)) return -1;
  snprintf(line, size,
           "ofi: %u requests sent, %u dealt with; %u of its requests taken, %u told; %u operations "
           "under way; silent for %u s; %u of %u operations free, %u transfers wait%s",
           p->sent, p->returned, p->taken, p->told, p->under_way, p->silent, s->nidle, s->nwork,
           s->nwaiting, s->lost_ns ? "; something is lost" : "");
  hyd_client_lock_peeked(&s->attend.lock);
  return 0;
}

static size_t medium_limit(struct hyd_job *job, void *state) {
  (void)job;
  return ((struct hyd_ofi *)state)->set.medium;
}

static const struct hyd_conduit conduit = {
    .name = "ofi",
    .summary = "any network that libfabric drives: Slingshot, EFA, Omni-Path, TCP",
    .max_medium = HYD_OFI_MAX_MEDIUM,
    .max_long = HYD_OFI_MAX_LONG,
    .keeps_longs = 2 * HYD_OFI_MAX_MEDIUM,
    .lands_anywhere = 1,
    .probe = hyd_ofi_probe,
    .open = open_conduit,
    .medium_limit = medium_limit,
    .attach = hyd_ofi_attach,
    .detach = hyd_ofi_detach,
    .close = close_conduit,
    .describe = describe,
    .ops = {.am_send = hyd_ofi_am_send,
            .poll = hyd_ofi_poll,
            .sleep = hyd_ofi_sleep,
            .put = hyd_ofi_put,
            .get = hyd_ofi_get,
            .has_atomics = hyd_ofi_has_atomics,
            .atomic = hyd_ofi_atomic},
};

const struct hyd_conduit *const hyd_module_conduit = &conduit;
