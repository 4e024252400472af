/* SPDX-License-Identifier: BSD-3-Clause
 *
 * seal_ipsec_none.c: in place of seal_ipsec.c where libipsec-mb was not there at the build.
 */
#include <stdlib.h>

#include "conduits/udp/seal_int.h"

struct udp_gmac *hyd_udp_gmac_new(const unsigned char key[UDP_KEY]) {
  (void)key;
  return NULL;
}

void hyd_udp_gmac_free(struct udp_gmac *g) { (void)g; }

void hyd_udp_gmac_tag(struct udp_gmac *g, const unsigned char nonce[UDP_NONCE],
                      const struct iovec *piece, int n, unsigned char tag[UDP_MAX_TAG]) {
  (void)g, (void)nonce, (void)piece, (void)n, (void)tag;
  abort(); /* there is no such g */
}
