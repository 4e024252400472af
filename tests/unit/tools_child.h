/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tools_child.h: run a function in a child process and see how it ends and what it says.
 */
#ifndef TOOLS_CHILD_H
#define TOOLS_CHILD_H

struct child_result {
  int exited;      /* exit status, or -1 if a signal ended it */
  int signalled;   /* that signal, or 0 */
  char text[8192]; /* its stderr */
};

/* The child is killed by SIGALRM after `seconds`. It ends with the return value of fn. */
struct child_result run_child(int (*fn)(const void *arg), const void *arg, unsigned seconds);

#endif
