/* SPDX-License-Identifier: BSD-3-Clause
 *
 * seal_int.h: what seal.c needs of the libraries of cryptography: GMAC by libipsec-mb, GMAC and GCM
 * by OpenSSL. A packet is given as pieces of memory.
 */
#ifndef HYD_UDP_SEAL_INT_H
#define HYD_UDP_SEAL_INT_H

#include <openssl/evp.h>
#include <sys/uio.h>

#include "conduits/udp/seal.h"

#define UDP_NONCE 12u /* bytes */

/* --- seal_ipsec.c; seal_ipsec_none.c if it was not there when this was built ----------------- */

struct udp_gmac;
/* NULL: no memory, or the library refuses this processor or is not there. */
struct udp_gmac *hyd_udp_gmac_new(const unsigned char key[UDP_KEY]);
void hyd_udp_gmac_free(struct udp_gmac *g);
void hyd_udp_gmac_tag(struct udp_gmac *g, const unsigned char nonce[UDP_NONCE],
                      const struct iovec *piece, int n, unsigned char tag[UDP_MAX_TAG]);

/* --- seal_openssl.c: contexts of AES-128-GCM; 0, or -1: OpenSSL failed ------------------------ */

/* make: whether it makes tags and encrypts. NULL: OpenSSL refused, or no memory. */
EVP_CIPHER_CTX *hyd_udp_gcm_new(const unsigned char key[UDP_KEY], int make);
/* GMAC: GCM of pieces that are authenticated and not encrypted. */
int hyd_udp_gcm_tag(EVP_CIPHER_CTX *c, const unsigned char nonce[UDP_NONCE],
                    const struct iovec *piece, int n, unsigned char tag[UDP_MAX_TAG]);
/* The first piece is the head, which is authenticated; the others are encrypted to `cipher`. */
int hyd_udp_gcm_encrypt(EVP_CIPHER_CTX *c, const unsigned char nonce[UDP_NONCE],
                        const struct iovec *piece, int n, unsigned char *cipher,
                        unsigned char tag[UDP_MAX_TAG]);
/* `size` bytes behind the head are decrypted in place; their tag follows. */
int hyd_udp_gcm_decrypt(EVP_CIPHER_CTX *c, const unsigned char nonce[UDP_NONCE],
                        unsigned char *datagram, uint16_t size);

#endif
