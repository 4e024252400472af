/* SPDX-License-Identifier: BSD-3-Clause
 *
 * join.c: after the endpoints are open, ranks exchange provider, protocol, limits, keys and
 * addresses by hyd_oob_exchange, which takes HYD_RECORD_SIZE bytes at a time. Addresses may have
 * any length, different ones at different ranks.
 */
#include "conduits/ofi/setup.h"

#include <netinet/in.h>
#include <stdio.h>
#include <sys/mman.h>

#include "core/oob/oob.h"

#define ADDRESS_MOST 512

struct offer_record {
  char provider[HYD_RECORD_SIZE]; /* empty: this rank has failed */
};

struct rank_record {
  uint64_t key;
  uint32_t protocol, protocol_version, medium, window;
  uint16_t address; /* bytes of the address */
  uint8_t reach, ordered, answers, atomics;
};
_Static_assert(sizeof(struct rank_record) <= HYD_RECORD_SIZE, "fits");

/* --- the provider --------------------------------------------------------- */

static void compare_providers(struct hyd_ofi *s, const unsigned char *table) {
  const char *first = HYD_RECORD_OF(struct offer_record, table, 0)->provider;
  for (gex_Rank_t i = 1; i < hyd_job_size(s->job); i++) {
    const char *other = HYD_RECORD_OF(struct offer_record, table, i)->provider;
    if (strncmp(first, other, HYD_RECORD_SIZE) != 0)
      hyd_refuse(HYD_OFI_WHERE,
                 "rank %u found %.31s, rank 0 %.31s; expected the same provider: set "
                 "GASNET_OFI_PROVIDER or GASNET_OFI_DEVICE",
                 i, other, first);
  }
}

int hyd_ofi_join_all_well(struct hyd_ofi *s, int well) {
  struct offer_record mine = {""};
  const unsigned char *table;
  int all = 1;
  if (well)
    snprintf(mine.provider, sizeof mine.provider, "%s", s->net.info->fabric_attr->prov_name);
  table = hyd_oob_exchange(s->job, &mine, sizeof mine);
  for (gex_Rank_t i = 0; i < hyd_job_size(s->job); i++)
    all &= HYD_RECORD_OF(struct offer_record, table, i)->provider[0] != '\0';
  if (all) compare_providers(s, table);
  hyd_oob_exchange_end(s->job);
  return all;
}

/* --- everything else ------------------------------------------------------ */

static struct rank_record own_record(const struct hyd_ofi *s, size_t address) {
  return (struct rank_record){.key = s->memory.all ? fi_mr_key(s->memory.all) : 0,
                              .protocol = s->net.info->ep_attr->protocol,
                              .protocol_version = s->net.info->ep_attr->protocol_version,
                              .medium = (uint32_t)s->set.medium,
                              .window = s->set.window,
                              .address = (uint16_t)address,
                              .reach = s->memory.all ? HYD_OFI_ALL_MEMORY : HYD_OFI_NO_MEMORY,
                              .ordered = (uint8_t)s->net.has_order,
                              .answers = (uint8_t)s->attend.wanted,
                              .atomics = (uint8_t)s->memory.atomics};
}

static void learn_rank(struct hyd_ofi *s, gex_Rank_t i, const struct rank_record *mine,
                       const struct rank_record *r) {
  struct hyd_ofi_peer *p = &s->peer[i];
  if (r->protocol != mine->protocol || r->protocol_version != mine->protocol_version)
    hyd_refuse(HYD_OFI_WHERE,
               "rank %u speaks version %u of protocol %u, this rank version %u of protocol %u; "
               "expected the same libfabric on all hosts",
               i, r->protocol_version, r->protocol, mine->protocol_version, mine->protocol);
  if (r->medium != mine->medium || r->window != mine->window)
    hyd_refuse(HYD_OFI_WHERE,
               "rank %u has mediums of %u bytes and %u credits, this rank %u and %u; expected the "
               "same GASNET_OFI_MAX_MEDIUM and GASNET_OFI_CREDITS",
               i, r->medium, r->window, mine->medium, mine->window);
  p->key = r->key;
  p->reach = r->reach;
  p->ordered = r->ordered && mine->ordered;
  p->answers = r->answers;
  s->memory.atomics &= r->atomics;
}

/* Learns all ranks' records; returns the bytes of the longest address. */
static size_t exchange_records(struct hyd_ofi *s, size_t address) {
  struct rank_record mine = own_record(s, address);
  const unsigned char *table = hyd_oob_exchange(s->job, &mine, sizeof mine);
  size_t most = 0;
  for (gex_Rank_t i = 0; i < hyd_job_size(s->job); i++) {
    const struct rank_record *r = HYD_RECORD_OF(struct rank_record, table, i);
    learn_rank(s, i, &mine, r);
    if (r->address > most) most = r->address;
  }
  hyd_oob_exchange_end(s->job);
  return most;
}

static void exchange_addresses(struct hyd_ofi *s, const char *mine, size_t most, char *all) {
  for (size_t at = 0; at < most; at += HYD_RECORD_SIZE) {
    const unsigned char *table = hyd_oob_exchange(s->job, mine + at, HYD_RECORD_SIZE);
    for (gex_Rank_t i = 0; i < hyd_job_size(s->job); i++)
      memcpy(all + (size_t)i * ADDRESS_MOST + at, table + (size_t)i * HYD_RECORD_SIZE,
             HYD_RECORD_SIZE);
    hyd_oob_exchange_end(s->job);
  }
}

/* A link-local IPv6 address contains the sender's interface number: replaces it by that of this
 * host's interface. */
static void set_scope(const struct hyd_ofi *s, char *address) {
  const struct sockaddr_in6 *own = s->net.info->src_addr;
  struct sockaddr_in6 a;
  if (s->net.info->addr_format != FI_SOCKADDR_IN6 || own == NULL) return;
  memcpy(&a, address, sizeof a);
  if (!IN6_IS_ADDR_LINKLOCAL(&a.sin6_addr)) return;
  a.sin6_scope_id = own->sin6_scope_id;
  memcpy(address, &a, sizeof a);
}

/* Inserts the addresses one by one in rank order; the vector's numbers need not be ranks. */
static int insert_all(struct hyd_ofi *s, char *all, char *why, size_t size) {
  for (gex_Rank_t i = 0; i < hyd_job_size(s->job); i++) {
    int n;
    set_scope(s, all + (size_t)i * ADDRESS_MOST);
    n = fi_av_insert(s->net.av, all + (size_t)i * ADDRESS_MOST, 1, &s->peer[i].addr, 0, NULL);
    if (n == 1 && s->peer[i].addr != FI_ADDR_NOTAVAIL) continue;
    snprintf(why, size, "the address of rank %u is refused: %s", i,
             n < 0 ? fi_strerror(-n) : "the reason is not told");
    return -1;
  }
  return 0;
}

/* A provider's shared memory has a name, which would remain if this rank were killed. All ranks
 * have mapped the memory by now, so the name is removed. */
static void forget_name(const struct hyd_ofi *s, const char *mine) {
  const char *name = strstr(mine, "://");
  char path[ADDRESS_MOST];
  if (!hyd_ofi_policy_of(s->net.info->fabric_attr->prov_name)->leaves_names || name == NULL) return;
  snprintf(path, sizeof path, "/%s", name + 3);
  (void)shm_unlink(path);
}

int hyd_ofi_join(struct hyd_ofi *s, char *why, size_t size) {
  char mine[ADDRESS_MOST] = "", *all;
  size_t bytes = sizeof mine - 1;
  int err = fi_getname(&s->net.ep->fid, mine, &bytes);
  if (err || bytes > ADDRESS_MOST) {
    snprintf(why, size,
             "fi_getname: no address of %zu bytes: %s; expected another provider or device", bytes,
             fi_strerror(-err));
    return -1;
  }
  all = calloc(hyd_job_size(s->job), ADDRESS_MOST);
  if (all == NULL) hyd_fatal(HYD_OFI_WHERE, "out of memory for %u addresses", hyd_job_size(s->job));
  exchange_addresses(s, mine, exchange_records(s, bytes), all);
  err = insert_all(s, all, why, size);
  free(all);
  if (!hyd_ofi_join_all_well(s, err == 0)) return -1;
  forget_name(s, mine);
  return 0;
}
