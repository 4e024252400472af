/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tag_speed.h: how long a host takes for tags of UMAC and of GMAC, and which of them a job takes by
 * that: the kind whose slowest host is the faster one.
 */
#ifndef HYD_UDP_TAG_SPEED_H
#define HYD_UDP_TAG_SPEED_H

#include "conduits/udp/seal.h"

/* Codes of times for some packets: logarithms of 7 bits, more by 8 for twice the time. */
struct udp_tag_speed {
  uint8_t umac, gmac;
};
#define UDP_NO_SPEED 127u /* the host does not offer this kind */

/* Measures for 50 us how many nanoseconds the tags of some packets take. 0: there are none. */
uint64_t hyd_udp_time_tags(enum udp_security security);
/* The code of a time. */
uint8_t hyd_udp_speed_code(uint64_t ns);
/* Takes over what is slower of another host. */
void hyd_udp_slower_tags(struct udp_tag_speed *v, const struct udp_tag_speed *other);
/* UDP_UMAC or UDP_GMAC. */
enum udp_security hyd_udp_faster_tags(const struct udp_tag_speed *slowest);
/* Writes why the job has taken its kind: "25 packets take the slowest host ...". */
int hyd_udp_explain_tags(const struct udp_tag_speed *slowest, char *text, size_t size);

#endif
