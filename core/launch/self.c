/* SPDX-License-Identifier: BSD-3-Clause
 *
 * self.c: `./program N [arguments]`, as programs for udp may be started where no manager is
 * (gasnet-env-launch.md section 4): the first argument is the number of ranks, and is taken away before
 * init returns. They are started on the hosts of SSH_SERVERS, or by
 * GASNET_CSPAWN_CMD with GASNET_SPAWNFN=C, by gasnetrun in place of this process; or, if no hosts are named or
 * GASNET_SPAWNFN=L, here.
 */
#include <errno.h>
#include <limits.h>

#include "core/boot.h"
#include "core/env.h"
#include "core/err.h"
#include "core/tools/tools_int.h"

/* A variable of udp's, by any of its names (gasnet-env-launch.md 4). NULL: not set, or empty. */
static const char *variable(struct hyd_env *env, const char *name) {
  static const char *const prefix[] = {"GASNET_", "AMUDP_", ""};
  char whole[64];
  for (size_t i = 0; i < sizeof prefix / sizeof prefix[0]; i++) {
    const char *v;
    snprintf(whole, sizeof whole, "%s%s", prefix[i], name);
    v = hyd_env_get(env, whole);
    if (v && *v) return v;
  }
  return NULL;
}

/* The spawner of gasnetrun's that is asked for; NULL: this host, and no gasnetrun. */
static const char *over_hosts(struct hyd_env *env) {
  const char *how = variable(env, "SPAWNFN");
  int named = variable(env, "SSH_SERVERS") != NULL;
  if (how == NULL) return named ? "ssh" : NULL;
  if (strcasecmp(how, "L") == 0) return NULL;
  if (strcasecmp(how, "C") == 0) return "custom";
  if (strcasecmp(how, "S") != 0)
    hyd_refuse("launch", "GASNET_SPAWNFN=%.20s; expected L (this host), S (ssh) or C (GASNET_CSPAWN_CMD)", how);
  if (!named) hyd_refuse("launch", "GASNET_SPAWNFN=S: no list of hosts; expected SSH_SERVERS=\"host1 host2\"");
  return "ssh";
}

/* In place of this process: it starts from the beginning, as a rank, on each host. */
static __attribute__((noreturn)) void become_gasnetrun(const char *spawner, char **argv) {
  char path[PATH_MAX] = "", option[32], *words[8] = {"gasnetrun", "-c", "udp", option, "-n", argv[1], path};
  size_t n = 0;
  char **all;
  if (readlink("/proc/self/exe", path, sizeof path - 1) < 0)
    hyd_refuse("launch", "/proc/self/exe: %s; expected /proc, or gasnetrun -n N", strerror(errno));
  snprintf(option, sizeof option, "-spawner=%s", spawner);
  while (argv[n]) n++;
  if ((all = calloc(n + 8, sizeof *all)) == NULL) hyd_fatal("launch", "out of memory");
  memcpy(all, words, 7 * sizeof *all);
  memcpy(all + 7, argv + 2, (n - 2) * sizeof *all);
  fflush(NULL);
  execvp("gasnetrun", all);
  execv(HYD_BIN_DIR "/gasnetrun", all);
  hyd_refuse("launch", "cannot run gasnetrun: %s; expected it in PATH or " HYD_BIN_DIR, strerror(errno));
}

gex_Rank_t hyd_boot_argument(struct hyd_env *env, int *argc, char ***argv) {
  const char *spawner;
  int64_t n = 0;
  if (argc == NULL || argv == NULL || *argc < 2 || hyd_parse_int((*argv)[1], 0, &n) || n < 1 || n > INT_MAX)
    return 0;
  if ((spawner = over_hosts(env)) != NULL) become_gasnetrun(spawner, *argv);
  for (int i = 1; i < *argc; i++) (*argv)[i] = (*argv)[i + 1]; /* the last is NULL */
  --*argc;
  return (gex_Rank_t)n;
}
