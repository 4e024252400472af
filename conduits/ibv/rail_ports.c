/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rail_ports.c: the ports of rails, if GASNET_IBV_PORTS lists several: ports of this rank's device,
 * and of devices that are opened for rails alone. A device for rails has a completion queue, and
 * memory is registered with it, too; it receives no messages. A port that cannot be used is left
 * out, with a warning.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "conduits/ibv/rails.h"

/* --- opening -------------------------------------------------------------- */

static struct hyd_ibv_device *home_of(struct hyd_ibv *s, const struct hyd_ibv_port *p) {
  for (uint32_t i = 0; i < s->rail_ports.ndevices; i++)
    if (strcmp(s->rail_ports.device[i]->name, p->device) == 0) return s->rail_ports.device[i];
  return NULL;
}

/* Whether the device can do all that this rank's own device can, as parts of a transfer may use
 * either. */
static int is_as_good(const struct hyd_ibv *s, const struct hyd_ibv_device *d) {
  return d->is_iwarp == s->dev.is_iwarp && d->is_rxe == s->dev.is_rxe &&
         d->message_max >= s->dev.message_max && d->attr.max_qp_rd_atom >= s->set.reads;
}

/* Makes the completion queue, and a queue pair on trial. 0, or -1: see errno. */
static int make_queues(struct hyd_ibv *s, struct hyd_ibv_device *d) {
  struct ibv_qp_init_attr a;
  struct ibv_qp *qp;
  d->inline_max = s->dev.inline_max;
  if (hyd_ibv_device_completions(d, s->signals_max)) return -1;
  a = hyd_ibv_qp_attr(s, d);
  qp = ibv_create_qp(d->pd, &a);
  if (qp) ibv_destroy_qp(qp);
  return qp ? 0 : -1;
}

static int open_device(struct hyd_ibv *s, struct hyd_ibv_device *d, const struct hyd_ibv_port *p,
                       char *why, size_t size) {
  if (hyd_ibv_device_open(d, p, why, size) ||
      hyd_ibv_device_prepare(d, s->dev.way, s->job, why, size))
    return -1;
  if (!is_as_good(s, d)) {
    snprintf(why, size, "it can do less than %s", s->dev.name);
    return -1;
  }
  if (make_queues(s, d)) {
    snprintf(why, size, "it refuses queues as %s has them: %s (ulimit -l)", s->dev.name,
             strerror(errno));
    return -1;
  }
  d->number = s->rail_ports.ndevices++;
  s->rail_ports.device[d->number] = d;
  return 0;
}

/* NULL: the port cannot be used. */
static struct hyd_ibv_device *open_port(struct hyd_ibv *s, const struct hyd_ibv_port *p) {
  struct hyd_ibv_device *home = home_of(s, p), *d;
  char why[512] = "out of memory";
  int failed;
  if (home && home->port == p->port) return home;
  d = calloc(1, sizeof *d);
  failed =
      d == NULL || (home ? hyd_ibv_device_share(d, home, hyd_job_env(s->job), p, why, sizeof why)
                         : open_device(s, d, p, why, sizeof why));
  if (!failed) {
    hyd_ibv_device_limit_mtu(d, hyd_job_env(s->job));
    return d;
  }
  hyd_warn(s->job, "ibv conduit: large transfers do not use port %u of %s: %s", p->port, p->device,
           why);
  if (d && home == NULL) hyd_ibv_device_close(d);
  free(d);
  return NULL;
}

void hyd_ibv_rail_ports_open(struct hyd_ibv *s) {
  s->rail_ports.port[0] = &s->dev;
  for (uint32_t i = 0; i < s->rail_ports.nports && s->rail_ports.nports > 1; i++)
    s->rail_ports.port[i] = open_port(s, &s->rail_ports.choice.rail[i]);
}

void hyd_ibv_rail_ports_report(const struct hyd_ibv *s) {
  if (s->rail_ports.nports < 2) return;
  fprintf(stderr, "ibv conduit: rank 0 divides large transfers among");
  for (uint32_t i = 0; i < s->rail_ports.nports; i++)
    if (s->rail_ports.port[i])
      fprintf(stderr, " %s:%u", s->rail_ports.port[i]->name, s->rail_ports.port[i]->port);
  fprintf(stderr, "\n");
}

/* --- the segment ---------------------------------------------------------- */

static void attach(struct hyd_ibv *s, struct hyd_ibv_device *d) {
  d->segment_mr =
      ibv_reg_mr(d->pd, (void *)s->memory.segment_base, s->memory.segment_size, d->access);
  if (d->segment_mr) return;
  hyd_ibv_warn_once(s,
                    "the segment of %zu bytes cannot be registered with %s: %s; large transfers do "
                    "not use it (ulimit -l)",
                    (size_t)s->memory.segment_size, d->name, strerror(errno));
}

void hyd_ibv_rail_ports_attach(struct hyd_ibv *s) {
  for (uint32_t i = 1; i < s->rail_ports.ndevices; i++) attach(s, s->rail_ports.device[i]);
}
