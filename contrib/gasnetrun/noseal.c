/* SPDX-License-Identifier: BSD-3-Clause
 *
 * noseal.c: in place of seal.c where the build lacks OpenSSL (--disable-udp): no connection can be
 * sealed.
 */
#include "contrib/gasnetrun/seal.h"

int hyd_seal_is_possible(void) { return 0; }

struct hyd_seal *hyd_seal_new(enum hyd_seal_side side,
                              const unsigned char secret[HYD_SEAL_SECRET]) {
  (void)side;
  (void)secret;
  return NULL;
}

void hyd_seal_free(struct hyd_seal *seal) { (void)seal; }

int hyd_seal_begin(struct hyd_seal *seal, struct hyd_bytes *wire) {
  (void)seal;
  (void)wire;
  return -1;
}

int hyd_seal_ready(const struct hyd_seal *seal) {
  (void)seal;
  return 0;
}

int hyd_seal_make(struct hyd_seal *seal, struct hyd_bytes *clear, struct hyd_bytes *wire) {
  (void)seal;
  (void)clear;
  (void)wire;
  return -1;
}

int hyd_seal_open(struct hyd_seal *seal, struct hyd_bytes *wire, struct hyd_bytes *clear) {
  (void)seal;
  (void)wire;
  (void)clear;
  return -1;
}
