/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pm_hello.c: a program on pm.h alone. Every rank puts bytes, fences, gets all ranks' and
 * compares, some rounds of it. Then what the first argument says:
 *
 *   (none)         leaves in peace; rank 0 says "all R ranks agree"
 *   exit R S       rank R ends with status S, the others wait for it in a fence
 *   exits S        all end with status S
 *   crash R        rank R dies of SIGSEGV, the others sleep
 *   abort R S      rank R asks for the end of the job; with a further word after a second
 *   sleep          all sleep; each says "ready" first
 *   stubborn       the same, and take no SIGTERM, SIGQUIT, SIGINT
 *   leave R        rank R leaves with 0 without a word, the others wait in a fence
 *   family         all sleep, each with a child in a session of its own that sleeps, too
 *   orphan         each leaves such a child behind and ends with 0
 *   echo           rank 0 copies stdin to stdout, the others wait in a fence
 *   lines N        every rank writes N lines of its own on stdout, and some on stderr
 *   env NAME...    every rank says these variables
 *   where          every rank says its working directory and arguments
 *   signal         all sleep; SIGUSR1 makes rank 0 say so, SIGUSR2 ends all with 0
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/boot/pm.h"

static struct hyd_pm pm;
static volatile sig_atomic_t usr1, usr2;

static void must(int rc) {
  if (rc == 0) return;
  fprintf(stderr, "pm_hello: rank %u: %s\n", pm.rank, pm.why);
  exit(9);
}

static unsigned char byte_of(uint32_t rank, int round, size_t i) {
  return (unsigned char)(rank * 31 + (unsigned)round * 7 + i * 13 + i / 256);
}

/* From nothing to more than one value holds. */
static size_t size_of(uint32_t rank, int round) {
  static const size_t size[] = {40, 0, 1, 300, 1500, 2, 3, 999};
  return size[(rank + (unsigned)round) % (sizeof size / sizeof size[0])];
}

static void check_peer(uint32_t peer, int round, const char *name) {
  unsigned char bytes[2048];
  size_t n = sizeof bytes;
  must(hyd_pm_get_blob(&pm, peer, name, bytes, &n));
  for (size_t i = 0; i < n; i++)
    if (n != size_of(peer, round) || bytes[i] != byte_of(peer, round, i)) {
      fprintf(stderr, "pm_hello: rank %u: wrong bytes from %u in round %d\n", pm.rank, peer, round);
      exit(8);
    }
}

static void exchange(int round) {
  unsigned char bytes[2048];
  char name[16];
  size_t n = size_of(pm.rank, round);
  for (size_t i = 0; i < n; i++) bytes[i] = byte_of(pm.rank, round, i);
  snprintf(name, sizeof name, "r%d", round);
  must(hyd_pm_put_blob(&pm, name, bytes, n));
  must(pm.ops->fence(&pm));
  for (uint32_t peer = 0; peer < pm.size; peer++) check_peer(peer, round, name);
}

static void on_usr(int sig) {
  if (sig == SIGUSR1)
    usr1 = 1;
  else
    usr2 = 1;
}

static void say_ready(void) {
  printf("ready %u %d\n", pm.rank, (int)getpid());
  fflush(stdout);
}

static __attribute__((noreturn)) void wait_for_ever(void) {
  for (;;) pause();
}

static void start_child(void) {
  if (fork() != 0) return;
  setsid();
  signal(SIGTERM, SIG_IGN);
  signal(SIGQUIT, SIG_IGN);
  wait_for_ever();
}

static void echo(void) {
  char data[4096];
  ssize_t n;
  while (pm.rank == 0 && (n = read(STDIN_FILENO, data, sizeof data)) > 0)
    (void)!write(STDOUT_FILENO, data, (size_t)n);
  must(pm.ops->fence(&pm));
}

static void lines(int count) {
  char text[120];
  memset(text, 'a' + (int)(pm.rank % 26), sizeof text);
  setvbuf(stdout, NULL, _IOFBF, 5000); /* so that lines are cut anywhere */
  for (int i = 0; i < count; i++) {
    printf("%u %d %.*s\n", pm.rank, i, 20 + i % 90, text);
    if (i % 100 == 0) fprintf(stderr, "%u %d error\n", pm.rank, i);
  }
  fflush(stdout);
}

static void wait_for_signals(void) {
  signal(SIGUSR1, on_usr);
  signal(SIGUSR2, on_usr);
  say_ready();
  while (!usr2) {
    usleep(10000);
    if (usr1 && pm.rank == 0) {
      puts("got SIGUSR1");
      fflush(stdout);
      usr1 = 0;
    }
  }
}

static void say_where(int argc, char **argv) {
  char dir[4096], text[8192];
  int n = snprintf(text, sizeof text, "%u in %s:", pm.rank, getcwd(dir, sizeof dir) ? dir : "?");
  for (int i = 2; i < argc; i++) n += snprintf(text + n, sizeof text - (size_t)n, " [%s]", argv[i]);
  puts(text);
}

static void say_variables(int argc, char **argv) {
  for (int i = 2; i < argc; i++) {
    const char *value = getenv(argv[i]);
    printf("%u %s=%s\n", pm.rank, argv[i], value ? value : "(none)");
  }
}

static int is(const char *word, const char *mode) { return strcmp(word, mode) == 0; }

static void act(const char *mode, int argc, char **argv) {
  int first = argc > 2 ? atoi(argv[2]) : 0, second = argc > 3 ? atoi(argv[3]) : 0;
  int me = first == (int)pm.rank;
  if (is("exit", mode) && me) exit(second);
  if (is("exit", mode) || (is("leave", mode) && !me)) must(pm.ops->fence(&pm));
  if (is("leave", mode)) _exit(0);
  if (is("crash", mode) && me) signal(SIGSEGV, SIG_DFL), raise(SIGSEGV);
  if (is("abort", mode) && argc > 4) say_ready(), sleep(1); /* "late" */
  if (is("abort", mode) && me) must(pm.ops->abort_job(&pm, second, "pm_hello was told to"));
  if (is("stubborn", mode))
    signal(SIGTERM, SIG_IGN), signal(SIGQUIT, SIG_IGN), signal(SIGINT, SIG_IGN);
  if (is("family", mode) || is("orphan", mode)) start_child();
  if (is("sleep", mode) || is("stubborn", mode) || is("family", mode)) say_ready();
  if (is("crash", mode) || is("abort", mode) || is("sleep", mode)) wait_for_ever();
  if (is("stubborn", mode) || is("family", mode)) wait_for_ever();
  if (is("echo", mode)) echo();
  if (is("lines", mode)) lines(first);
  if (is("env", mode)) say_variables(argc, argv);
  if (is("where", mode)) say_where(argc, argv);
  if (is("signal", mode)) wait_for_signals();
}

int main(int argc, char **argv) {
  const struct hyd_pm_ops *ops;
  char why[256] = "no process manager is here";
  if (hyd_pm_find(getenv("GASNET_TEST_SPAWNER"), &ops, why, sizeof why) || ops == NULL) {
    fprintf(stderr, "pm_hello: %s\n", why);
    return 7;
  }
  if (hyd_pm_open(&pm, ops)) {
    fprintf(stderr, "pm_hello: %s\n", pm.why);
    return 7;
  }
  for (int round = 0; round < 3; round++) exchange(round);
  if (argc > 1) act(argv[1], argc, argv);
  if (argc > 2 && is("exits", argv[1])) return atoi(argv[2]);
  if (argc == 1 && pm.rank == 0) printf("all %u ranks agree, by %s\n", pm.size, ops->name);
  fflush(stdout);
  ops->close(&pm);
  return 0;
}
