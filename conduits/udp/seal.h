/* SPDX-License-Identifier: BSD-3-Clause
 *
 * seal.h: authentication, and encryption if wanted, of datagrams under the job's key. A tag covers
 * the whole packet. The nonce is (source, destination, number of the transmission), which a job
 * uses once.
 *
 *   UDP_UMAC          UMAC-64 (RFC 4418) of nettle: a forgery has one chance in 2^60
 *   UDP_GMAC          AES-128-GMAC (NIST SP 800-38D) of libipsec-mb, with all of its 128 bits: a
 *                     forgery has at most 4,096 chances, as many as a packet has blocks, in 2^128
 *   UDP_GMAC_OPENSSL  the same tags, by OpenSSL: where libipsec-mb is not installed, or refuses the
 *                     processor
 *   UDP_AEAD          AES-128-GCM of OpenSSL: the head is authenticated, and the body encrypted as
 *                     well
 *
 * UMAC and GMAC of one job may have the same key: AES under the key itself is given the numbers of
 * keys by the first, nonces and a block of zeros by the second, and none of these are the same,
 * because a rank sends nothing to itself. One thread at a time uses a seal.
 */
#ifndef HYD_UDP_SEAL_H
#define HYD_UDP_SEAL_H

#include <sys/uio.h>

#include "conduits/udp/wire.h"

#define UDP_KEY 16u /* bytes */
enum udp_security { UDP_NONE, UDP_UMAC, UDP_GMAC, UDP_GMAC_OPENSSL, UDP_AEAD };

/* Bytes of the packets' tags. */
static inline size_t udp_tag(enum udp_security security) {
  return security == UDP_NONE ? 0 : security == UDP_UMAC ? UDP_UMAC_TAG : UDP_MAX_TAG;
}

struct udp_seal;
/* For all but UDP_NONE. NULL: OpenSSL refused, or no memory. */
struct udp_seal *hyd_udp_seal_new(enum udp_security security, const unsigned char key[UDP_KEY]);
/* Returns the library and the kind of its tags. UDP_NONE: there is no seal. */
enum udp_security hyd_udp_seal_security(const struct udp_seal *s);
void hyd_udp_seal_free(struct udp_seal *s);
/* "tags of AES-GMAC (libipsec-mb)" and such. */
const char *hyd_udp_security_name(enum udp_security s);

#define UDP_SEAL_PARTS 9 /* most parts of a packet behind its head */
/* Makes the tag of a packet: its head, which says the nonce, and `n` further parts. What lies right
 * behind the head in memory, and behind that, is taken together with it, which costs less. In
 * UDP_AEAD the parts are encrypted to `cipher`, one behind the other. 0, or -1: OpenSSL failed. */
int hyd_udp_seal_make(struct udp_seal *s, const struct udp_head *h, const struct iovec *part, int n,
                      unsigned char *cipher, unsigned char *tag);
/* Checks, and in UDP_AEAD decrypts in place, a datagram whose head is *h. In the others, the first
 * naway bytes of what follows the head may lie at `away`. 0: it is what was sent. */
int hyd_udp_seal_open(struct udp_seal *s, const struct udp_head *h, unsigned char *datagram,
                      const unsigned char *away, size_t naway);

#endif
