/* SPDX-License-Identifier: BSD-3-Clause
 *
 * seal.c: the key schedule is made once for each direction; a packet sets only the nonce. The whole
 * head is authenticated, so a packet cannot be moved to another session, channel or place.
 */
#include "conduits/udp/seal.h"

#include <nettle/memops.h>
#include <nettle/umac.h>
#include <openssl/evp.h>
#include <stdlib.h>

_Static_assert(UDP_KEY == UMAC_KEY_SIZE, "one key, for whichever is wanted");
_Static_assert(UDP_MAC_TAG == UMAC64_DIGEST_SIZE && UDP_MAC_TAG <= UDP_MAX_TAG, "wire size");

struct udp_seal {
  enum udp_security security;
  struct umac64_ctx mac;
  EVP_CIPHER_CTX *make, *open; /* of `aead` */
};

static EVP_CIPHER_CTX *make_context(const unsigned char *key, int make) {
  EVP_CIPHER_CTX *c = EVP_CIPHER_CTX_new();
  if (c && EVP_CipherInit_ex(c, EVP_aes_128_gcm(), NULL, key, NULL, make) == 1) return c;
  EVP_CIPHER_CTX_free(c);
  return NULL;
}

struct udp_seal *hyd_udp_seal_new(enum udp_security security, const unsigned char key[UDP_KEY]) {
  struct udp_seal *s = calloc(1, sizeof *s);
  if (s == NULL) return NULL;
  s->security = security;
  umac64_set_key(&s->mac, key);
  if (security != UDP_AEAD) return s;
  s->make = make_context(key, 1);
  s->open = make_context(key, 0);
  if (s->make && s->open) return s;
  hyd_udp_seal_free(s);
  return NULL;
}

void hyd_udp_seal_free(struct udp_seal *s) {
  if (s == NULL) return;
  EVP_CIPHER_CTX_free(s->make);
  EVP_CIPHER_CTX_free(s->open);
  free(s);
}

/* 24 bits of each rank, 48 of the number: a session ends before either repeats (proto.c). */
static void write_nonce(const struct udp_head *h, unsigned char nonce[12]) {
  for (int i = 0; i < 3; i++) nonce[i] = (unsigned char)(h->src >> 8 * i);
  for (int i = 0; i < 3; i++) nonce[3 + i] = (unsigned char)(h->dst >> 8 * i);
  for (int i = 0; i < 6; i++) nonce[6 + i] = (unsigned char)(h->number >> 8 * i);
}

/* --- aead ----------------------------------------------------------------- */

static int begin_cipher(EVP_CIPHER_CTX *c, const unsigned char nonce[12], const void *head) {
  int len;
  return EVP_CipherInit_ex(c, NULL, NULL, NULL, nonce, -1) == 1 &&
         EVP_CipherUpdate(c, NULL, &len, head, (int)sizeof(struct udp_head)) == 1;
}

static int encrypt(struct udp_seal *s, const unsigned char nonce[12], const struct udp_head *h,
                   const struct iovec *part, int n, unsigned char *cipher, unsigned char *tag) {
  int len;
  if (!begin_cipher(s->make, nonce, h)) return -1;
  for (int i = 0; i < n; i++) {
    if (part[i].iov_len == 0) continue;
    if (EVP_CipherUpdate(s->make, cipher, &len, part[i].iov_base, (int)part[i].iov_len) != 1)
      return -1;
    cipher += len;
  }
  if (EVP_CipherFinal_ex(s->make, cipher, &len) != 1) return -1;
  return EVP_CIPHER_CTX_ctrl(s->make, EVP_CTRL_AEAD_GET_TAG, UDP_MAX_TAG, tag) == 1 ? 0 : -1;
}

static int decrypt(struct udp_seal *s, const unsigned char nonce[12], const struct udp_head *h,
                   unsigned char *datagram) {
  unsigned char *body = datagram + sizeof *h, nothing[16];
  int len;
  if (!begin_cipher(s->open, nonce, datagram)) return -1;
  if (h->size && EVP_CipherUpdate(s->open, body, &len, body, h->size) != 1) return -1;
  if (EVP_CIPHER_CTX_ctrl(s->open, EVP_CTRL_AEAD_SET_TAG, UDP_MAX_TAG, body + h->size) != 1)
    return -1;
  return EVP_CipherFinal_ex(s->open, nothing, &len) == 1 ? 0 : -1;
}

/* --- either --------------------------------------------------------------- */

int hyd_udp_seal_make(struct udp_seal *s, const struct udp_head *h, const struct iovec *part, int n,
                      unsigned char *cipher, unsigned char *tag) {
  unsigned char nonce[12];
  write_nonce(h, nonce);
  if (s->security == UDP_AEAD) return encrypt(s, nonce, h, part, n, cipher, tag);
  umac64_set_nonce(&s->mac, sizeof nonce, nonce);
  umac64_update(&s->mac, sizeof *h, (const void *)h);
  for (int i = 0; i < n; i++) umac64_update(&s->mac, part[i].iov_len, part[i].iov_base);
  umac64_digest(&s->mac, UDP_MAC_TAG, tag);
  return 0;
}

int hyd_udp_seal_open(struct udp_seal *s, const struct udp_head *h, unsigned char *datagram,
                      const unsigned char *away, size_t naway) {
  unsigned char nonce[12], tag[UDP_MAC_TAG];
  write_nonce(h, nonce);
  if (s->security == UDP_AEAD) return decrypt(s, nonce, h, datagram);
  umac64_set_nonce(&s->mac, sizeof nonce, nonce);
  umac64_update(&s->mac, sizeof *h, datagram);
  umac64_update(&s->mac, naway, away);
  umac64_update(&s->mac, h->size - naway, datagram + sizeof *h + naway);
  umac64_digest(&s->mac, sizeof tag, tag);
  return memeql_sec(tag, datagram + sizeof *h + h->size, sizeof tag) ? 0 : -1;
}
