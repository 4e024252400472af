/* SPDX-License-Identifier: BSD-3-Clause
 *
 * seal_openssl.c: AES-128-GCM of OpenSSL, and GMAC, which is GCM of nothing but authenticated
 * bytes. A context keeps the key schedule; a packet sets only the nonce.
 */
#include "conduits/udp/seal_int.h"

EVP_CIPHER_CTX *hyd_udp_gcm_new(const unsigned char key[UDP_KEY], int make) {
  EVP_CIPHER_CTX *c = EVP_CIPHER_CTX_new();
  if (c && EVP_CipherInit_ex(c, EVP_aes_128_gcm(), NULL, key, NULL, make) == 1) return c;
  EVP_CIPHER_CTX_free(c);
  return NULL;
}

static int authenticate(EVP_CIPHER_CTX *c, const void *bytes, size_t n) {
  int len;
  return EVP_CipherUpdate(c, NULL, &len, bytes, (int)n) == 1;
}

static int begin(EVP_CIPHER_CTX *c, const unsigned char nonce[UDP_NONCE]) {
  return EVP_CipherInit_ex(c, NULL, NULL, NULL, nonce, -1) == 1;
}

static int take_tag(EVP_CIPHER_CTX *c, unsigned char tag[UDP_MAX_TAG]) {
  unsigned char nothing[16];
  int len;
  if (EVP_CipherFinal_ex(c, nothing, &len) != 1) return -1;
  return EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_AEAD_GET_TAG, UDP_MAX_TAG, tag) == 1 ? 0 : -1;
}

int hyd_udp_gcm_tag(EVP_CIPHER_CTX *c, const unsigned char nonce[UDP_NONCE],
                    const struct iovec *piece, int n, unsigned char tag[UDP_MAX_TAG]) {
  if (!begin(c, nonce)) return -1;
  for (int i = 0; i < n; i++)
    if (!authenticate(c, piece[i].iov_base, piece[i].iov_len)) return -1;
  return take_tag(c, tag);
}

int hyd_udp_gcm_encrypt(EVP_CIPHER_CTX *c, const unsigned char nonce[UDP_NONCE],
                        const struct iovec *piece, int n, unsigned char *cipher,
                        unsigned char tag[UDP_MAX_TAG]) {
  int len;
  if (!begin(c, nonce) || !authenticate(c, piece[0].iov_base, piece[0].iov_len)) return -1;
  for (int i = 1; i < n; i++) {
    if (EVP_CipherUpdate(c, cipher, &len, piece[i].iov_base, (int)piece[i].iov_len) != 1) return -1;
    cipher += len;
  }
  return take_tag(c, tag);
}

int hyd_udp_gcm_decrypt(EVP_CIPHER_CTX *c, const unsigned char nonce[UDP_NONCE],
                        unsigned char *datagram, uint16_t size) {
  unsigned char *body = datagram + sizeof(struct udp_head), nothing[16];
  int len;
  if (!begin(c, nonce) || !authenticate(c, datagram, sizeof(struct udp_head))) return -1;
  if (size && EVP_CipherUpdate(c, body, &len, body, size) != 1) return -1;
  if (EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_AEAD_SET_TAG, UDP_MAX_TAG, body + size) != 1) return -1;
  return EVP_CipherFinal_ex(c, nothing, &len) == 1 ? 0 : -1;
}
