/* SPDX-License-Identifier: BSD-3-Clause
 *
 * icmp.h: the answer of a router that would have to cut a packet which may not be cut.
 */
#ifndef HYD_TESTS_LINK_ICMP_H
#define HYD_TESTS_LINK_ICMP_H

#include <stddef.h>
#include <stdint.h>

enum { ICMP_ANSWER_MAX = 14 + 20 + 8 + 28 };

/* Its bytes: "fragmentation needed" for that frame, of a link that passes IP packets of `mtu`
 * bytes. 0: there is no answer to it (not IPv4, or one that may be cut). */
size_t icmp_too_large(unsigned char answer[ICMP_ANSWER_MAX], const unsigned char *frame, size_t n,
                      uint16_t mtu);

#endif
