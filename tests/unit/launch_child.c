/* SPDX-License-Identifier: BSD-3-Clause
 *
 * launch_child.c: a job for launch_cli_test.sh. Every rank writes one line: rank, size, its
 * arguments in brackets, and the variable LAUNCH_PROBE. Then rank 0 gives the status that the first
 * argument says, while the others wait; if that is 0 all leave, which takes no GASNET_EXITTIMEOUT;
 * with "wait" all wait until they are ended. "cpus": each says how many processors it may run on;
 * "orphan": each leaves a child in a session of its own behind, and there is one from before init.
 */
#include <gasnetex.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

static void leave_child(const char *what) {
  pid_t child = fork();
  if (child > 0) {
    printf("%s %d\n", what, (int)child);
    fflush(stdout);
  }
  if (child) return;
  setsid();
  signal(SIGTERM, SIG_IGN);
  signal(SIGQUIT, SIG_IGN);
  alarm(60);
  for (;;) pause();
}

static void say_cpus(void) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) printf("cpus %d\n", CPU_COUNT(&set));
  fflush(stdout);
}

int main(int argc, char **argv) {
  gex_Client_t client;
  gex_EP_t ep;
  gex_TM_t tm;
  char line[4096];
  const char *probe;
  int n = 0, status = 0, orphan = argc > 1 && strcmp(argv[1], "orphan") == 0;
  if (orphan) leave_child("before");
  if (gex_Client_Init(&client, &ep, &tm, "launch", &argc, &argv, 0)) return 3;
  probe = gasnet_getenv("LAUNCH_PROBE");
  n = snprintf(line, sizeof line, "rank %u/%u", gex_TM_QueryRank(tm), gex_TM_QuerySize(tm));
  for (int i = 1; i < argc; i++) n += snprintf(line + n, sizeof line - (size_t)n, " [%s]", argv[i]);
  printf("%s probe=%s\n", line, probe ? probe : "-");
  fflush(stdout);
  if (argc > 1 && strcmp(argv[1], "cpus") == 0) say_cpus();
  if (orphan) leave_child("child");
  gex_Event_Wait(gex_Coll_BarrierNB(tm, 0));
  if (argc > 1 && strcmp(argv[1], "wait") == 0) GASNET_BLOCKUNTIL(0);
  if (argc > 1) status = atoi(argv[1]);
  if (gex_TM_QueryRank(tm) == 0 || status == 0) gasnet_exit(status);
  GASNET_BLOCKUNTIL(0);
  return 0;
}
