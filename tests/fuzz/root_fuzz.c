/* SPDX-License-Identifier: BSD-3-Clause
 *
 * root_fuzz.c: fuzz target for gasnetrun against agents that have been let in and are broken. Three
 * agents of five ranks say what agents say (grammar.h breaks it), and then are gone. Whatever it
 * is, gasnetrun comes to the job's end; its status is 0 only if each rank has ended so, or left the
 * job in peace; what it keeps is bounded.
 *
 * Built with clang: -fsanitize=fuzzer,address,undefined. Without libFuzzer, fasta_replay.c runs it.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/socket.h>

#include "contrib/tools/gasnetrun/custom.h"
#include "contrib/tools/gasnetrun/root.h"
#include "contrib/tools/gasnetrun/run.h"
#include "core/boot/leftovers.h"
#include "core/sys/clock.h"
#include "tests/fuzz/job_messages.h"

#define HOSTS 3u
#define RANKS 5u
#define LATER UINT64_C(100000000000) /* ns: beyond all that is waited for */
#define MOST_KEPT (8u << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const uint32_t ranks_of[HOSTS] = {2, 1, 2}, first_of[HOSTS] = {0, 2, 3};
static struct hyd_root root;
static struct hyd_host host[HOSTS];
static int theirs[HOSTS];

/* --- what of gasnetrun is not here ----------------------------------------- */

void hyd_custom_start(struct hyd_custom *c, struct hyd_root *r) { (void)c, (void)r; }
void hyd_custom_watch(struct hyd_custom *c) { (void)c; }
void hyd_custom_advance(struct hyd_custom *c, uint64_t now) { (void)c, (void)now; }
void hyd_custom_reaped(struct hyd_custom *c, pid_t pid, int status) {
  (void)c, (void)pid, (void)status;
}
void hyd_custom_close(struct hyd_custom *c) { (void)c; }
int hyd_run_is_quiet(void) { return 0; }
const char *hyd_run_self_again(void) { return "/nonexistent"; }
int hyd_run_find(const char *program, char *path, size_t size) {
  return (void)program, (void)path, (void)size, 2;
}
void hyd_wrong(const char *fmt, ...) {
  (void)fmt;
  abort();
}
void hyd_leftovers_adopt(struct hyd_leftovers *l) { (void)l; }
void hyd_leftovers_end(const struct hyd_leftovers *l, int ms) { (void)l, (void)ms; }

/* --- the grammar ------------------------------------------------------------ */

static void say_text(struct fuzz_messages *all, uint32_t h, enum hyd_msg_type type, uint32_t a,
                     uint32_t b, const char *text) {
  fuzz_say(all, h, (struct hyd_message){.type = type, .a = a, .b = b}, text, strlen(text));
}

static void say_table(struct fuzz_choices *c, struct fuzz_messages *all, uint32_t h) {
  static char value[1000];
  struct hyd_bytes pairs = {0};
  memset(value, 'v', sizeof value - 1);
  for (uint32_t i = 0, n = 1 + fuzz_below(c, 30); i < n; i++)
    must(hyd_bytes_str(&pairs, "key") == 0 && hyd_bytes_str(&pairs, value) == 0);
  fuzz_say(all, h, (struct hyd_message){.type = HYD_MSG_TABLE}, pairs.p, pairs.n);
  hyd_bytes_free(&pairs);
}

/* Something that an agent may say at any time. */
static void say_aside(struct fuzz_choices *c, struct fuzz_messages *all, uint32_t h) {
  uint32_t rank = first_of[h] + fuzz_below(c, ranks_of[h]);
  switch (fuzz_below(c, 8)) {
  case 0: say_text(all, h, HYD_MSG_OUT, rank, 1 + fuzz_below(c, 2), "a line\nand another\n"); break;
  case 1: say_text(all, h, HYD_MSG_OUT, rank, 1 + fuzz_below(c, 2), "no end"); break;
  case 2: say_text(all, h, HYD_MSG_NOTE, 0, 0, "a note"); break;
  case 3: say_text(all, h, HYD_MSG_TOOK, fuzz_below(c, 100), 0, ""); break;
  case 4: say_text(all, h, HYD_MSG_DUMP, 0, 0, ""); break;
  case 5: say_text(all, h, HYD_MSG_DUMPED, 1 + fuzz_below(c, 2), 0, ""); break;
  case 6: say_text(all, h, HYD_MSG_ROWS, 1, fuzz_below(c, 2), "rows"); break;
  default: say_text(all, h, HYD_MSG_PING, 0, 0, "");
  }
}

/* How a rank ends: seldom otherwise than well. */
static void say_end(struct fuzz_choices *c, struct fuzz_messages *all, uint32_t h, uint32_t rank) {
  struct hyd_message m = {.type = HYD_MSG_EXIT, .a = rank, .b = 100 + rank, .d = 1};
  uint32_t how = fuzz_below(c, 16);
  if (how == 1) m.c = 3 << 8;
  if (how == 2) m.c = 11;
  if (how == 3) m.d |= 2;
  if (how == 4)
    fuzz_say(all, h, (struct hyd_message){.type = HYD_MSG_LEAVES, .a = rank, .b = m.b, .c = 3}, "",
             0);
  if (how == 5)
    fuzz_say(all, h, (struct hyd_message){.type = HYD_MSG_GONE, .a = rank, .b = m.b}, "", 0);
  if (how == 6) say_text(all, h, HYD_MSG_ABORT, rank, fuzz_below(c, 2), "");
  if (how == 7) say_text(all, h, HYD_MSG_FAIL, 1, 0, "a failure");
  fuzz_say(all, h, m, "", 0);
  if (rank == 0) say_text(all, h, HYD_MSG_READ, 5, 0, "");
}

static void converse(struct fuzz_choices *c, struct fuzz_messages *all) {
  struct hyd_bytes greeting = {0};
  must(hyd_msg_greet(&greeting) == 0);
  for (uint32_t h = 0; h < HOSTS; h++) {
    fuzz_add(all, h, greeting.p, greeting.n);
    say_text(all, h, HYD_MSG_READY, 0, 0, "");
    if (fuzz_below(c, 2)) say_aside(c, all, h);
  }
  hyd_bytes_free(&greeting);
  for (uint32_t fences = fuzz_below(c, 3); fences > 0; fences--)
    for (uint32_t h = 0; h < HOSTS; h++) {
      say_text(all, h, HYD_MSG_FENCE, 0, 0, "");
      if (fuzz_below(c, 2)) say_table(c, all, h);
      say_text(all, h, HYD_MSG_FENCE, 1, 0, "");
    }
  for (uint32_t h = 0; h < HOSTS; h++) {
    for (uint32_t i = 0; i < ranks_of[h]; i++) say_end(c, all, h, first_of[h] + i);
    if (fuzz_below(c, 2)) say_aside(c, all, h);
    say_text(all, h, HYD_MSG_DONE, 0, 0, "");
  }
}

/* --- gasnetrun --------------------------------------------------------------- */

static void on_signal(void *ctx, int sig) { (void)ctx, (void)sig; }

static void open_root(uint32_t flags) {
  static const char *const names[HOSTS] = {"alpha", "beta", "gamma"};
  static char *argv[] = {(char *)"program", NULL}, *env[] = {NULL};
  memset(&root, 0, sizeof root);
  memset(host, 0, sizeof host);
  root.host = host;
  root.hosts = root.begun = HOSTS;
  root.spec = (struct hyd_job_spec){.size = RANKS,
                                    .name = "job",
                                    .dir = "/",
                                    .program = "program",
                                    .argv = argv,
                                    .env = env,
                                    .input = HYD_INPUT_NONE};
  root.label = flags & 1;
  root.verbose = flags >> 1 & 1;
  root.start_ms = 1000;
  root.loop.signal_fd = -1;
  for (uint32_t h = 0; h < HOSTS; h++) {
    int pair[2];
    must(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
    fcntl(pair[1], F_SETFL, O_NONBLOCK);
    host[h] = (struct hyd_host){.root = &root,
                                .name = names[h],
                                .first = first_of[h],
                                .ranks = ranks_of[h],
                                .state = HYD_HOST_STARTING,
                                .deadline_ns = hyd_now_ns() + LATER,
                                .err = -1};
    hyd_link_open(&host[h].link, pair[0], pair[0]);
    theirs[h] = pair[1];
  }
}

static void drain(int fd) {
  static char bytes[65536];
  while (read(fd, bytes, sizeof bytes) > 0) {
  }
}

static void turn(uint64_t now) {
  hyd_agents_watch(&root);
  hyd_loop_turn(&root.loop, 0, on_signal, &root);
  hyd_agents_advance(&root, now);
  hyd_root_advance(&root, now);
  for (uint32_t h = 0; h < HOSTS; h++)
    if (theirs[h] >= 0) drain(theirs[h]);
  must(hyd_bytes_used(&root.table) < MOST_KEPT && hyd_bytes_used(&root.io.said) < MOST_KEPT);
  must(root.gone <= RANKS && root.ready_hosts <= HOSTS);
}

/* All agents are gone; what gasnetrun waits for comes at once. */
static void end_root(void) {
  for (uint32_t h = 0; h < HOSTS; h++) {
    close(theirs[h]);
    theirs[h] = -1;
  }
  for (int i = 0; i < 20 && !hyd_agents_over(&root); i++) {
    if (root.end.at_ns) root.end.at_ns = 1;
    turn(hyd_now_ns() + LATER);
  }
  must(hyd_agents_over(&root));
  hyd_root_note(&root);
  must(hyd_root_status(&root) != 0 || root.gone == RANKS || root.end.in_peace);
  must(hyd_root_status(&root) == 0 || root.end.failures || root.end.incomplete || root.end.status);
}

static void free_root(void) {
  hyd_agents_close(&root);
  for (uint32_t h = 0; h < HOSTS; h++) hyd_bytes_free(&host[h].said);
  hyd_bytes_free(&root.table);
  hyd_bytes_free(&root.rows.got);
  hyd_bytes_free(&root.io.shown);
  hyd_bytes_free(&root.io.said);
  free(root.loop.fd);
  free(root.loop.watch);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct fuzz_choices c = fuzz_choices_of(data, size);
  struct fuzz_messages all = {0};
  uint64_t now = hyd_now_ns();
  signal(SIGPIPE, SIG_IGN);
  open_root(fuzz_below(&c, 4));
  converse(&c, &all);
  fuzz_break(&c, &all);
  for (unsigned i = 0; i < all.n; i++) {
    (void)!write(theirs[all.at[i].tag], all.at[i].p, all.at[i].n);
    turn(now);
  }
  end_root();
  free_root();
  fuzz_free(&all);
  return 0;
}
