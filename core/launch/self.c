/* SPDX-License-Identifier: BSD-3-Clause
 *
 * self.c: `./program N [arguments]`, as programs for udp may be started where no manager is
 * (gasnet-env-launch.md section 4): the first argument is the number of ranks, and is taken away before
 * init returns. They are started on the hosts of SSH_SERVERS, by gasnetrun in place of this process; or, if
 * no hosts are named or GASNET_SPAWNFN=L, here.
 */
#include <errno.h>
#include <limits.h>

#include "core/boot.h"
#include "core/env.h"
#include "core/err.h"
#include "core/tools/tools_int.h"

static const char *either(struct hyd_env *env, const char *a, const char *b) {
  const char *v = hyd_env_get(env, a);
  return v && *v ? v : hyd_env_get(env, b);
}

static int over_hosts(struct hyd_env *env) {
  const char *how = either(env, "GASNET_SPAWNFN", "SPAWNFN");
  const char *hosts = either(env, "GASNET_SSH_SERVERS", "SSH_SERVERS");
  int named = hosts && *hosts;
  if (how == NULL || *how == '\0') return named;
  if (strcasecmp(how, "L") == 0) return 0;
  if (strcasecmp(how, "S") != 0)
    hyd_fatal("launch", "GASNET_SPAWNFN=%.20s; expected L (this host) or S (ssh)", how);
  if (!named) hyd_fatal("launch", "GASNET_SPAWNFN=S: no list of hosts; expected SSH_SERVERS=\"host1 host2\"");
  return 1;
}

/* In place of this process: it starts from the beginning, as a rank, on each host. */
static __attribute__((noreturn)) void become_gasnetrun(char **argv) {
  char path[PATH_MAX] = "", *words[8] = {"gasnetrun", "-c", "udp", "-spawner=ssh", "-n", argv[1], path};
  size_t n = 0;
  char **all;
  if (readlink("/proc/self/exe", path, sizeof path - 1) < 0)
    hyd_fatal("launch", "/proc/self/exe: %s; expected /proc, or gasnetrun -n N", strerror(errno));
  while (argv[n]) n++;
  if ((all = calloc(n + 8, sizeof *all)) == NULL) hyd_fatal("launch", "out of memory");
  memcpy(all, words, 7 * sizeof *all);
  memcpy(all + 7, argv + 2, (n - 2) * sizeof *all);
  fflush(NULL);
  execvp("gasnetrun", all);
  execv(HYD_BIN_DIR "/gasnetrun", all);
  hyd_fatal("launch", "cannot run gasnetrun: %s; expected it in PATH or " HYD_BIN_DIR, strerror(errno));
}

gex_Rank_t hyd_boot_argument(struct hyd_env *env, int *argc, char ***argv) {
  int64_t n = 0;
  if (argc == NULL || argv == NULL || *argc < 2 || hyd_parse_int((*argv)[1], 0, &n) || n < 1 || n > INT_MAX)
    return 0;
  if (over_hosts(env)) become_gasnetrun(*argv);
  for (int i = 1; i < *argc; i++) (*argv)[i] = (*argv)[i + 1]; /* the last is NULL */
  --*argc;
  return (gex_Rank_t)n;
}
