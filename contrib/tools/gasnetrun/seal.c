/* SPDX-License-Identifier: BSD-3-Clause
 *
 * seal.c: see seal.h. The keys of the two directions are the halves of HMAC-SHA256(secret,
 * beginnings of the side that connects, of the side that listens). A frame that is not the next one
 * does not open.
 */
#include "contrib/tools/gasnetrun/seal.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "core/sys/entropy.h"

#define BEGINNING 16
#define TAG 16
#define MOST 32768u /* bytes in a frame */

struct hyd_seal {
  enum hyd_seal_side side;
  unsigned char secret[HYD_SEAL_SECRET], begun[2][BEGINNING];
  EVP_CIPHER_CTX *make, *open; /* NULL: the other side has not begun */
  uint64_t made, opened;
};

struct hyd_seal *hyd_seal_new(enum hyd_seal_side side,
                              const unsigned char secret[HYD_SEAL_SECRET]) {
  struct hyd_seal *s = calloc(1, sizeof *s);
  if (s == NULL) return NULL;
  s->side = side;
  memcpy(s->secret, secret, HYD_SEAL_SECRET);
  if (hyd_random(s->begun[side], BEGINNING) == 0) return s;
  free(s);
  return NULL;
}

void hyd_seal_free(struct hyd_seal *s) {
  if (s == NULL) return;
  EVP_CIPHER_CTX_free(s->make);
  EVP_CIPHER_CTX_free(s->open);
  OPENSSL_cleanse(s, sizeof *s);
  free(s);
}

int hyd_seal_begin(struct hyd_seal *s, struct hyd_bytes *wire) {
  return hyd_bytes_add(wire, s->begun[s->side], BEGINNING);
}

int hyd_seal_ready(const struct hyd_seal *s) { return s->make != NULL; }

static EVP_CIPHER_CTX *context(const unsigned char *key, int make) {
  EVP_CIPHER_CTX *c = EVP_CIPHER_CTX_new();
  if (c && EVP_CipherInit_ex(c, EVP_aes_128_gcm(), NULL, key, NULL, make) == 1) return c;
  EVP_CIPHER_CTX_free(c);
  return NULL;
}

/* The other side has begun: the keys are known. */
static int agree(struct hyd_seal *s, struct hyd_bytes *wire) {
  unsigned char both[2 * BEGINNING], key[EVP_MAX_MD_SIZE];
  unsigned n = 0;
  memcpy(s->begun[!s->side], hyd_bytes_at(wire), BEGINNING);
  wire->start += BEGINNING;
  if (memcmp(s->begun[0], s->begun[1], BEGINNING) == 0) return -1; /* our own, sent back */
  memcpy(both, s->begun[HYD_SEAL_CONNECTS], BEGINNING);
  memcpy(both + BEGINNING, s->begun[HYD_SEAL_LISTENS], BEGINNING);
  if (HMAC(EVP_sha256(), s->secret, HYD_SEAL_SECRET, both, sizeof both, key, &n) == NULL || n != 32)
    return -1;
  s->make = context(key + (s->side == HYD_SEAL_LISTENS ? 16 : 0), 1);
  s->open = context(key + (s->side == HYD_SEAL_LISTENS ? 0 : 16), 0);
  OPENSSL_cleanse(key, sizeof key);
  return s->make && s->open ? 0 : -1;
}

/* The length is what is authenticated besides. */
static int start_cipher(EVP_CIPHER_CTX *c, uint64_t number, const void *length) {
  unsigned char nonce[12] = {0};
  int n;
  for (int i = 0; i < 8; i++) nonce[i] = (unsigned char)(number >> 8 * i);
  return EVP_CipherInit_ex(c, NULL, NULL, NULL, nonce, -1) == 1 &&
         EVP_CipherUpdate(c, NULL, &n, length, 4) == 1;
}

int hyd_seal_make(struct hyd_seal *s, struct hyd_bytes *clear, struct hyd_bytes *wire) {
  size_t used = hyd_bytes_used(clear);
  uint32_t n = used < MOST ? (uint32_t)used : MOST;
  unsigned char *frame;
  int done;
  if (s->make == NULL || n == 0) return 0;
  if (hyd_bytes_u32(wire, n) || hyd_bytes_room(wire, n + TAG) == NULL) return -1;
  frame = (unsigned char *)wire->p + wire->n;
  if (!start_cipher(s->make, s->made++, frame - 4) ||
      EVP_CipherUpdate(s->make, frame, &done, (const unsigned char *)hyd_bytes_at(clear), (int)n) !=
          1 ||
      EVP_CipherFinal_ex(s->make, frame + n, &done) != 1 ||
      EVP_CIPHER_CTX_ctrl(s->make, EVP_CTRL_AEAD_GET_TAG, TAG, frame + n) != 1)
    return -1;
  wire->n += n + TAG;
  clear->start += n;
  return 0;
}

/* The frame at the front of `wire`: 1, 0 if it is not whole, -1. */
static int open_one(struct hyd_seal *s, struct hyd_bytes *wire, struct hyd_bytes *clear) {
  struct hyd_reader r = hyd_read_bytes(wire);
  uint32_t n = hyd_read_u32(&r);
  const unsigned char *frame = (const unsigned char *)r.p;
  unsigned char tag[TAG], *room;
  int done;
  if (r.bad) return 0;
  if (n == 0 || n > MOST) return -1;
  if ((size_t)(r.end - r.p) < n + TAG) return 0;
  memcpy(tag, frame + n, TAG);
  if ((room = (unsigned char *)hyd_bytes_room(clear, n)) == NULL ||
      !start_cipher(s->open, s->opened++, frame - 4) ||
      EVP_CipherUpdate(s->open, room, &done, frame, (int)n) != 1 ||
      EVP_CIPHER_CTX_ctrl(s->open, EVP_CTRL_AEAD_SET_TAG, TAG, tag) != 1 ||
      EVP_CipherFinal_ex(s->open, room + n, &done) != 1)
    return -1;
  clear->n += n;
  wire->start += 4 + n + TAG;
  return 1;
}

int hyd_seal_open(struct hyd_seal *s, struct hyd_bytes *wire, struct hyd_bytes *clear) {
  int rc;
  if (s->open == NULL && hyd_bytes_used(wire) >= BEGINNING && agree(s, wire)) return -1;
  if (s->open == NULL) return 0;
  while ((rc = open_one(s, wire, clear)) > 0) {
  }
  return rc;
}
