/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ends.c: ways to end, by the first argument; upc_test.py knows the status and the output of each.
 * Output without a newline is not lost, exit handlers run once, a child of the program may exit.
 *
 * threads: 3
 */
#include <sys/wait.h>
#include <unistd.h>

#include "tests/upc/check.h"

static void last_words(void) { printf("<%d", MYTHREAD); }
__attribute__((destructor)) static void very_last_words(void) {
  if (MYTHREAD == 0 && THREADS > 0) printf("destructor>");
}

int upc_main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  atexit(last_words);
  if (strcmp(how, "return") == 0) return 0;
  if (strcmp(how, "largest") == 0) return MYTHREAD == 1 ? 7 : 0; /* the job's is 7 */
  if (strcmp(how, "exit") == 0) exit(MYTHREAD);                  /* of C: 2 */
  if (strcmp(how, "upc_exit") == 0) __upc_exit(4);
  if (strcmp(how, "late") == 0) { /* others take longer than the grace period, but come */
    if (MYTHREAD) sleep(1);
    return 0;
  }
  if (strcmp(how, "global") == 0) {
    if (MYTHREAD == 2) upc_global_exit(9);
    for (;;) pause();
  }
  if (strcmp(how, "child") == 0) {
    pid_t child = fork();
    if (child == 0) exit(5);
    int status;
    waitpid(child, &status, 0);
    BARRIER;
    return WIFEXITED(status) && WEXITSTATUS(status) == 5 ? 0 : 1;
  }
  return 99;
}
