/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mutant.c: which mutant this process is; linked with each program of a tree of mutants.
 */
#include "mutant.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static unsigned char unwatched[HYD_MUTANT_PLACES];
int hyd_mutant = -1;
unsigned char *hyd_mutant_seen = unwatched;

static __attribute__((constructor(101))) void choose_mutant(void) {
  const char *number = getenv("HYD_MUTANT"), *path = getenv("HYD_MUTANT_SEEN");
  if (number) hyd_mutant = atoi(number);
  if (path == NULL) return;
  int fd = open(path, O_RDWR | O_CLOEXEC);
  void *seen = mmap(NULL, HYD_MUTANT_PLACES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (seen == MAP_FAILED) abort();
  hyd_mutant_seen = seen;
  close(fd);
}
