/* SPDX-License-Identifier: BSD-3-Clause
 *
 * manager_fuzz.c: fuzz target for what a rank is told while it comes up: the answers of a process
 * manager (PMI-1, PMI-2), or what the client's own exchange brings of the other ranks (hyd_boot.h).
 * All is right but for what grammar.h breaks. Whatever it is, a call fails with a line, or gives
 * what fits into the caller's room.
 *
 * Built with clang: -fsanitize=fuzzer,address,undefined. Without libFuzzer, fasta_replay.c runs it.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/base/core.h"
#include "core/boot/pm.h"
#include "core/boot/pmi_text.h"
#include "core/include/hyd_boot.h"
#include "tests/fuzz/grammar.h"

#define BLOB 3000u
#define MOST_KEPT (64u << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

const struct hyd_pm_ops hyd_pm_pmix = {.name = "PMIx"};

/* --- what a manager answers --------------------------------------------------- */

static void answer(struct fuzz_messages *all, int wire, const char *text) {
  char line[HYD_PM_LINE + 16];
  int n = wire == HYD_PM_WIRE_1 ? snprintf(line, sizeof line, "%s\n", text)
                                : snprintf(line, sizeof line, "%6zu%s", strlen(text), text);
  must(n > 0 && (size_t)n < sizeof line);
  fuzz_add(all, 0, line, (size_t)n);
}

static void answer_value(struct fuzz_messages *all, int wire, const char *value) {
  char text[HYD_PM_LINE];
  snprintf(text, sizeof text,
           wire == HYD_PM_WIRE_1 ? "cmd=get_result rc=0 msg=success value=%s"
                                 : "cmd=kvs-get-response;found=TRUE;value=%s;rc=0;",
           value);
  answer(all, wire, text);
}

/* A blob as hyd_pm_put_blob writes it, in pieces; its number may have zeros in front. */
static void answer_blob(struct fuzz_choices *c, struct fuzz_messages *all, int wire) {
  static char text[8000];
  char piece[1024];
  uint32_t bytes = fuzz_below(c, 4) ? BLOB : fuzz_below(c, 2 * BLOB);
  int zeros = fuzz_below(c, 4) ? 1 : (int)fuzz_below(c, 800);
  size_t n = (size_t)snprintf(text, sizeof text, "%0*u.", zeros, bytes);
  size_t letters = bytes / 3 * 4 + (bytes % 3 ? bytes % 3 + 1 : 0), most = 100 + fuzz_below(c, 800);
  for (size_t i = 0; i < letters && n < sizeof text - 1; i++) text[n++] = "Az09-_"[i % 6];
  text[n] = '\0';
  for (size_t at = 0; at < n; at += most) {
    snprintf(piece, sizeof piece, "%.*s", (int)most, text + at);
    answer_value(all, wire, piece);
  }
}

static void answer_all(struct fuzz_choices *c, struct fuzz_messages *all, int wire) {
  static const char *const opening[2][4] = {
      {"cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0",
       "cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024", "cmd=appnum appnum=0 rc=0",
       "cmd=my_kvsname kvsname=job"},
      {NULL, "cmd=fullinit-response;rc=0;rank=0;size=3;appnum=0;",
       "cmd=job-getid-response;jobid=job;rc=0;", NULL}};
  int second = wire == HYD_PM_WIRE_2;
  if (second)
    answer(all, HYD_PM_WIRE_1, "cmd=response_to_init pmi_version=2 pmi_subversion=0 rc=0");
  for (int i = 0; i < 4; i++)
    if (opening[second][i]) answer(all, wire, opening[second][i]);
  for (int i = 0; i < 2; i++) /* of put, and of the pieces of a blob */
    answer(all, wire, second ? "cmd=kvs-put-response;rc=0;" : "cmd=put_result rc=0 msg=success");
  answer(all, wire, second ? "cmd=kvs-fence-response;rc=0;" : "cmd=barrier_out rc=0");
  answer_value(all, wire, "a-value");
  answer_blob(c, all, wire);
  answer(all, wire, second ? "cmd=finalize-response;rc=0;" : "cmd=finalize_ack rc=0 msg=success");
}

/* --- what an exchange brings --------------------------------------------------- */

/* Rank 1 tells a text whose size is right, or not. */
static uint64_t their_size(struct fuzz_choices *c) {
  return fuzz_below(c, 4) ? fuzz_below(c, 5000) : fuzz_extreme(c);
}

static int gather(void *context, const void *mine, size_t bytes, void *all) {
  static const char text[] = "at-1=here";
  struct fuzz_choices *c = context;
  char *to = all;
  must(bytes <= MOST_KEPT);
  memcpy(to, mine, bytes);
  if (bytes == sizeof(uint64_t)) {
    uint64_t size = their_size(c);
    memcpy(to + bytes, &size, bytes);
    return 0;
  }
  for (size_t i = 0; i < bytes; i++) to[bytes + i] = text[i % sizeof text];
  for (uint32_t n = fuzz_below(c, 3); n > 0; n--)
    to[bytes + fuzz_below(c, (uint32_t)bytes)] = (char)fuzz_below(c, 256);
  if (fuzz_below(c, 4) == 0) memset(to + bytes, 'x', bytes); /* no end */
  return 0;
}

static int meet(void *context) { return fuzz_below(context, 64) == 1; }

/* --- the rank -------------------------------------------------------------------- */

/* Makes a rank's calls of its manager, until one fails. */
static int use(struct hyd_pm *pm) {
  static unsigned char mine[100], theirs[BLOB];
  char value[40];
  size_t n = sizeof theirs;
  if (pm->ops->put(pm, "at-0", "here") || hyd_pm_put_blob(pm, "mine", mine, sizeof mine) ||
      pm->ops->fence(pm) || pm->ops->get(pm, 1, "at-1", value, sizeof value))
    return -1;
  must(strlen(value) < sizeof value);
  if (hyd_pm_get_blob(pm, 1, "theirs", theirs, &n)) return -1;
  must(n <= sizeof theirs);
  return 0;
}

static void be_rank(const struct hyd_pm_ops *ops) {
  struct hyd_pm pm = {.ops = ops};
  int rc = hyd_pm_open(&pm, ops);
  must(rc == 0 || pm.why[0]);
  if (rc) return;
  must(pm.rank < pm.size);
  if (use(&pm)) must(pm.why[0] != '\0');
  pm.in_haste = 1;
  ops->close(&pm);
}

static void with_manager(struct fuzz_choices *c, int wire) {
  struct fuzz_messages all = {0};
  char number[16];
  int pair[2];
  must(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  fcntl(pair[1], F_SETFL, O_NONBLOCK);
  answer_all(c, &all, wire);
  fuzz_break(c, &all);
  for (unsigned i = 0; i < all.n; i++) (void)!write(pair[1], all.at[i].p, all.at[i].n);
  shutdown(pair[1], SHUT_WR);
  snprintf(number, sizeof number, "%d", pair[0]);
  setenv("PMI_FD", number, 1);
  be_rank(wire == HYD_PM_WIRE_1 ? &hyd_pm_pmi1 : &hyd_pm_pmi2);
  close(pair[0]);
  close(pair[1]);
  fuzz_free(&all);
}

static void with_exchange(struct fuzz_choices *c) {
  struct hyd_boot_exchange e = {
      .rank = 0, .size = 2, .allgather = gather, .barrier = meet, .context = c};
  must(hyd_boot_by_exchange(&e) == GASNET_OK);
  be_rank(&hyd_pm_exchange);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct fuzz_choices c = fuzz_choices_of(data, size);
  uint32_t which = fuzz_below(&c, 3);
  signal(SIGPIPE, SIG_IGN);
  setenv("PMI_RANK", "0", 1);
  setenv("PMI_SIZE", "3", 1);
  if (which == 2)
    with_exchange(&c);
  else
    with_manager(&c, which ? HYD_PM_WIRE_2 : HYD_PM_WIRE_1);
  return 0;
}
