/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_whole_job.c: what a job costs besides its messages: start, waiting, reserved and resident
 * memory.
 */
#include "worker.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>

/* Forks `n` processes that exit at once, or become /bin/true, and reaps them: ns, or -1. */
static double plain_processes(int n, bool exec_true) {
  int made = 0, reaped = 0;
  pid_t pid = 0;
  double start = hyd_bn_now();
  while (made < n && (pid = fork()) > 0) made++;
  if (made < n && pid == 0) {
    if (exec_true) execl("/bin/true", "true", (char *)NULL);
    _exit(0);
  }
  while (reaped < made && wait(NULL) > 0) reaped++;
  return reaped == n ? hyd_bn_now() - start : -1;
}

/* What a job's start is compared with; no job itself. */
int hyd_bw_forks(struct hyd_bw *w) {
  plain_processes(w->amount, false); /* warms up */
  hyd_bw_report_one(w, "fork", "ns", plain_processes(w->amount, false));
  hyd_bw_report_one(w, "exec", "ns", plain_processes(w->amount, true));
  return 0;
}

/* hello + barrier + exit; timed by the launcher. */
void hyd_bw_hello(struct hyd_bw *w, int argc, char **argv) {
  hyd_bw_init(w, argc, argv);
  printf("hello from %d of %d\n", w->rank, w->size);
}

/* ---- processor time of a rank that waits --------------------------------- */

static double cpu_ms(void) {
  struct rusage u;
  getrusage(RUSAGE_SELF, &u);
  return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1e3 +
         (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e3;
}

enum { H_CALL = GEX_AM_INDEX_BASE };
static volatile uint32_t calls;
static void on_call(gex_Token_t token) {
  (void)token;
  calls++;
}
static gex_AM_Entry_t call_entry[] = {
    {H_CALL, (gex_AM_Fn_t)on_call, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 0, NULL, "call"}};

static void barrier_waits(struct hyd_bw *w, uint32_t n) {
  (void)w, (void)n;
  hyd_bw_sync();
}
static void event_waits(struct hyd_bw *w, uint32_t n) {
  (void)n;
  gex_Event_Wait(gex_Coll_BarrierNB(w->tm, 0));
}
static void message_waits(struct hyd_bw *w, uint32_t n) {
  for (int r = 0; w->rank == w->size - 1 && r < w->rank; r++)
    gex_AM_RequestShort0(w->tm, (gex_Rank_t)r, H_CALL, 0);
  if (w->rank < w->size - 1) GASNET_BLOCKUNTIL(calls == n);
}

/* The last rank is 1 s late, `amount` times for each way of waiting. */
void hyd_bw_idle(struct hyd_bw *w, int argc, char **argv) {
  static const struct {
    const char *name;
    void (*wait)(struct hyd_bw *w, uint32_t n);
  } ways[] = {{"waiting 1 s in a barrier", barrier_waits},
              {"waiting 1 s for an event", event_waits},
              {"waiting 1 s for a message", message_waits}};
  hyd_bw_init(w, argc, argv);
  hyd_bw_register(w, call_entry, 1);
  hyd_bw_attach(w, HYD_BW_HEAD);
  uint32_t n = 0;
  for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
    struct hyd_bn_set s = {0};
    for (int i = 0; i < w->amount; i++) {
      hyd_bw_sync();
      if (k == 2) n++;
      if (w->rank == w->size - 1) sleep(1);
      double start = hyd_bn_now(), before = cpu_ms();
      ways[k].wait(w, n);
      double after = cpu_ms(), lasted = hyd_bn_now() - start;
      if (w->rank == w->size - 1) continue;
      hyd_bw_need(lasted > 0.9e9, "waiting (it did not wait for the late rank)");
      hyd_bn_add(&s, after - before);
    }
    if (w->rank < w->size - 1) hyd_bw_report(w, ways[k].name, -1, "ms cpu", &s, NULL, NULL);
    hyd_bn_clear(&s);
  }
}

enum { H_TURN = GEX_AM_INDEX_BASE + 1 };
static volatile int32_t turn;
static void on_turn(gex_Token_t token, gex_AM_Arg_t number) {
  (void)token;
  turn = number;
}
static gex_AM_Entry_t turn_entry[] = {
    {H_TURN, (gex_AM_Fn_t)on_turn, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 1, NULL, "turn"}};

/* A message goes round, `amount` times, a millisecond apart: what each wait for it costs those that
 * only pass it on. */
void hyd_bw_waits(struct hyd_bw *w, int argc, char **argv) {
  const struct timespec apart = {0, 1000000};
  hyd_bw_init(w, argc, argv);
  hyd_bw_register(w, turn_entry, 1);
  hyd_bw_attach(w, HYD_BW_HEAD);
  hyd_bw_sync();
  double before = cpu_ms();
  for (int i = 1; i <= w->amount; i++) {
    if (w->rank == 0) nanosleep(&apart, NULL);
    if (w->rank == 0) gex_AM_RequestShort1(w->tm, 1, H_TURN, 0, i);
    GASNET_BLOCKUNTIL(turn == i);
    if (w->rank) gex_AM_RequestShort1(w->tm, (gex_Rank_t)((w->rank + 1) % w->size), H_TURN, 0, i);
  }
  double us = (cpu_ms() - before) * 1e3 / w->amount;
  if (w->rank) hyd_bw_report_one(w, "waiting 1 ms for a message", "us cpu", us);
  hyd_bw_sync();
}

/* ---- memory -------------------------------------------------------------- */

/* As large a segment as GASNET_MAX_SEGSIZE lets us have; its size goes back. */
void hyd_bw_reserve(struct hyd_bw *w, int argc, char **argv) {
  hyd_bw_init(w, argc, argv);
  hyd_bw_attach(w, 0);
  if (w->rank == 0) hyd_bw_report_one(w, "segment", "MB", (double)w->bytes / (1 << 20));
}

static long field(const char *text, const char *key) {
  const char *at = strstr(text, key);
  return at ? strtol(at + strlen(key), NULL, 10) : -1;
}

/* Resident memory of each rank when the job is ready and nothing has been sent. */
void hyd_bw_memory(struct hyd_bw *w, int argc, char **argv) {
  char text[4096];
  hyd_bw_init(w, argc, argv);
  hyd_bw_attach(w, 65536);
  int fd = open("/proc/self/smaps_rollup", O_RDONLY | O_CLOEXEC);
  ssize_t n = fd >= 0 ? read(fd, text, sizeof text - 1) : -1;
  hyd_bw_need(n > 0, "reading /proc/self/smaps_rollup");
  text[n] = 0;
  close(fd);
  hyd_bw_sync(); /* no rank leaves before all have looked */
  static const char *const keys[][2] = {{"resident (Rss)", "\nRss:"},
                                        {"its share (Pss)", "\nPss:"},
                                        {"private", "\nPrivate_Dirty:"}};
  for (size_t k = 0; k < 3; k++)
    hyd_bw_report_one(w, keys[k][0], "KB", (double)field(text, keys[k][1]));
}
