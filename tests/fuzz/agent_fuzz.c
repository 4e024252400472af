/* SPDX-License-Identifier: BSD-3-Clause
 *
 * agent_fuzz.c: fuzz target for an agent of gasnetrun: what gasnetrun says to it, and what its two
 * ranks say to it by PMI-1, each right but for what grammar.h breaks. Whatever it is, the agent
 * keeps to bounded memory, and comes to its end when its ranks and gasnetrun are gone. No process
 * is started: ranks are socket pairs here.
 *
 * Built with clang: -fsanitize=fuzzer,address,undefined. Without libFuzzer, fasta_replay.c runs it.
 */
#include "contrib/tools/gasnetrun/agent.c" /* its loop, turn by turn */

#include <search.h>
#include <signal.h>
#include <sys/socket.h>

#include "tests/fuzz/job_messages.h"

#define RANKS 2u
#define MOST_KEPT (24u << 20) /* a message may have 16 MiB */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ROOT = RANKS }; /* the sender of a message is a rank, below RANKS, or gasnetrun */
static int theirs[RANKS + 1], unread[RANKS][2];

/* --- what of the agent is not here ------------------------------------------ */

/* More ranks than two are not started, as with EAGAIN of fork. */
void hyd_ranks_start(struct hyd_agent *a) {
  a->rank = calloc((size_t)a->spec.ranks + 1, sizeof *a->rank);
  must(a->rank != NULL);
  for (; a->ranks < a->spec.ranks && a->ranks < RANKS; a->ranks++) {
    struct hyd_rank *p = &a->rank[a->ranks];
    int pair[2];
    *p = (struct hyd_rank){.agent = a, .rank = a->spec.first + a->ranks, .pid = 100};
    must(hyd_pmi_open(pair) == 0);
    p->pmi = pair[0];
    theirs[a->ranks] = pair[1];
    fcntl(pair[0], F_SETFL, O_NONBLOCK);
    fcntl(pair[1], F_SETFL, O_NONBLOCK);
    p->out[0] = p->out[1] = p->out[2] = p->look = p->wrapped = -1;
    must(pipe2(unread[a->ranks], O_CLOEXEC | O_NONBLOCK) == 0); /* the rank reads nothing */
    p->in = unread[a->ranks][1];
    a->live++;
  }
  hyd_agent_tell(a, HYD_MSG_READY, 0);
}
void hyd_ranks_signal(struct hyd_agent *a, int sig) {
  if (sig == SIGKILL) a->live = 0;
}
void hyd_ranks_name_stopped(struct hyd_agent *a) { (void)a; }
void hyd_ranks_reap(struct hyd_agent *a) { (void)a; }
void hyd_dump_begin(struct hyd_agent *a, uint32_t round) { a->dump_round = round; }
void hyd_dump_advance(struct hyd_agent *a, uint64_t now) { (void)now, a->dump_round = 0; }
void hyd_ranks_rows(struct hyd_agent *a, uint32_t round, uint32_t s) {
  (void)a, (void)round, (void)s;
}
int hyd_worker_come_again(struct hyd_worker *w, struct hyd_link *l) { return (void)w, (void)l, -1; }
int hyd_worker_connect(struct hyd_worker *w, struct hyd_link *l) { return (void)w, (void)l, -1; }
void hyd_worker_open(struct hyd_worker *w, const char *file) { (void)w, (void)file; }
int hyd_leftovers_kill(const struct hyd_leftovers *l) { return (void)l, 0; }
void hyd_leftovers_adopt(struct hyd_leftovers *l) { (void)l; }
void hyd_leftovers_end(const struct hyd_leftovers *l, int ms) { (void)l, (void)ms; }
void hyd_die(int status, const char *fmt, ...) {
  (void)status, (void)fmt;
  abort();
}

/* --- the grammar ------------------------------------------------------------- */

static void say_number(struct fuzz_messages *all, enum hyd_msg_type type, uint32_t a) {
  fuzz_say(all, ROOT, (struct hyd_message){.type = type, .a = a}, "", 0);
}

static void say_job(struct fuzz_choices *c, struct fuzz_messages *all) {
  static char *argv[] = {(char *)"program", (char *)"word", NULL}, *env[] = {(char *)"A=b", NULL};
  struct hyd_bytes out = {0};
  struct hyd_job_spec spec = {.size = 5,
                              .first = fuzz_below(c, 4),
                              .ranks = RANKS,
                              .silence_ms = 60000,
                              .input = (enum hyd_input)fuzz_below(c, HYD_INPUTS),
                              .host = "alpha",
                              .name = "job",
                              .dir = "/",
                              .program = "/nonexistent",
                              .argv = argv,
                              .env = env};
  must(hyd_msg_write_job(&out, &spec) == 0);
  fuzz_add(all, ROOT, out.p, out.n);
  hyd_bytes_free(&out);
}

static void say_table(struct fuzz_choices *c, struct fuzz_messages *all) {
  char key[16];
  struct hyd_bytes pairs = {0};
  for (uint32_t i = 0, n = 1 + fuzz_below(c, 5); i < n; i++) {
    snprintf(key, sizeof key, "key%u", fuzz_below(c, 8));
    must(hyd_bytes_str(&pairs, key) == 0 && hyd_bytes_str(&pairs, "a value") == 0);
  }
  fuzz_say(all, ROOT, (struct hyd_message){.type = HYD_MSG_TABLE}, pairs.p, pairs.n);
  hyd_bytes_free(&pairs);
}

static void say_input(struct fuzz_choices *c, struct fuzz_messages *all) {
  static const char bytes[30000];
  fuzz_say(all, ROOT, (struct hyd_message){.type = HYD_MSG_STDIN}, bytes,
           fuzz_below(c, sizeof bytes));
}

static void root_says(struct fuzz_choices *c, struct fuzz_messages *all) {
  switch (fuzz_below(c, 12)) {
  case 0: say_table(c, all); break;
  case 1: say_number(all, HYD_MSG_FENCE, 0); break;
  case 2:
  case 9:
  case 10:
  case 11: say_input(c, all); break;
  case 3: say_number(all, HYD_MSG_SIGNAL, SIGUSR1); break;
  case 4: say_number(all, HYD_MSG_HOLD, fuzz_below(c, 2)); break;
  case 5: say_number(all, HYD_MSG_DUMP, 1 + fuzz_below(c, 2)); break;
  case 6:
    fuzz_say(all, ROOT, (struct hyd_message){.type = HYD_MSG_ROWS, .a = 1, .c = 2}, "", 0);
    break;
  case 7: say_number(all, HYD_MSG_PING, 0); break;
  default: say_number(all, HYD_MSG_END, fuzz_below(c, 1000));
  }
}

static void rank_says(struct fuzz_choices *c, struct fuzz_messages *all) {
  static const char *const line[] = {"cmd=init pmi_version=1 pmi_subversion=1\n",
                                     "cmd=get_maxes\n",
                                     "cmd=get_appnum\n",
                                     "cmd=get_universe_size\n",
                                     "cmd=get_my_kvsname\n",
                                     "cmd=put kvsname=job key=key1 value=abc\n",
                                     "cmd=put kvsname=job key=key2 value=abcd\n",
                                     "cmd=put kvsname=job key=hydrant-leaves value=3\n",
                                     "cmd=get kvsname=job key=key1\n",
                                     "cmd=barrier_in\n",
                                     "cmd=barrier_in\n",
                                     "cmd=barrier_in\n",
                                     "cmd=finalize\n",
                                     "cmd=abort exitcode=3\n"};
  const char *text = line[fuzz_below(c, sizeof line / sizeof line[0])];
  fuzz_add(all, fuzz_below(c, RANKS), text, strlen(text));
}

static void converse(struct fuzz_choices *c, struct fuzz_messages *all) {
  say_job(c, all);
  for (uint32_t n = fuzz_below(c, FUZZ_MOST - 1); n > 0; n--)
    (fuzz_below(c, 3) ? rank_says : root_says)(c, all);
}

/* --- the agent ----------------------------------------------------------------- */

static void open_agent(struct hyd_agent *a) {
  int pair[2];
  memset(a, 0, sizeof *a);
  a->given = -1;
  a->patience_ns = UINT64_MAX;
  a->loop.signal_fd = -1;
  a->turn_ns = hyd_now_ns();
  must(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  hyd_link_open(&a->up, pair[0], pair[0]);
  fcntl(pair[1], F_SETFL, O_NONBLOCK);
  theirs[ROOT] = pair[1];
  for (uint32_t i = 0; i < RANKS; i++) theirs[i] = unread[i][0] = -1;
}

static void turn(struct hyd_agent *a) {
  static char bytes[65536];
  if (!a->up.broken) hyd_link_watch(&a->up, &a->loop, up_ready, a);
  if (a->have_job) hyd_io_watch(a);
  if (a->have_job) hyd_input_watch(a);
  if (a->have_job) hyd_pmi_watch(a);
  hyd_loop_turn(&a->loop, 0, on_signal, a);
  advance_job(a);
  for (uint32_t i = 0; i <= ROOT; i++)
    while (theirs[i] >= 0 && read(theirs[i], bytes, sizeof bytes) > 0) {
    }
  must(hyd_bytes_used(&a->puts) < MOST_KEPT && hyd_bytes_used(&a->up.todo) < MOST_KEPT);
  must(a->table_bytes < MOST_KEPT);
  for (uint32_t i = 0; i < a->ranks; i++)
    must(hyd_bytes_used(&a->rank[i].answer) < 2 * 65536 &&
         hyd_bytes_used(&a->rank[i].input) <= HYD_AGENT_WINDOW);
}

/* Closes gasnetrun's end of the link and counts all ranks as ended: then the agent must end. */
static void end_agent(struct hyd_agent *a) {
  hyd_fd_close(&theirs[ROOT]);
  a->live = 0;
  for (int i = 0; i < 20 && !finished(a); i++) turn(a);
  must(finished(a));
}

static void free_agent(struct hyd_agent *a) {
  for (uint32_t i = 0; i < a->ranks; i++) {
    hyd_io_close(&a->rank[i]);
    hyd_bytes_free(&a->rank[i].asked);
    hyd_bytes_free(&a->rank[i].answer);
  }
  for (uint32_t i = 0; i < RANKS; i++) {
    hyd_fd_close(&theirs[i]);
    hyd_fd_close(&unread[i][0]);
  }
  hyd_link_close(&a->up);
  if (a->have_job) hyd_job_spec_free(&a->spec);
  hyd_bytes_free(&a->job);
  hyd_bytes_free(&a->puts);
  tdestroy(a->table, free);
  free(a->rank);
  free(a->loop.fd);
  free(a->loop.watch);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct fuzz_choices c = fuzz_choices_of(data, size);
  struct fuzz_messages all = {0};
  struct hyd_agent a;
  signal(SIGPIPE, SIG_IGN);
  open_agent(&a);
  converse(&c, &all);
  fuzz_break(&c, &all);
  for (unsigned i = 0; i < all.n; i++) {
    int fd = theirs[all.at[i].tag];
    if (fd >= 0) (void)!write(fd, all.at[i].p, all.at[i].n);
    turn(&a);
  }
  end_agent(&a);
  free_agent(&a);
  fuzz_free(&all);
  return 0;
}
