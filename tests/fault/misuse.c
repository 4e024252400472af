/* SPDX-License-Identifier: BSD-3-Clause
 *
 * misuse.c: main program: joins a job, lets rank 0 do the wrong thing that is named on the command
 * line, and reports: "returned ..." if the call came back, "guard R ok" or "guard R broken" for
 * every rank that is able to. A rank that is told to leave looks at its guard in its SIGQUIT
 * handler.
 */
#include "misuse.h"

#include <signal.h>
#include <stdarg.h>

gex_TM_t misuse_tm;
gex_EP_t misuse_ep;
gex_Client_t misuse_client;
volatile int misuse_shorts;

static gasnet_seginfo_t segment[64];
static void (*volatile called)(gasnet_token_t);
static volatile int answered;

/* --- the guard ------------------------------------------------------------ */

static unsigned char pattern(size_t i) { return (unsigned char)(i * 7 + i / 251 + 0x5a); }

char *misuse_segment(gasnet_node_t rank) { return segment[rank].addr; }

static void fill_guard(void) {
  unsigned char *p = segment[gasnet_mynode()].addr;
  for (size_t i = 0; i < SEGMENT; i++) p[i] = pattern(i);
}

/* By write(2): also from a signal handler. */
static void report_guard(void) {
  const unsigned char *p = segment[gasnet_mynode()].addr;
  char line[80];
  size_t i = 0;
  int n;
  if (p == NULL) return;
  while (i < SEGMENT && p[i] == pattern(i)) i++;
  n = snprintf(line, sizeof line, "guard %d %s %zu\n", (int)gasnet_mynode(),
               i == SEGMENT ? "ok" : "broken at", i);
  if (write(STDOUT_FILENO, line, (size_t)n) != n) _exit(98);
}

static void on_quit(int sig) {
  (void)sig;
  report_guard();
  gasnet_exit(0);
}

void misuse_returned(const char *fmt, ...) {
  char line[200];
  va_list ap;
  int n = snprintf(line, sizeof line, "returned ");
  va_start(ap, fmt);
  n += vsnprintf(line + n, sizeof line - (size_t)n - 1, fmt, ap);
  va_end(ap);
  line[n++] = '\n';
  if (write(STDOUT_FILENO, line, (size_t)n) != n) _exit(98);
}

/* --- handlers ------------------------------------------------------------- */

static void short_handler(gasnet_token_t token) {
  (void)token;
  misuse_shorts++;
}

static void bulk_handler(gasnet_token_t token, void *buf, size_t n) {
  (void)token, (void)buf, (void)n;
}

static void call_handler(gasnet_token_t token) { called(token); }

static void ask_handler(gasnet_token_t token) { gasnet_AMReplyShort0(token, H_ANSWER); }

static void answer_handler(gasnet_token_t token) {
  called(token);
  answered = 1;
}

static void one_arg_handler(gex_Token_t token, gex_AM_Arg_t a) { (void)token, (void)a; }

static gasnet_handlerentry_t table[] = {{H_SHORT, (void (*)())short_handler},
                                        {H_BULK, (void (*)())bulk_handler},
                                        {H_CALL, (void (*)())call_handler},
                                        {H_ASK, (void (*)())ask_handler},
                                        {H_ANSWER, (void (*)())answer_handler}};
static gex_AM_Entry_t ex_table[] = {{H_ONE_ARG, (gex_AM_Fn_t)one_arg_handler,
                                     GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 1, NULL, "one_arg"}};

void misuse_in_request(void (*fn)(gasnet_token_t)) {
  called = fn;
  gasnet_AMRequestShort0(gasnet_mynode(), H_CALL);
}

void misuse_in_reply(void (*fn)(gasnet_token_t)) {
  called = fn;
  gasnet_AMRequestShort0(1, H_ASK);
  GASNET_BLOCKUNTIL(answered);
}

void misuse_meet(void) {
  gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
  if (gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS) != GASNET_OK) fault_die("barrier");
}

/* --- the course of things ------------------------------------------------- */

static const struct misuse *find(const char *name) {
  const struct misuse *const groups[] = {misuse_am,   misuse_rma, misuse_sync,  misuse_job,
                                         misuse_hsl,  misuse_vis, misuse_ad,    misuse_coll,
                                         misuse_npam, misuse_eps, misuse_legacy};
  for (size_t g = 0; g < sizeof groups / sizeof groups[0]; g++)
    for (const struct misuse *m = groups[g]; m->name; m++)
      if (strcmp(m->name, name) == 0) return m;
  fault_die("no such misuse");
}

static void run_alone(const struct misuse *m) {
  m->run();
  misuse_returned("after all");
  report_guard();
  gasnet_exit(0);
}

static void start_legacy(const struct misuse *m, int *argc, char ***argv) {
  gex_Segment_t seg;
  if (gasnet_init(argc, argv) != GASNET_OK) fault_die("gasnet_init");
  signal(SIGQUIT, on_quit);
  if (m->flags & MISUSE_PREATTACH && (gasnet_mynode() == 0 || m->flags & MISUSE_ALL)) m->run();
  if (gasnet_attach(table, sizeof table / sizeof table[0], SEGMENT, 0) != GASNET_OK)
    fault_die("gasnet_attach");
  gasnet_QueryGexObjects(&misuse_client, &misuse_ep, &misuse_tm, &seg);
  if (gex_EP_RegisterHandlers(misuse_ep, ex_table, 1) != GASNET_OK) fault_die("handlers");
  if (gasnet_getSegmentInfo(segment, 64) != GASNET_OK) fault_die("gasnet_getSegmentInfo");
  fill_guard();
}

static void start_ex(int *argc, char ***argv) {
  if (gex_Client_Init(&misuse_client, &misuse_ep, &misuse_tm, "MISUSE", argc, argv, 0) != GASNET_OK)
    fault_die("gex_Client_Init");
  signal(SIGQUIT, on_quit);
}

int main(int argc, char **argv) {
  const struct misuse *m;
  fault_options(argc, argv);
  setvbuf(stdout, NULL, _IONBF, 0);
  m = find(fault_opt("do", "nothing"));
  if (m->flags & MISUSE_PREINIT) {
    m->run();
    misuse_returned("after all");
    return 0;
  }
  if (m->flags & MISUSE_EX)
    start_ex(&argc, &argv);
  else
    start_legacy(m, &argc, &argv);
  misuse_meet();
  fault_say("ready");
  if (m->flags & (MISUSE_MEET | MISUSE_ALL)) {
    if (!(m->flags & MISUSE_PREATTACH) && (gasnet_mynode() == 0 || m->flags & MISUSE_ALL)) m->run();
    misuse_meet();
    report_guard();
    misuse_meet();
    gasnet_exit(0);
  }
  if (gasnet_mynode() == 0 && !(m->flags & MISUSE_PREATTACH)) run_alone(m);
  if (gasnet_mynode() == 0) gasnet_exit(0);
  misuse_meet();
  return 0;
}
