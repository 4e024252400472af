/* SPDX-License-Identifier: BSD-3-Clause
 *
 * boot_argv.c: `./program N [arguments]`, a way to start programs for udp without a process manager
 * (gasnet-env-launch.md section 4): the first argument is the number of ranks. If SSH_SERVERS names
 * hosts, or GASNET_SPAWNFN=C with GASNET_CSPAWN_CMD is set, this process becomes gasnetrun, which
 * starts the ranks. If no hosts are named, or with GASNET_SPAWNFN=L, the ranks run here: this
 * process executes the program again without N, so that no rank's main sees N, whatever the client
 * does with its arguments before init.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/boot/boot.h"
#include "core/env/env.h"
#include "core/base/err.h"
#include "core/tools/tools_int.h"

/* A variable of udp by any of its names (gasnet-env-launch.md 4). NULL: not set, or empty. */
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

/* The spawner of gasnetrun that is requested; NULL: the ranks run on this host without gasnetrun.
 */
static const char *over_hosts(struct hyd_env *env) {
  const char *how = variable(env, "SPAWNFN");
  int named = variable(env, "SSH_SERVERS") != NULL;
  if (how == NULL) return named ? "ssh" : NULL;
  if (strcasecmp(how, "L") == 0) return NULL;
  if (strcasecmp(how, "C") == 0) return "custom";
  if (strcasecmp(how, "S") != 0)
    hyd_refuse("launch",
               "GASNET_SPAWNFN=%.20s; expected L (this host), S (ssh) or C (GASNET_CSPAWN_CMD)",
               how);
  if (!named)
    hyd_refuse("launch",
               "GASNET_SPAWNFN=S: no list of hosts; expected SSH_SERVERS=\"host1 host2\"");
  return "ssh";
}

/* --- the command line of this process, from /proc, as the client may have changed its copy --- */

/* Reads the words of the command line, ended by NULL. NULL: they cannot be read. */
static char **command_line(void) {
  FILE *f = fopen("/proc/self/cmdline", "re");
  char **line = NULL, **more, *word = NULL;
  size_t n = 0, room = 0;
  for (; f && getdelim(&word, &room, '\0', f) > 0; word = NULL, room = 0) {
    if ((more = realloc(line, (n + 2) * sizeof *line)) == NULL) break;
    line = more;
    line[n++] = word;
    line[n] = NULL;
  }
  free(word);
  if (f) fclose(f);
  return line;
}

/* Removes the first word that is N. */
static void take_away(char **line, const char *number) {
  size_t i = 1;
  while (line[0] && line[i] && strcmp(line[i], number) != 0) i++;
  for (; line[0] && line[i]; i++) line[i] = line[i + 1];
}

/* --- executing a program in place of this one ------------------------------ */

static __attribute__((noreturn)) void become_gasnetrun(const char *spawner, const char *number,
                                                       char **line) {
  char path[PATH_MAX] = "", option[32];
  char *words[8] = {"gasnetrun", "-c", "udp", option, "-n", (char *)(uintptr_t)number, path};
  size_t n = 0;
  char **all;
  if (readlink("/proc/self/exe", path, sizeof path - 1) < 0)
    hyd_refuse("launch", "/proc/self/exe: %s; expected /proc, or gasnetrun -n N", strerror(errno));
  snprintf(option, sizeof option, "-spawner=%s", spawner);
  while (line[n]) n++;
  if ((all = calloc(n + 8, sizeof *all)) == NULL) hyd_fatal("launch", "out of memory");
  memcpy(all, words, 7 * sizeof *all);
  if (n) memcpy(all + 7, line + 1, (n - 1) * sizeof *all);
  fflush(NULL);
  execvp("gasnetrun", all);
  execv(HYD_BIN_DIR "/gasnetrun", all);
  hyd_refuse("launch", "cannot run gasnetrun: %s; expected it in PATH or " HYD_BIN_DIR,
             strerror(errno));
}

static __attribute__((noreturn)) void start_again(const char *number, char **line) {
  if (setenv("GASNET_PSHM_NODES", number, 1)) hyd_fatal("launch", "out of memory");
  fflush(NULL);
  execv("/proc/self/exe", line);
  hyd_fatal("launch", "/proc/self/exe: %s; expected to start again, or gasnetrun -n N",
            strerror(errno));
}

/* --- the number ----------------------------------------------------------- */

static int is_number(const char *text, int64_t *n_p) {
  return text && hyd_parse_int(text, 0, n_p) == 0 && *n_p > 0 && *n_p <= INT_MAX;
}

static HYD_COLD __attribute__((noreturn)) void refuse(const char *program, const char *word) {
  const char *name = program && *program ? program : "program";
  fprintf(stderr,
          "%s: '%.60s' is not a number of ranks: conduit udp is started by %s N [argument]..., or "
          "gasnetrun -n N %s [argument]...\n",
          name, word, name, name);
  exit(2);
}

gex_Rank_t hyd_boot_argument(struct hyd_env *env, int *argc, char ***argv) {
  const char *spawner, *number;
  char **line;
  int64_t n = 0;
  if (argc == NULL || argv == NULL || *argc < 2) return 0;
  number = (*argv)[1];
  line = command_line();
  if (!is_number(number, &n)) { /* the client's getopt may have put options first */
    if (line == NULL || line[0] == NULL || !is_number(line[1], &n)) refuse((*argv)[0], number);
    number = line[1];
  }
  number = strdup(number);
  if (number == NULL) hyd_fatal("launch", "out of memory");
  spawner = over_hosts(env);
  take_away(line ? line : *argv, number);
  if (spawner) become_gasnetrun(spawner, number, line ? line : *argv);
  if (line) start_again(number, line);
  --*argc; /* without /proc N is removed here */
  return (gex_Rank_t)n;
}
