/* SPDX-License-Identifier: BSD-3-Clause
 *
 * audit.h: looks into an engine after each poll: whether its books are right, what it keeps is
 * bounded, and no peer with something to do is forgotten.
 */
#ifndef HYD_SIM_AUDIT_H
#define HYD_SIM_AUDIT_H

#include "tests/sim/world.h"

void sim_audit(struct sim_rank *r);
/* What the engine sends now, and how long it came out. */
void sim_audit_datagram(struct sim_rank *r, const struct udp_datagram *d, size_t size);

#endif
