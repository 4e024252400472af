/* SPDX-License-Identifier: BSD-3-Clause
 *
 * addresses.c: finds which addresses of this host reach the other hosts. Providers over IP list
 * interfaces in the kernel's order, and the first address may reach no other host: that of a
 * container bridge, which other hosts have, too, or of another network.
 */
#include "conduits/ofi/setup.h"

#include "conduits/ip/offer.h"
#include "conduits/ip/where.h"
#include "core/oob/oob.h"

_Static_assert(sizeof(struct hyd_ip_offer) <= HYD_RECORD_SIZE, "fits into an exchange");

static void look_at(const unsigned char *offers, uint32_t head, struct hyd_ofi_addresses *w) {
  struct hyd_ip_places there;
  uint32_t ways;
  hyd_ip_offer_read(HYD_RECORD_OF(struct hyd_ip_offer, offers, head), &there);
  ways = hyd_ip_ways(&w->here, &there);
  for (unsigned k = 0; k < w->here.n; k++) w->missed[k] += !((ways >> k) & 1);
  w->hosts++;
}

void hyd_ofi_find_addresses(const struct hyd_ofi *s, struct hyd_ofi_addresses *w) {
  uint32_t partner[HYD_IP_PARTNERS], mine = hyd_job_host_of(s->job, hyd_job_rank(s->job)), n;
  struct hyd_ip_offer offer;
  const unsigned char *offers;
  char why[256];
  memset(w, 0, sizeof *w);
  (void)hyd_ip_where("", 0, &w->here, why, sizeof why); /* no address: IP reaches no host */
  hyd_ip_offer_cut(&w->here);
  hyd_ip_offer_write(&offer, &w->here);
  offers = hyd_oob_exchange(s->job, &offer, sizeof offer);
  n = hyd_ip_partners(mine, hyd_job_hosts(s->job), partner);
  for (uint32_t i = 0; i < n; i++) look_at(offers, hyd_job_head_of(s->job, partner[i]), w);
  hyd_oob_exchange_end(s->job);
}
