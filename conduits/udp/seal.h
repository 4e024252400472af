/* SPDX-License-Identifier: BSD-3-Clause
 *
 * seal.h: authentication, and encryption if wanted, of datagrams under the job's key. `mac`:
 * UMAC-64 (RFC 4418) of nettle, over all of the packet: a forgery has one chance in 2^60, and small
 * packets cost a quarter, large ones half of what GMAC does. `aead`: AES-GCM of OpenSSL; the head
 * is authenticated and the body encrypted as well. The nonce is (source, destination, number of the
 * transmission), which a job uses once. One thread at a time uses a seal.
 */
#ifndef HYD_UDP_SEAL_H
#define HYD_UDP_SEAL_H

#include <sys/uio.h>

#include "conduits/udp/wire.h"

#define UDP_KEY 16u /* bytes */
enum udp_security { UDP_NONE, UDP_MAC, UDP_AEAD };

/* Bytes of the packets' tags. */
static inline size_t udp_tag(enum udp_security security) {
  return security == UDP_NONE ? 0 : security == UDP_MAC ? UDP_MAC_TAG : UDP_MAX_TAG;
}

struct udp_seal;
/* For UDP_MAC or UDP_AEAD. NULL: OpenSSL refused, or no memory. */
struct udp_seal *hyd_udp_seal_new(enum udp_security security, const unsigned char key[UDP_KEY]);
void hyd_udp_seal_free(struct udp_seal *s);

/* Makes the tag of a packet: its head, which says the nonce, and `n` further parts. In `aead` they
 * are encrypted to `cipher`, one behind the other. 0, or -1: OpenSSL failed. */
int hyd_udp_seal_make(struct udp_seal *s, const struct udp_head *h, const struct iovec *part, int n,
                      unsigned char *cipher, unsigned char *tag);
/* Checks, and in `aead` decrypts in place, a datagram whose head is *h. In `mac`, the first naway
 * bytes of what follows the head may lie at `away`. 0: it is what was sent. */
int hyd_udp_seal_open(struct udp_seal *s, const struct udp_head *h, unsigned char *datagram,
                      const unsigned char *away, size_t naway);

#endif
