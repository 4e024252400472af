/* SPDX-License-Identifier: BSD-3-Clause
 *
 * report.c: prints libfabric's entries with the reasons for the choice, and counts; describes a
 * peer for the report of a job that hangs.
 */
#include "conduits/ofi/setup.h"

#include <stdio.h>

static int is_wanted(const struct hyd_ofi *s) {
  struct hyd_env *env = hyd_job_env(s->job);
  return hyd_env_bool(env, HYD_ENV_OFI_LIST_DEVICES) &&
         (!hyd_env_is_set(env, HYD_ENV_OFI_LIST_DEVICES_NODES) ||
          hyd_env_has_rank(env, HYD_ENV_OFI_LIST_DEVICES_NODES, hyd_job_rank(s->job)));
}

static int has_same_names(const struct fi_info *a, const struct fi_info *b) {
  return strcmp(a->fabric_attr->prov_name, b->fabric_attr->prov_name) == 0 &&
         strcmp(a->domain_attr->name, b->domain_attr->name) == 0;
}

/* Whether an entry of the same names comes before: IPv4 and IPv6 of an interface are two entries.
 */
static int has_name_before(struct fi_info *list, const struct hyd_ofi_wish *w,
                           const struct fi_info *i, unsigned k) {
  for (unsigned before = 0; before < k; before++)
    if (has_same_names(hyd_ofi_choose(list, w, before), i)) return 1;
  return 0;
}

static int is_listed_before(const struct fi_info *list, const struct fi_info *i) {
  for (; list != i; list = list->next)
    if (has_same_names(list, i)) return 1;
  return 0;
}

void hyd_ofi_report_offers(const struct hyd_ofi *s, struct fi_info *list,
                           const struct hyd_ofi_wish *w) {
  const struct fi_info *i;
  char name[128];
  if (!is_wanted(s)) return;
  for (unsigned k = 0; (i = hyd_ofi_choose(list, w, k)) != NULL; k++) {
    if (has_name_before(list, w, i, k)) continue;
    hyd_ofi_name(i, name, sizeof name);
    fprintf(stderr,
            "ofi conduit: rank %u: could use %s: GASNET_OFI_PROVIDER='%s' "
            "GASNET_OFI_DEVICE='%s'\n",
            hyd_job_rank(s->job), name, i->fabric_attr->prov_name, i->domain_attr->name);
  }
  for (i = list; i; i = i->next) {
    const char *why = hyd_ofi_unfit(i, w);
    if (why == NULL || is_listed_before(list, i)) continue;
    hyd_ofi_name(i, name, sizeof name);
    fprintf(stderr, "ofi conduit: rank %u: left out is %s: %s\n", hyd_job_rank(s->job), name, why);
  }
}

static const char *way_of_longs(const struct hyd_ofi *s) {
  if (s->set.way == HYD_OFI_WAY_FETCH) return "by message and get";
  return s->net.has_order && s->set.way != HYD_OFI_WAY_WAIT ? "by put and message"
                                                            : "by put, and message after delivery";
}

void hyd_ofi_report_choice(const struct hyd_ofi *s) {
  const struct fi_info *i = s->net.info;
  char name[128], address[256];
  if (!is_wanted(s) &&
      (hyd_job_rank(s->job) != 0 || !hyd_env_bool(hyd_job_env(s->job), HYD_ENV_VERBOSEENV)))
    return;
  hyd_ofi_name(i, name, sizeof name);
  hyd_ofi_net_own_address(&s->net, address, sizeof address);
  fprintf(
      stderr,
      "ofi conduit: rank %u: used is %s at %s (libfabric %u.%u): %s by the network, longs %s, %s "
      "registered (mr_mode %#x), %s receives, mediums of %zu, inject %zu, %u operations, %u "
      "credits, %s\n",
      hyd_job_rank(s->job), name, address, FI_MAJOR(fi_version()), FI_MINOR(fi_version()),
      s->memory.atomics ? "atomics" : "no atomics", way_of_longs(s),
      s->memory.all ? "all memory is" : "segments are", (unsigned)i->domain_attr->mr_mode,
      s->net.multi_recv ? "multiple" : "single", s->set.medium, s->net.inject, s->nwork,
      s->set.window, s->net.fd[0] >= 0 ? "waits sleep" : "waits do not sleep for long");
}

void hyd_ofi_report_counts(const struct hyd_ofi *s) {
  const struct hyd_ofi_counts *c = &s->counts;
  if (!hyd_env_bool(hyd_job_env(s->job), HYD_ENV_OFI_COUNTS)) return;
  fprintf(stderr,
          "ofi conduit: rank %u: %llu messages (%llu by buffers, %llu in parts), %llu puts, %llu "
          "gets (%llu "
          "of several pieces), %llu atomics, %llu times no room, %llu dropped\n",
          hyd_job_rank(s->job), (unsigned long long)c->messages, (unsigned long long)c->by_buffer,
          (unsigned long long)c->in_parts, (unsigned long long)c->puts, (unsigned long long)c->gets,
          (unsigned long long)c->together, (unsigned long long)c->atomics,
          (unsigned long long)c->no_room, (unsigned long long)c->strangers);
}

/* May be called in a signal handler that has interrupted this rank anywhere. */
int hyd_ofi_describe(struct hyd_job *job, void *state, uint32_t peer, char *line, size_t size) {
  struct hyd_ofi *s = state;
  const struct hyd_ofi_peer *p = &s->peer[peer];
  (void)job;
  if (hyd_client_lock_peek(&s->attend.lock)) return -1;
  snprintf(line, size,
           "ofi: %u requests sent, %u dealt with; %u of its requests taken, %u told; %u operations "
           "under way%s; silent for %u s; %u of %u operations free, %u transfers wait for room, %u "
           "for memory%s%s%s",
           p->credits.sent, p->credits.returned, p->credits.taken, p->credits.told, p->under_way,
           p->wrote || p->flushing ? ", puts wait for a flush" : "", p->silent, s->nidle, s->nwork,
           s->nwaiting, s->pins.asked, s->held ? "; messages wait for room" : "",
           s->in.ready ? "; receives are not posted" : "", s->lost_ns ? "; something is lost" : "");
  hyd_client_lock_peeked(&s->attend.lock);
  return 0;
}
