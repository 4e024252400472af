/* SPDX-License-Identifier: BSD-3-Clause
 *
 * security.h: how the packets of a job are protected (GASNET_UDP_SECURITY). If the kind of tags is
 * left to the library, the heads of hosts measure both kinds and tell each other (peers.c): all
 * ranks have the same kind (tag_speed.h).
 */
#ifndef HYD_UDP_SECURITY_H
#define HYD_UDP_SECURITY_H

#include "conduits/udp/tag_speed.h"
#include "core/env/env.h"

/* Reads GASNET_UDP_SECURITY, and refuses other values. *open: the kind of tags is left to the
 * library, and UDP_UMAC until the job has agreed. */
enum udp_security hyd_udp_wanted_security(struct hyd_env *env, int *open);

/* Measures this host, for 0.1 ms beside the loading of libraries. */
void hyd_udp_measure_tags(struct hyd_env *env, struct udp_tag_speed *v);

/* Returns how this process makes the agreed kind of tags: GMAC by OpenSSL where libipsec-mb is not
 * installed, or not wanted (GASNET_UDP_GMAC). Loads the library; refuses if there is none. */
enum udp_security hyd_udp_security_here(struct hyd_env *env, enum udp_security agreed);

#endif
