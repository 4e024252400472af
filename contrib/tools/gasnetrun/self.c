/* SPDX-License-Identifier: BSD-3-Clause
 *
 * self.c: where this program is: by /proc, or where that is not mounted by the path that it was
 * executed by. The first has it also where its file has been replaced since.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "contrib/tools/gasnetrun/run.h"

#define LINK "/proc/self/exe"

const char *hyd_run_self(void) {
  static char path[PATH_MAX];
  const char *executed = (const char *)(uintptr_t)getauxval(AT_EXECFN);
  ssize_t n;
  if (path[0]) return path;
  n = readlink(LINK, path, sizeof path - 1);
  if (n >= 0) path[n] = '\0';
  if (n < 0 && (executed == NULL || realpath(executed, path) == NULL))
    hyd_die(1, LINK ": %s; expected /proc, or to be called by a path that is still there",
            strerror(errno));
  return path;
}

const char *hyd_run_self_again(void) { return access(LINK, X_OK) == 0 ? LINK : hyd_run_self(); }
