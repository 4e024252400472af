/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_udp.h: the workers of the suite udp.
 */
#ifndef HYD_BENCH_WORK_UDP_H
#define HYD_BENCH_WORK_UDP_H

#include "contrib/tools/bench/workers/worker.h"

void hyd_bw_udp(struct hyd_bw *w, int argc, char **argv);
void hyd_bw_udp_loss(struct hyd_bw *w, int argc, char **argv);
void hyd_bw_udp_seldom(struct hyd_bw *w, int argc, char **argv);
void hyd_bw_udp_seldom_usual(struct hyd_bw *w, int argc, char **argv);
void hyd_bw_udp_lc(struct hyd_bw *w, int argc, char **argv);
void hyd_bw_udp_coll(struct hyd_bw *w, int argc, char **argv);
void hyd_bw_udp_memory(struct hyd_bw *w, int argc, char **argv);
void hyd_bw_udp_active(struct hyd_bw *w, int argc, char **argv);
/* Not a rank: the protocol engine and the MAC by themselves. */
int hyd_bw_udp_engine(struct hyd_bw *w);

/* Bytes that this process has allocated. */
double hyd_bw_allocated(void);

#endif
