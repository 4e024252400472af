/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fault.c: see fault.h.
 */
#include "fault.h"

#include <errno.h>
#include <poll.h>
#include <time.h>

static int option_count;
static char **option;

void fault_options(int argc, char **argv) {
  static char buffer[1 << 16];
  option_count = argc;
  option = argv;
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer); /* so that one write appends it all */
}

const char *fault_opt(const char *name, const char *dflt) {
  size_t len = strlen(name);
  for (int i = 1; i < option_count; i++)
    if (strncmp(option[i], name, len) == 0 && option[i][len] == '=') return option[i] + len + 1;
  return dflt;
}

int fault_opt_int(const char *name, int dflt) {
  const char *text = fault_opt(name, NULL);
  return text ? atoi(text) : dflt;
}

int fault_opt_is(const char *name, const char *value) {
  return strcmp(fault_opt(name, ""), value) == 0;
}

void fault_die(const char *why) {
  fprintf(stderr, "fault program: %s: %s\n", why, strerror(errno));
  _exit(99);
}

void fault_sleep_ms(int ms) {
  struct timespec t = {ms / 1000, (long)(ms % 1000) * 1000000};
  while (nanosleep(&t, &t) != 0 && errno == EINTR) continue;
}

void fault_output(void) {
  for (int i = 0; i < FAULT_LINES; i++) printf("out %d %d\n", (int)gasnet_mynode(), i);
}

static int descriptor(const char *variable) {
  const char *text = getenv(variable);
  return text ? atoi(text) : -1;
}

void fault_say(const char *word) {
  char line[128];
  int fd = descriptor("FAULT_READY");
  int n = snprintf(line, sizeof line, "%s %d %d\n", word, (int)gasnet_mynode(), (int)getpid());
  if (fd >= 0 && write(fd, line, (size_t)n) != n) fault_die("cannot write to the driver");
}

void fault_wait_go(void) {
  char byte;
  int fd = descriptor("FAULT_GO");
  if (fd < 0) return;
  while (read(fd, &byte, 1) < 0 && errno == EINTR) continue;
}

int fault_may_go(void) {
  struct pollfd asked = {descriptor("FAULT_GO"), POLLIN, 0};
  if (asked.fd >= 0 && poll(&asked, 1, 0) == 0) return 0;
  fault_wait_go();
  return 1;
}

/* --- waiting for the end -------------------------------------------------- */

static void wait_in_traffic(void) {
  gasnet_node_t to = (gasnet_mynode() + 1) % gasnet_nodes();
  for (;;) gasnet_AMRequestShort0(to, FAULT_H_NOOP);
}

static void wait_in_barrier(void) {
  gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
  gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS);
  fault_die("a barrier completed that must not");
}

void fault_wait_for_end(const char *how) {
  static volatile int never;
  if (strcmp(how, "barrier") == 0) wait_in_barrier();
  if (strcmp(how, "blockuntil") == 0) GASNET_BLOCKUNTIL(never);
  if (strcmp(how, "traffic") == 0) wait_in_traffic();
  if (strcmp(how, "poll") == 0)
    while (!never) gasnet_AMPoll();
  if (strcmp(how, "spin") == 0)
    while (!never) continue;
  if (strcmp(how, "sleep") == 0)
    while (!never) fault_sleep_ms(10000);
  if (strcmp(how, "leave") == 0) {
    fault_sleep_ms(30);
    gasnet_exit(0);
  }
  fault_die("unknown way to wait");
}
