/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fh_client.c: firehose's client: registers memory. Firehose may call the functions of fh_ops in
 * any thread.
 */
#include <errno.h>
#include <stdlib.h>

#include "conduits/ibv/memory_keys.h"
#include "conduits/ibv/messages.h"

static struct hyd_ibv *state_of(void *ctx) { return ((struct hyd_pin_client *)ctx)->state; }

/* NULL: see errno. */
static struct ibv_mr *register_with(struct hyd_ibv *s, const struct hyd_ibv_device *d,
                                    uintptr_t addr, size_t len) {
  struct ibv_mr *mr = ibv_reg_mr(d->pd, (void *)addr, len, d->access);
  int err = mr ? 0 : errno;
  if (err == EFAULT && hyd_pin_is_source(&s->memory.client, addr, len))
    mr = ibv_reg_mr(d->pd, (void *)addr, len, IBV_ACCESS_REMOTE_READ);
  if (mr == NULL) errno = err ? err : EIO;
  return mr;
}

/* fh_pinned.name is the memory's registration; or, if rails have devices of their own, a struct
 * with a registration for each device. */
struct all_of {
  struct ibv_mr *mr[1 + HYD_IBV_RAILS_MAX]; /* NULL: refused */
};

static struct all_of *register_with_all(struct hyd_ibv *s, struct ibv_mr *mr, uintptr_t addr,
                                        size_t len) {
  struct all_of *all = calloc(1, sizeof *all);
  if (all == NULL) return NULL;
  all->mr[0] = mr;
  for (uint32_t i = 1; i < s->rail_ports.ndevices; i++)
    all->mr[i] = register_with(s, s->rail_ports.device[i], addr, len);
  return all;
}

static int pin_memory(void *ctx, uintptr_t addr, size_t len, struct fh_pinned *out) {
  struct hyd_ibv *s = state_of(ctx);
  struct ibv_mr *mr = register_with(s, &s->dev, addr, len);
  if (mr == NULL) return errno;
  out->key = (uint64_t)mr->rkey << 32 | mr->lkey;
  out->name = s->rail_ports.ndevices > 1 ? (void *)register_with_all(s, mr, addr, len) : (void *)mr;
  if (out->name) return 0;
  ibv_dereg_mr(mr);
  return ENOMEM;
}

static void unpin_memory(void *ctx, uintptr_t addr, size_t len, const struct fh_pinned *pinned) {
  struct hyd_ibv *s = state_of(ctx);
  struct all_of *all = pinned->name;
  (void)addr, (void)len;
  if (s->rail_ports.ndevices == 1) {
    ibv_dereg_mr(pinned->name);
    return;
  }
  for (uint32_t i = 0; i < s->rail_ports.ndevices; i++)
    if (all->mr[i]) ibv_dereg_mr(all->mr[i]);
  free(all);
}

const struct ibv_mr *hyd_ibv_fh_of(const struct hyd_ibv *s, const struct fh_request *r,
                                   const struct hyd_ibv_device *d) {
  const struct all_of *all = fh_name(s->memory.client.fh, r);
  return all ? all->mr[d->home->number] : NULL;
}

/* fh_ops.poll: makes progress during a wait within firehose. */
static void poll_nested(void *ctx) {
  struct hyd_ibv *s = state_of(ctx);
  s->calls->progress(s);
}

int hyd_ibv_fh_take(struct hyd_ibv *s, struct hyd_ibv_conn *c, const struct hyd_ibv_header *h) {
  return s->memory.client.fh == NULL ||
         fh_input(s->memory.client.fh, c->peer, hyd_ibv_payload_of(h), h->nbytes);
}

/* --- life ----------------------------------------------------------------- */

void hyd_ibv_fh_init(struct hyd_ibv *s) {
  s->memory.strategy = hyd_pin_strategy(s->job);
  if (s->memory.strategy == FH_STRATEGY_FIREHOSE &&
      hyd_env_bool(hyd_job_env(s->job), HYD_ENV_USE_ODP))
    s->memory.strategy = FH_STRATEGY_ODP;
  hyd_pin_client_init(&s->memory.client, s, pin_memory, unpin_memory, poll_nested);
  s->memory.piece = HYD_IBV_BOUNCE;
}

uint64_t hyd_ibv_fh_pinnable(struct hyd_ibv *s) {
  return hyd_pin_bytes(s->job, s->bufs.bytes, s->rail_ports.ndevices);
}

void hyd_ibv_fh_open(struct hyd_ibv *s, uint64_t bytes) {
  struct hyd_pin_client *client = &s->memory.client;
  struct fh_config c = fh_config_default;
  char wrong[256];
  int failed;
  if (s->memory.strategy > FH_STRATEGY_UNPIN || s->bufs.message < HYD_IBV_BUFFER) return;
  _Static_assert(HYD_IBV_MAX_PAYLOAD >= 4096, "firehose's messages fit");
  c.strategy = s->memory.strategy;
  failed = hyd_pin_client_open(client, s->job, &c, bytes, HYD_IBV_BOUNCE, s->memory.fh_remote,
                               wrong, sizeof wrong);
  if (client->watch == NULL)
    hyd_ibv_warn_once(
        s, "the kernel does not tell of memory that goes away: %s; no registration is kept",
        client->unwatched);
  if (failed)
    hyd_ibv_warn_once(s, "%s", wrong);
  else
    s->memory.piece = hyd_pin_piece(s->job, client->fh, s->memory.fh_remote);
}

void hyd_ibv_fh_close(struct hyd_ibv *s) { hyd_pin_client_close(&s->memory.client); }
