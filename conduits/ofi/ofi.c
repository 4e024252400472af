/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ofi.c: opens and closes the conduit, and has its table.
 */
#include <ifaddrs.h>
#include <stdio.h>

#include "conduits/module.h"
#include "conduits/module_limits.h"
#include "conduits/ofi/setup.h"
#include "conduits/ofi/transfers.h"
#include "conduits/ofi/progress.h"
#include "core/oob/oob.h"
#include "core/sys/clock.h"

#define TRIES 8u /* entries that are tried */
#define LINGER_NS 1000000000u

/* --- open ----------------------------------------------------------------- */

static int open_buffers(struct hyd_ofi *s, char *why, size_t size) {
  s->memory.lent = calloc(s->set.bounces, sizeof *s->memory.lent);
  if (s->memory.lent == NULL || hyd_ofi_works_open(s)) {
    snprintf(why, size, "out of memory");
    return -1;
  }
  if (hyd_ofi_pool_open(s, &s->memory.sends, s->set.sends, HYD_OFI_BEFORE_PAYLOAD + s->set.medium,
                        HYD_OFI_LOCAL, why, size))
    return -1;
  s->memory.sends.kept = s->set.sends - s->set.requests;
  return hyd_ofi_pool_open(s, &s->memory.bounces, s->set.bounces,
                           HYD_OFI_BEFORE_PAYLOAD + HYD_OFI_MAX_LONG,
                           HYD_OFI_LOCAL | FI_REMOTE_READ, why, size);
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
  if (hyd_ofi_settings_fit(&s->set, s->net.message_most, why, size)) return -1;
  s->memory.atomics = hyd_ofi_atomics_are_real(s);
  return open_buffers(s, why, size) || hyd_ofi_receive_open(s, why, size) ? -1 : 0;
}

/* Closing an endpoint may still receive into its buffers, which are freed after it. */
static void close_net(struct hyd_ofi *s) {
  hyd_ofi_pins_close(s);
  hyd_ofi_memory_close(s);
  hyd_ofi_net_close(&s->net);
  hyd_ofi_receive_free(s);
  hyd_ofi_pool_free(&s->memory.sends);
  hyd_ofi_pool_free(&s->memory.bounces);
  free(s->work);
  free(s->memory.lent);
  s->memory.lent = NULL;
  s->work = s->idle = NULL;
}

/* Opens the k-th best entry. 0, or -1: see `why`. */
static int try_entry(struct hyd_ofi *s, struct fi_info *list, const struct hyd_ofi_wish *w,
                     unsigned k, char *why, size_t size) {
  struct fi_info *chosen = hyd_ofi_choose(list, w, k);
  char name[128], reason[256];
  if (chosen == NULL) return -1;
  hyd_ofi_name(chosen, name, sizeof name);
  s->net = (struct hyd_ofi_net){.fd = {-1, -1}};
  s->net.info = hyd_ofi_offer_best(chosen, w, s->set.atomics);
  if (s->net.info && open_net(s, reason, sizeof reason) == 0) return 0;
  snprintf(why, size, "%s: %s", name, s->net.info ? reason : "out of memory");
  close_net(s);
  return -1;
}

/* Opens the best entry that all ranks can open: the same place in each rank's order of preference.
 */
static int open_best(struct hyd_ofi *s, struct fi_info *list, const struct hyd_ofi_wish *w,
                     char *why, size_t size) {
  for (unsigned k = 0; k < TRIES; k++) {
    int well = list && try_entry(s, list, w, k, why, size) == 0;
    if (hyd_ofi_join_all_well(s, well)) return 0;
    if (well) close_net(s);
  }
  return -1;
}

static int bring_up(struct hyd_ofi *s, char *why, size_t size) {
  struct hyd_ofi_wish w;
  struct hyd_ofi_addresses addresses;
  struct hyd_place here;
  struct fi_info *list;
  int err;
  hyd_ofi_settings_read(s);
  hyd_ofi_settings_defaults(s);
  w = (struct hyd_ofi_wish){.provider = hyd_env_str(hyd_job_env(s->job), HYD_ENV_OFI_PROVIDER),
                            .device = hyd_ofi_device(s),
                            .message = HYD_OFI_LEAST,
                            .one_host = hyd_job_has_one_host(s->job)};
  if (getifaddrs(&w.interfaces)) w.interfaces = NULL;
  if (!w.one_host) {
    hyd_ofi_find_addresses(s, &addresses);
    w.addresses = &addresses;
  }
  list = hyd_ofi_offers(&w, why, size);
  hyd_ofi_wish_closest(s, list, &here, &w);
  hyd_ofi_report_offers(s, list, &w);
  err = open_best(s, list, &w, why, size);
  if (err && list && !*why) hyd_ofi_explain(list, &w, why, size);
  fi_freeinfo(list);
  if (w.interfaces) freeifaddrs(w.interfaces);
  if (w.place) hyd_place_forget(&here);
  return err || hyd_ofi_join(s, why, size) ? -1 : 0;
}

static const struct hyd_ofi_calls calls = {.ended = {[HYD_OFI_PIECE_DONE] = hyd_ofi_piece_done,
                                                     [HYD_OFI_LONG_DONE] = hyd_ofi_long_done,
                                                     [HYD_OFI_ATOMIC_DONE] = hyd_ofi_atomic_done,
                                                     [HYD_OFI_FLUSHED] = hyd_ofi_flushed},
                                           .xfer_done = hyd_ofi_xfer_done,
                                           .fetch = hyd_ofi_fetch,
                                           .attached = hyd_ofi_pins_open,
                                           .progress = hyd_ofi_progress_nested};

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
  if (s->peer == NULL || bring_up(s, why, sizeof why))
    hyd_refuse(HYD_OFI_WHERE, "%s", *why ? why : "another rank cannot open what libfabric offers");
  hyd_ofi_report_choice(s);
  *state = s; /* before the attending thread starts */
  hyd_ofi_attend_start(s);
  return 0;
}

/* --- the end -------------------------------------------------------------- */

/* An injected message has no completion. A last message has one, which covers those before it, as
 * messages are injected only where they stay in order. 1: all are sent. */
static int say_farewell(struct hyd_ofi *s) {
  int all = 1;
  for (uint32_t i = 0; i < hyd_job_size(s->job); i++) {
    if (!s->peer[i].injected) continue;
    if (hyd_ofi_note_kind(s, i, HYD_OFI_FAREWELL))
      all = 0;
    else
      s->peer[i].injected = 0;
  }
  return all;
}

/* Waits up to LINGER_NS for the completions of this rank's last messages, as peers may wait for
 * those. Then closes the network, since some providers leave files behind otherwise. */
static void close_conduit(struct hyd_job *job, void *state) {
  struct hyd_ofi *s = state;
  uint64_t end = hyd_now_ns() + LINGER_NS;
  int done;
  (void)job;
  hyd_attend_end(&s->attend); /* no handlers from now on */
  do {
    hyd_ofi_lock(s);
    s->closing = 1;
    hyd_ofi_progress(s);
    done = say_farewell(s) && s->nidle == s->nwork && !s->held;
    hyd_ofi_unlock(s);
    if (!done) hyd_ofi_wait(s->net.fd, 100000);
  } while (!done && !s->lost_ns && hyd_now_ns() < end);
  hyd_ofi_report_counts(s);
  if (hyd_ofi_policy_of(s->net.info->fabric_attr->prov_name)->stays_open) return;
  hyd_ofi_lock(s);
  close_net(s);
  hyd_ofi_unlock(s);
}

static size_t medium_limit(struct hyd_job *job, void *state) {
  (void)job;
  return ((struct hyd_ofi *)state)->set.medium;
}

static size_t packs_most(struct hyd_job *job, void *state, int is_put) {
  const struct hyd_ofi *s = state;
  const struct hyd_ofi_policy *p = hyd_ofi_policy_of(s->net.info->fabric_attr->prov_name);
  (void)job;
  return is_put && p->packs_puts ? p->packs_puts : HYD_OFI_PACKS_MOST;
}

static const struct hyd_conduit conduit = {
    .name = "ofi",
    .summary = "any network that libfabric drives: Slingshot, EFA, Omni-Path, TCP",
    .max_medium = HYD_OFI_MAX_MEDIUM,
    .max_long = HYD_OFI_MAX_LONG,
    .keeps_longs = 2 * HYD_OFI_MAX_MEDIUM,
    .lands_anywhere = 1,
    .guarded = HYD_GUARDED_ROUND,
    .probe = hyd_ofi_probe,
    .open = open_conduit,
    .medium_limit = medium_limit,
    .packs_most = packs_most,
    .attach = hyd_ofi_attach,
    .detach = hyd_ofi_detach,
    .close = close_conduit,
    .describe = hyd_ofi_describe,
    .ops = {.am_send = hyd_ofi_am_send,
            .poll = hyd_ofi_poll,
            .sleep = hyd_ofi_sleep,
            .put = hyd_ofi_put,
            .get = hyd_ofi_get,
            .move_pieces = hyd_ofi_move_pieces,
            .has_atomics = hyd_ofi_has_atomics,
            .atomic = hyd_ofi_atomic},
};

const struct hyd_conduit *const hyd_module_conduit = &conduit;
