/* SPDX-License-Identifier: BSD-3-Clause
 *
 * security.c: see security.h. GMAC of OpenSSL costs 3 ms to load, and 150 ns a packet more than
 * that of libipsec-mb. Where libipsec-mb is not installed a host therefore offers GMAC only if its
 * UMAC is slow, as on processors for which nettle has no code of its own.
 */
#include "conduits/udp/security.h"

#include <strings.h>

#include "core/base/err.h"
#include "core/optlib/load.h"

/* A slow time for the measured packets: UMAC of nettle takes 2.5 us on an AMD EPYC (Zen 5). */
#define SLOW_UMAC_NS 8000u

/* --- what is wanted ------------------------------------------------------- */

enum udp_security hyd_udp_wanted_security(struct hyd_env *env, int *open) {
  static const struct {
    const char *name;
    enum udp_security security;
  } kind[] = {{"mac", UDP_UMAC},
              {"gmac", UDP_GMAC},
              {"umac", UDP_UMAC},
              {"aead", UDP_AEAD},
              {"none", UDP_NONE}};
  const char *text = hyd_env_str(env, HYD_ENV_UDP_SECURITY);
  *open = strcasecmp(text, "mac") == 0;
  for (size_t i = 0; i < sizeof kind / sizeof kind[0]; i++)
    if (strcasecmp(text, kind[i].name) == 0) return kind[i].security;
  hyd_refuse("udp conduit", "GASNET_UDP_SECURITY=%.40s; expected mac, gmac, umac, aead or none",
             text);
}

/* Whether GMAC is to be OpenSSL's even if libipsec-mb is installed. */
static int wants_openssl(struct hyd_env *env) {
  const char *text = hyd_env_str(env, HYD_ENV_UDP_GMAC);
  if (strcasecmp(text, "openssl") == 0) return 1;
  if (strcasecmp(text, "auto") == 0) return 0;
  hyd_refuse("udp conduit", "GASNET_UDP_GMAC=%.40s; expected auto or openssl", text);
}

/* --- libraries ------------------------------------------------------------ */

static int has_ipsec_mb(struct hyd_env *env) {
  char why[256];
  return !wants_openssl(env) && hyd_late_ipsec_mb(why, sizeof why) == 0;
}

enum udp_security hyd_udp_security_here(struct hyd_env *env, enum udp_security agreed) {
  char why[256];
  if (agreed == UDP_GMAC && !has_ipsec_mb(env)) agreed = UDP_GMAC_OPENSSL;
  if ((agreed == UDP_GMAC_OPENSSL || agreed == UDP_AEAD) && hyd_late_crypto(why, sizeof why))
    hyd_refuse("udp conduit", "%s: %s (GASNET_UDP_SECURITY=umac needs none of it)",
               hyd_udp_security_name(agreed), why);
  return agreed;
}

/* --- speed ---------------------------------------------------------------- */

/* Returns the library that would make GMAC on this host; UDP_NONE: the host does not offer it. */
static enum udp_security offered_gmac(struct hyd_env *env, uint64_t umac_ns) {
  char why[256];
  if (has_ipsec_mb(env)) return UDP_GMAC;
  if (!wants_openssl(env) && umac_ns < SLOW_UMAC_NS) return UDP_NONE;
  return hyd_late_crypto(why, sizeof why) ? UDP_NONE : UDP_GMAC_OPENSSL;
}

void hyd_udp_measure_tags(struct hyd_env *env, struct udp_tag_speed *v) {
  uint64_t umac = hyd_udp_time_tags(UDP_UMAC), gmac = 0;
  enum udp_security by = offered_gmac(env, umac);
  if (by != UDP_NONE) gmac = hyd_udp_time_tags(by);
  v->umac = hyd_udp_speed_code(umac);
  v->gmac = gmac ? hyd_udp_speed_code(gmac) : UDP_NO_SPEED;
}
