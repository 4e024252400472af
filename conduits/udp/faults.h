/* SPDX-License-Identifier: BSD-3-Clause
 *
 * faults.h: a bad network, for tests: loses, doubles and reorders datagrams on their way out, as
 * GASNET_UDP_FAULTS says: "drop=5,double=1,reorder=2,seed=7", in percent.
 */
#ifndef HYD_UDP_FAULTS_H
#define HYD_UDP_FAULTS_H

#include "conduits/udp/proto.h"

struct udp_faults;
/* NULL with *bad_p = 0: the text asks for none; with *bad_p = 1: it is no such list. */
struct udp_faults *hyd_udp_faults_new(const char *text, uint32_t rank, int *bad_p);
void hyd_udp_faults_free(struct udp_faults *f);

/* What becomes of d[n]: `send` is called for runs of them, for others, or not at all. */
void hyd_udp_faults_pass(struct udp_faults *f, const struct udp_datagram *d, int n,
                         void (*send)(void *arg, const struct udp_datagram *d, int n), void *arg);

#endif
