/* SPDX-License-Identifier: BSD-3-Clause
 *
 * late_crypto.c: libcrypto, for the udp conduit's packets.
 */
#include <openssl/evp.h>

#include "core/late.h"

#define HYD_LATE_DEF "core/late_crypto.def"
#define HYD_LATE_FILE HYD_CRYPTO_FILE
#define HYD_LATE_PATH HYD_CRYPTO_PATH
#include "core/late_calls.h"

int hyd_late_crypto(char *why, size_t why_size) { return hyd_late_load(&library, why, why_size); }
