/* SPDX-License-Identifier: BSD-3-Clause
 *
 * emulated_machine.c: suites that need an RDMA device, on a machine without one: this very program
 * measures them inside an emulated machine that has one (rdma-vm, contrib/building/rdma-vm), and
 * its records come back on its standard output. A kernel for that is fetched if there is none yet.
 */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "launch.h"

#define LIMIT_S "1500"

bool hyd_bn_has_rdma(void) {
  DIR *d = opendir("/sys/class/infiniband");
  struct dirent *e;
  bool found = false;
  while (d && !found && (e = readdir(d))) found = e->d_name[0] != '.';
  if (d) closedir(d);
  return found;
}

/* rdma-vm ends its machines when it is asked to, also by our end; killed it would leave them. */
static void become_machine(const struct hyd_bn *b, const char *vm, const char *suite, int out) {
  char self[PATH_MAX] = "";
  const char *argv[] = {vm,
                        "-f",
                        "-c",
                        "2",
                        "-t",
                        LIMIT_S,
                        "--",
                        self,
                        "--records",
                        suite,
                        b->quick ? "--quick" : NULL,
                        NULL};
  if (readlink("/proc/self/exe", self, sizeof self - 1) < 0) _exit(126);
  signal(SIGPIPE, SIG_DFL);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  setpgid(0, 0);
  dup2(out, 1);
  execvp(vm, (char **)(uintptr_t)argv);
  hyd_bn_complain("%s: no RDMA device here, and %s, which would emulate one, cannot be run: %m; "
                  "set HYD_RDMA_VM",
                  suite, vm);
  _exit(127);
}

/* The records among the lines; what is no record is said. */
static size_t take_lines(struct hyd_bn *b, FILE *from) {
  char *line = NULL;
  size_t room = 0, n = 0;
  while (getline(&line, &room, from) > 0) {
    json_t *record = json_loads(line, 0, NULL);
    const char *suite = json_string_value(json_object_get(record, "suite"));
    if (suite && !hyd_bn_take_record(&b->rows, suite, record))
      n++;
    else
      fprintf(stderr, "%s", line);
    json_decref(record);
  }
  free(line);
  return n;
}

bool hyd_bn_in_machine(struct hyd_bn *b, const char *suite) {
  const char *vm = getenv("HYD_RDMA_VM");
  int ends[2], status = -1;
  if (getenv("RDMA_VM_NODE")) {
    hyd_bn_complain("%s: the emulated machine has no RDMA device", suite);
    return false;
  }
  if (pipe(ends)) {
    hyd_bn_complain("%s: no pipe: %m", suite);
    return false;
  }
  pid_t pid = fork();
  if (pid == 0) become_machine(b, vm && *vm ? vm : "rdma-vm", suite, ends[1]);
  close(ends[1]);
  FILE *from = fdopen(ends[0], "r");
  size_t n = pid > 0 && from ? take_lines(b, from) : 0;
  if (from) fclose(from);
  while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  if (status == 0 && n > 0) return true;
  int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (code < 125 || code > 127) /* else it has been said why there is no machine */
    hyd_bn_complain("%s: measuring in an emulated machine ended with status %d, after %zu rows",
                    suite, code, n);
  return false;
}
