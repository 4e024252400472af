/* SPDX-License-Identifier: BSD-3-Clause
 *
 * settings.c: sizes from the environment, and environment variables that providers need.
 */
#include "conduits/ofi/setup.h"

#include <stdio.h>
#include <strings.h>
#include <unistd.h>

#include "conduits/module_limits.h"

#define CREDIT_BYTES (32u << 20) /* most bytes that all peers together may send without waiting */
#define MEDIUM_MOST 65000
#define RECEIVE_LEAST (64u << 10) /* bytes of a buffer that takes many messages */
#define RECEIVE_MOST (1u << 20)

/* Datagrams that rxd has under way to a peer. With more than one, libfabric 1.17's stands still for
 * good now and then (contrib/spec/ofi.md 1.7). */
#define RXD_DATAGRAMS 1

/* Defaults of providers' variables (contrib/spec/ofi.md 1.7 and 3.4); set for absent providers,
 * too, as only they read them. A value that the user has set, even an empty one, stays. libfabric's
 * cache of registrations is off, as firehose is one; but cxi does not work without. */
#define CXI "/sys/class/cxi"
static const struct {
  const char *with, *without; /* files that there must be, or must not; NULL: any */
  const char *name, *value;
} defaults[] = {
    {NULL, CXI, "FI_MR_CACHE_MONITOR", "disabled"},
    {NULL, CXI, "FI_MR_CACHE_MAX_COUNT", "0"},
    {CXI, NULL, "FI_MR_CACHE_MAX_COUNT", "-1"},
    {CXI, NULL, "FI_MR_CACHE_MAX_SIZE", "-1"},
    {CXI, NULL, "FI_CXI_RX_MATCH_MODE", "software"},
    {CXI, NULL, "FI_CXI_RDZV_THRESHOLD", "16384"},
    {CXI, NULL, "FI_CXI_DEFAULT_CQ_SIZE", "131072"},
    {CXI, NULL, "CXI_FORK_SAFE", "1"},
    {NULL, NULL, "HFI_NO_CPUAFFINITY", "1"},
    {NULL, NULL, "FI_PSM3_NAME_SERVER", "0"},
    {NULL, NULL, "FI_EFA_ENABLE_SHM_TRANSFER", "0"},
    {NULL, NULL, "FI_EFA_FORK_SAFE", "1"},
    {NULL, NULL, "RDMAV_FORK_SAFE", "1"},
};

static void set_default(size_t i) {
  if (defaults[i].with && access(defaults[i].with, F_OK)) return;
  if (defaults[i].without && access(defaults[i].without, F_OK) == 0) return;
  setenv(defaults[i].name, defaults[i].value, 0);
}

/* psm2, psm3 and opx: the same at all ranks of a job, different in other jobs. */
static void set_uuid(const unsigned char *key) {
  static const char *const names[] = {"FI_PSM2_UUID", "FI_PSM3_UUID", "FI_OPX_UUID"};
  char text[40];
  const unsigned char *k = key + 16;
  snprintf(text, sizeof text,
           "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", k[0], k[1], k[2],
           k[3], k[4], k[5], k[6], k[7], k[8], k[9], k[10], k[11], k[12], k[13], k[14], k[15]);
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) setenv(names[i], text, 0);
}

static void set_number(const char *name, uint32_t n) {
  char text[16];
  snprintf(text, sizeof text, "%u", n);
  setenv(name, text, 0);
}

/* rxm clears its buffers when ranks connect: so there are only as many as a peer may send requests
 * and replies. */
void hyd_ofi_settings_defaults(const struct hyd_ofi *s) {
  for (size_t i = 0; i < sizeof defaults / sizeof defaults[0]; i++) set_default(i);
  set_uuid(hyd_job_key(s->job));
  set_number("FI_OFI_RXM_MSG_RX_SIZE", 2 * s->set.window + 4);
  set_number("FI_OFI_RXD_MAX_UNACKED", RXD_DATAGRAMS);
  if (hyd_env_bool(hyd_job_env(s->job), HYD_ENV_OFI_SET_UNIVERSE_SIZE))
    set_number("FI_UNIVERSE_SIZE", hyd_job_size(s->job));
}

/* The index of the variable's value in the list; env.c has refused other values. */
static unsigned read_word(const struct hyd_ofi *s, enum hyd_env_id id, const char *const *list) {
  const char *text = hyd_env_str(hyd_job_env(s->job), id);
  for (unsigned i = 0; list[i]; i++)
    if (strcasecmp(text, list[i]) == 0) return i;
  return 0;
}

/* Bytes of a receive buffer, such that all that peers may send without waiting fits, within limits.
 * No more, since messages are faster in memory that is in the cache. */
static size_t enough_for_peers(const struct hyd_ofi *s) {
  const struct hyd_ofi_settings *set = &s->set;
  uint64_t all = (uint64_t)(HYD_OFI_BEFORE_PAYLOAD + set->medium) * hyd_job_size(s->job) * 2 *
                 set->window / set->recvs;
  return all < RECEIVE_LEAST ? RECEIVE_LEAST : all > RECEIVE_MOST ? RECEIVE_MOST : (size_t)all;
}

static void read_receives(struct hyd_ofi_settings *set, const struct hyd_ofi *s) {
  const char *text = hyd_env_str(hyd_job_env(s->job), HYD_ENV_OFI_RECEIVE_BUFF_SIZE);
  char *end;
  set->recvs = hyd_job_number(s->job, HYD_ENV_OFI_NUM_RECEIVE_BUFFS, 2, 4096);
  set->multi_recv = strcasecmp(text, "recv") != 0;
  set->recv_size = enough_for_peers(s);
  if (!set->multi_recv || strcasecmp(text, "auto") == 0) return;
  set->recv_size = (size_t)strtoull(text, &end, 10);
  if (*end == 'K' || *end == 'k') set->recv_size <<= 10;
  if (*end == 'M' || *end == 'm') set->recv_size <<= 20;
  if (set->recv_size < 4096 || set->recv_size > 1u << 30)
    hyd_refuse(HYD_OFI_WHERE,
               "GASNET_OFI_RECEIVE_BUFF_SIZE=%.40s; expected a size of 4KB to 1GB, auto or recv",
               text);
}

void hyd_ofi_settings_read(struct hyd_ofi *s) {
  struct hyd_ofi_settings *set = &s->set;
  struct hyd_env *env = hyd_job_env(s->job);
  set->medium = hyd_packet_round(
      hyd_job_number(s->job, HYD_ENV_OFI_MAX_MEDIUM, HYD_OFI_MEDIUM_LEAST, MEDIUM_MOST));
  set->window =
      hyd_credits_window(hyd_job_number(s->job, HYD_ENV_OFI_CREDITS, 1, 1024), CREDIT_BYTES,
                         HYD_OFI_BEFORE_PAYLOAD + set->medium, hyd_job_size(s->job));
  set->slack = (set->window + 1) / 2;
  set->requests = hyd_job_number(s->job, HYD_ENV_OFI_MAX_REQUEST_BUFFS, 4, 65536);
  set->sends = set->requests + hyd_job_number(s->job, HYD_ENV_OFI_MAX_REPLY_BUFFS, 4, 65536);
  set->bounces = hyd_job_number(s->job, HYD_ENV_OFI_NUM_BBUFS, 4, 4096);
  set->inject_am = (size_t)hyd_env_size(env, hyd_env_is_set(env, HYD_ENV_OFI_AM_INJECT_LIMIT)
                                                 ? HYD_ENV_OFI_AM_INJECT_LIMIT
                                                 : HYD_ENV_OFI_INJECT_LIMIT);
  set->inject_rma = (size_t)hyd_env_size(env, HYD_ENV_OFI_RMA_INJECT_LIMIT);
  set->tx_queue = hyd_job_number(s->job, HYD_ENV_OFI_TX_CQ_SIZE, 0, 1 << 24);
  set->rx_queue = hyd_job_number(s->job, HYD_ENV_OFI_RX_CQ_SIZE, 0, 1 << 24);
  set->atomics = (int)hyd_env_int(env, HYD_ENV_OFI_ATOMICS, -1, 1);
  set->way =
      read_word(s, HYD_ENV_OFI_LONGS, (const char *const[]){"auto", "fetch", "put", "wait", NULL});
  set->delivery =
      read_word(s, HYD_ENV_OFI_PUTS, (const char *const[]){"auto", "each", "flush", NULL});
  set->memory =
      read_word(s, HYD_ENV_OFI_MEMORY, (const char *const[]){"auto", "segment", "local", NULL});
  read_receives(set, s);
}

int hyd_ofi_settings_fit(struct hyd_ofi_settings *set, size_t message, char *why, size_t size) {
  size_t most = (message - HYD_OFI_BEFORE_PAYLOAD) & ~(size_t)(HYD_PACKET_ALIGN - 1);
  if (message < HYD_OFI_LEAST) {
    snprintf(why, size, "messages of %zu bytes are too short", message);
    return -1;
  }
  if (set->medium > most) set->medium = most;
  return 0;
}
