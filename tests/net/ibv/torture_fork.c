/* SPDX-License-Identifier: BSD-3-Clause
 *
 * torture_fork.c: see torture.h. While the child lives its parent's memory is shared with it, but
 * for what is registered, which stays the parent's (Linux 5.12): what the parent writes is to reach
 * the device, and what the child writes is not.
 */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/net/ibv/torture.h"

#define STRIDE 1024u

static pid_t child;
static int end = -1; /* of a pipe that the child waits at */

static void spoil(const struct place *p) {
  if (p->is_shared) return;
  if (p->is_read_only && mprotect(p->at, p->len, PROT_READ | PROT_WRITE)) _exit(3);
  for (size_t i = 0; i < p->len; i += STRIDE) ((volatile char *)p->at)[i] ^= 0x55;
}

/* Memory of the segment is shared, or not, as the library likes. */
static _Noreturn void be_child(struct place *const *kinds, unsigned nkinds, int told, int wait_at) {
  char byte = 1;
  for (unsigned k = 0; k < nkinds; k++)
    for (unsigned i = 0; i < PLACES; i++)
      if (!kinds[k][i].is_fixed) spoil(&kinds[k][i]);
  if (write(told, &byte, 1) != 1) _exit(2);
  while (read(wait_at, &byte, 1) < 0 && errno == EINTR) continue;
  _exit(0);
}

void child_begins(struct place *const *kinds, unsigned nkinds) {
  int told[2], wait_at[2];
  char byte;
  if (pipe2(told, 0) || pipe2(wait_at, 0)) torture_failed("pipe: %s", strerror(errno));
  child = fork();
  if (child < 0) torture_failed("fork: %s", strerror(errno));
  if (child == 0) {
    close(wait_at[1]);
    be_child(kinds, nkinds, told[1], wait_at[0]);
  }
  close(told[1]);
  close(wait_at[0]);
  end = wait_at[1];
  while (read(told[0], &byte, 1) < 0 && errno == EINTR) continue; /* or it has died */
  close(told[0]);
}

int child_lives(void) { return child > 0; }

void child_ends(void) {
  int status = -1;
  if (!child_lives()) return;
  close(end);
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  child = 0;
  if (status) torture_failed("the child's status is %#x; expected 0", status);
}
