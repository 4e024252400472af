/* SPDX-License-Identifier: BSD-3-Clause
 *
 * crypto.c: libcrypto, for the udp conduit's packets.
 */
#include <openssl/evp.h>

#include "core/optlib/load.h"

#define HYD_LATE_CRYPTO
#define HYD_LATE_FILE HYD_CRYPTO_FILE
#define HYD_LATE_PATH HYD_CRYPTO_PATH
#include "core/optlib/calls.h"

int hyd_late_crypto(char *why, size_t why_size) { return hyd_late_load(&library, why, why_size); }
