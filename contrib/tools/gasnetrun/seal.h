/* SPDX-License-Identifier: BSD-3-Clause
 *
 * seal.h: a connection over the network between two that know a secret, as bytes that no other
 * process can read or make: what ssh does for the links that it carries. Each side begins with 16
 * random bytes; the keys come from the secret and both, so that a recorded connection is good for
 * nothing. Then frames: 4 bytes length, AES-128-GCM of as many, 16 bytes tag; the nonce is the
 * number of the frame.
 */
#ifndef HYD_GASNETRUN_SEAL_H
#define HYD_GASNETRUN_SEAL_H

#include "contrib/tools/gasnetrun/bytes.h"

#define HYD_SEAL_SECRET 32 /* bytes */

/* seal.c is not part of a build without OpenSSL (--disable-udp): these are NULL there. */
#pragma weak hyd_seal_new
#pragma weak hyd_seal_free
#pragma weak hyd_seal_begin
#pragma weak hyd_seal_ready
#pragma weak hyd_seal_make
#pragma weak hyd_seal_open

struct hyd_seal;
/* The sides of a connection: gasnetrun listens, a worker connects. */
enum hyd_seal_side { HYD_SEAL_LISTENS, HYD_SEAL_CONNECTS };
/* NULL: there is no memory, or no random number. */
struct hyd_seal *hyd_seal_new(enum hyd_seal_side side, const unsigned char secret[HYD_SEAL_SECRET]);
void hyd_seal_free(struct hyd_seal *seal);
static inline int hyd_seal_is_possible(void) { return hyd_seal_new != NULL; }

/* The first bytes to send. 0, or -1: no memory. */
int hyd_seal_begin(struct hyd_seal *seal, struct hyd_bytes *wire);
/* Whether the other side has begun, so that something can be sealed. */
int hyd_seal_ready(const struct hyd_seal *seal);
/* Some of what is in `clear`, as a frame to `wire`. 0, or -1. */
int hyd_seal_make(struct hyd_seal *seal, struct hyd_bytes *clear, struct hyd_bytes *wire);
/* Whole frames that are in `wire`, to `clear`. 0, or -1: another made them. */
int hyd_seal_open(struct hyd_seal *seal, struct hyd_bytes *wire, struct hyd_bytes *clear);

#endif
