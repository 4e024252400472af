/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pm_io.h: a PMI client's connection with its process manager: an inherited descriptor (PMI_FD) or
 * a port (PMI_PORT). Commands go out and answers come in, one at a time.
 */
#ifndef HYD_BOOT_PM_IO_H
#define HYD_BOOT_PM_IO_H

#include "core/boot/pm.h"
#include "core/boot/pmi_text.h"

struct hyd_pm_io {
  int fd;
  size_t have;                /* bytes in `in` that are not used yet */
  char in[HYD_PM_LINE + 8];   /* as read */
  char text[HYD_PM_LINE + 8]; /* of the answer, taken apart */
  struct hyd_pm_line out;
  struct hyd_pm_cmd answer;
};

/* The state of a client of PMI-1 or PMI-2, as pm->state; NULL with pm->why set. */
struct hyd_pm_io *hyd_pm_io_new(struct hyd_pm *pm);
/* The end of `open`: checks rank and size. What it returns; frees the state after a failure. */
int hyd_pm_opened(struct hyd_pm *pm, int ok);
/* The end of all: "finalize", whose answer is `expected`, and the state is freed. */
void hyd_pm_leave(struct hyd_pm *pm, enum hyd_pm_wire wire, const char *expected);
/* The first exchange, a line in both versions of the interface. */
int hyd_pm_agree(struct hyd_pm *pm, struct hyd_pm_io *io, long version, long subversion);
/* pm->job, from a field of the answer. */
int hyd_pm_answer_job(struct hyd_pm *pm, const struct hyd_pm_io *io, const char *key);

/* PMI_FD of the environment as a descriptor that programs started from here do not get; a
 * connection to PMI_PORT (HOST:PORT). -1 with pm->why set. */
int hyd_pm_inherit(struct hyd_pm *pm);
int hyd_pm_connect(struct hyd_pm *pm, const char *host_port);

/* Sends io->out (after begin and add; ends it). */
int hyd_pm_send(struct hyd_pm *pm, struct hyd_pm_io *io);
/* Receives one command into io->answer, which must have the name `expected`. */
int hyd_pm_receive(struct hyd_pm *pm, struct hyd_pm_io *io, enum hyd_pm_wire wire,
                   const char *expected);
/* Both. */
int hyd_pm_ask(struct hyd_pm *pm, struct hyd_pm_io *io, const char *expected);
/* A field of the answer that must be a number from 0 to max. */
int hyd_pm_answer_number(struct hyd_pm *pm, const struct hyd_pm_io *io, const char *key, long max,
                         uint32_t *out_p);
/* A variable of the environment that must be such a number. */
int hyd_pm_variable(struct hyd_pm *pm, const char *name, long max, uint32_t *out_p);

#endif
