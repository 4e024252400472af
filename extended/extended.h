/* SPDX-License-Identifier: BSD-3-Clause
 *
 * extended.h: what init calls of the layer above the core.
 */
#ifndef HYD_EXTENDED_EXTENDED_H
#define HYD_EXTENDED_EXTENDED_H

struct hyd_job;
/* Registers the layer's handlers and chooses its algorithms. After the conduit is open. */
void hyd_extended_init(struct hyd_job *job);

#endif
