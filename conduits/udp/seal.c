/* SPDX-License-Identifier: BSD-3-Clause
 *
 * seal.c: the key schedule is made once; a packet sets only the nonce. The whole head is
 * authenticated, so a packet cannot be moved to another session, channel or place.
 */
#include "conduits/udp/seal.h"

#include <endian.h>
#include <nettle/umac.h>
#include <stdlib.h>

#include "conduits/udp/parts.h"
#include "conduits/udp/seal_int.h"

_Static_assert(UDP_KEY == UMAC_KEY_SIZE, "one key, for whichever is wanted");
_Static_assert(UDP_UMAC_TAG == UMAC64_DIGEST_SIZE && UDP_UMAC_TAG <= UDP_MAX_TAG, "wire size");

struct udp_seal {
  enum udp_security security;
  size_t tag; /* bytes of a tag */
  struct umac64_ctx umac;
  struct udp_gmac *gmac;
  EVP_CIPHER_CTX *make, *open; /* OpenSSL's contexts */
};

/* 0, or -1: the library failed. */
static int set_key(struct udp_seal *s, const unsigned char key[UDP_KEY]) {
  if (s->security == UDP_GMAC && (s->gmac = hyd_udp_gmac_new(key)) == NULL)
    s->security = UDP_GMAC_OPENSSL;
  switch (s->security) {
  case UDP_GMAC: return 0;
  case UDP_GMAC_OPENSSL: return (s->make = hyd_udp_gcm_new(key, 1)) ? 0 : -1;
  case UDP_AEAD:
    s->make = hyd_udp_gcm_new(key, 1);
    s->open = hyd_udp_gcm_new(key, 0);
    return s->make && s->open ? 0 : -1;
  default: umac64_set_key(&s->umac, key); return 0;
  }
}

struct udp_seal *hyd_udp_seal_new(enum udp_security security, const unsigned char key[UDP_KEY]) {
  struct udp_seal *s = calloc(1, sizeof *s);
  if (s == NULL) return NULL;
  s->security = security;
  s->tag = udp_tag(security);
  if (set_key(s, key) == 0) return s;
  hyd_udp_seal_free(s);
  return NULL;
}

void hyd_udp_seal_free(struct udp_seal *s) {
  if (s == NULL) return;
  hyd_udp_gmac_free(s->gmac);
  if (s->make) EVP_CIPHER_CTX_free(s->make); /* else OpenSSL need not be there */
  if (s->open) EVP_CIPHER_CTX_free(s->open);
  free(s);
}

enum udp_security hyd_udp_seal_security(const struct udp_seal *s) {
  return s ? s->security : UDP_NONE;
}

const char *hyd_udp_security_name(enum udp_security s) {
  static const char *const name[] = {"no tags", "tags of UMAC-64 (nettle)",
                                     "tags of AES-GMAC (libipsec-mb)", "tags of AES-GMAC (OpenSSL)",
                                     "encryption by AES-GCM (OpenSSL)"};
  return name[s];
}

/* 24 bits of each rank, 48 of the number: a session ends before either repeats (proto.c). */
static inline void write_nonce(const struct udp_head *h, unsigned char nonce[UDP_NONCE]) {
  uint64_t first = (h->src & 0xffffff) | (uint64_t)(h->dst & 0xffffff) << 24 | h->number << 48;
  uint32_t rest = (uint32_t)(h->number >> 16);
  first = htole64(first);
  rest = htole32(rest);
  memcpy(nonce, &first, sizeof first);
  memcpy(nonce + sizeof first, &rest, sizeof rest);
}

/* --- tags ----------------------------------------------------------------- */

static struct iovec part_of(const void *bytes, size_t size) {
  return (struct iovec){(void *)(uintptr_t)bytes, size};
}

static void make_umac(struct umac64_ctx *u, const unsigned char nonce[UDP_NONCE],
                      const struct iovec *piece, int n, unsigned char tag[UDP_UMAC_TAG]) {
  umac64_set_nonce(u, UDP_NONCE, nonce);
  for (int i = 0; i < n; i++) umac64_update(u, piece[i].iov_len, piece[i].iov_base);
  umac64_digest(u, UDP_UMAC_TAG, tag);
}

static inline int make_tag(struct udp_seal *s, const struct udp_head *h, const struct iovec *piece,
                           int n, unsigned char *tag) {
  unsigned char nonce[UDP_NONCE];
  write_nonce(h, nonce);
  if (s->security == UDP_GMAC_OPENSSL) return hyd_udp_gcm_tag(s->make, nonce, piece, n, tag);
  if (s->security == UDP_GMAC)
    hyd_udp_gmac_tag(s->gmac, nonce, piece, n, tag);
  else
    make_umac(&s->umac, nonce, piece, n, tag);
  return 0;
}

/* Most packets lie in one piece. */
static inline int make_whole_tag(struct udp_seal *s, const struct udp_head *h, const void *datagram,
                                 size_t body, unsigned char *tag) {
  struct iovec whole = part_of(datagram, sizeof *h + body);
  return make_tag(s, h, &whole, 1, tag);
}

/* Whether two tags are the same, in a time that does not depend on where they differ. That of
 * nettle's comparison of bytes is half of what a small packet's tag takes. */
static int is_same(const unsigned char *a, const unsigned char *b, size_t tag) {
  uint64_t x[2], y[2];
  memcpy(x, a, sizeof x[0]);
  memcpy(y, b, sizeof y[0]);
  memcpy(x + 1, a + tag - sizeof x[0], sizeof x[0]);
  memcpy(y + 1, b + tag - sizeof y[0], sizeof y[0]);
  return ((x[0] ^ y[0]) | (x[1] ^ y[1])) == 0;
}
_Static_assert(UDP_UMAC_TAG == sizeof(uint64_t) && UDP_MAX_TAG == 2 * sizeof(uint64_t),
               "a tag is its first and its last word");

/* --- packets -------------------------------------------------------------- */

/* Encryption wants the head by itself, even if the body lies behind it. */
static int encrypt(struct udp_seal *s, const struct udp_head *h, const struct iovec *part, int n,
                   unsigned char *cipher, unsigned char *tag) {
  struct iovec piece[UDP_SEAL_PARTS + 1] = {part_of(h, sizeof *h)};
  unsigned char nonce[UDP_NONCE];
  int pieces = 1;
  write_nonce(h, nonce);
  for (int i = 0; i < n; i++)
    if (part[i].iov_len) piece[pieces++] = part[i];
  return hyd_udp_gcm_encrypt(s->make, nonce, piece, pieces, cipher, tag);
}

static int decrypt(struct udp_seal *s, const struct udp_head *h, unsigned char *datagram) {
  unsigned char nonce[UDP_NONCE];
  write_nonce(h, nonce);
  return hyd_udp_gcm_decrypt(s->open, nonce, datagram, h->size);
}

static int make_tag_of_parts(struct udp_seal *s, const struct udp_head *h, const struct iovec *part,
                             int n, unsigned char *tag) {
  struct iovec piece[UDP_SEAL_PARTS + 1];
  int pieces = udp_add_part(piece, 0, part_of(h, sizeof *h));
  for (int i = 0; i < n; i++) pieces = udp_add_part(piece, pieces, part[i]);
  return make_tag(s, h, piece, pieces, tag);
}

int hyd_udp_seal_make(struct udp_seal *s, const struct udp_head *h, const struct iovec *part, int n,
                      unsigned char *cipher, unsigned char *tag) {
  if (s->security == UDP_AEAD) return encrypt(s, h, part, n, cipher, tag);
  if (n == 1 && part->iov_base == h + 1) return make_whole_tag(s, h, h, part->iov_len, tag);
  return make_tag_of_parts(s, h, part, n, tag);
}

int hyd_udp_seal_open(struct udp_seal *s, const struct udp_head *h, unsigned char *datagram,
                      const unsigned char *away, size_t naway) {
  unsigned char tag[UDP_MAX_TAG], *behind = datagram + sizeof *h;
  struct iovec part[2] = {part_of(away, naway), part_of(behind + naway, h->size - naway)};
  if (s->security == UDP_AEAD) return decrypt(s, h, datagram);
  if (naway ? make_tag_of_parts(s, h, part, 2, tag) : make_whole_tag(s, h, datagram, h->size, tag))
    return -1;
  return is_same(tag, behind + h->size, s->tag) ? 0 : -1;
}
