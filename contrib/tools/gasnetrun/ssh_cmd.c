/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ssh_cmd.c: GASNET_SSH_CMD and GASNET_SSH_OPTIONS as words, then what a job's ssh must be told: to
 * ask nothing, to need no terminal, to notice within a quarter of a minute that the network is
 * gone. Of two settings ssh takes the first, so that options given by the user win; of host keys
 * also what the user's files of ssh say, which options would hide. No secret and nothing of the
 * job is on the command line: only the host and where gasnetrun is.
 */
#include "contrib/tools/gasnetrun/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A host whose key is not known yet is believed, one whose key has changed is not. */
static const char new_keys[] = "-oStrictHostKeyChecking=accept-new";
static const char automatic[] =
    "-oBatchMode=yes -oServerAliveInterval=5 -oServerAliveCountMax=3 -oConnectTimeout=20 "
    "-oLogLevel=ERROR -T -x";

static int is_ssh(const char *cmd) {
  const char *slash = strrchr(cmd, '/');
  return strncmp(slash ? slash + 1 : cmd, "ssh", 3) == 0;
}

int hyd_ssh_command(struct hyd_words *argv, const char *cmd, const char *options, const char *host,
                    const char *agent) {
  char *remote = NULL;
  size_t n;
  FILE *f = open_memstream(&remote, &n);
  int bad = f == NULL || hyd_words_split(argv, cmd) || argv->n == 0 ||
            hyd_words_split(argv, options) ||
            (is_ssh(argv->word[0]) &&
             (hyd_words_add(argv, new_keys) || hyd_words_split(argv, automatic))) ||
            hyd_words_add(argv, host);
  if (f == NULL) return -1;
  fputs("exec ", f);
  hyd_quote(f, agent);
  fputs(" --agent", f);
  bad = fclose(f) || bad || hyd_words_add(argv, remote);
  free(remote);
  return bad ? -1 : 0;
}

/* --- host keys ------------------------------------------------------------ */

/* What `ssh -G HOST` says on its stdout, the words before ours being given to it, too. */
static FILE *ask_ssh(char **argv, size_t ours, const char *host) {
  char *command = NULL;
  size_t n;
  FILE *f = open_memstream(&command, &n), *said;
  if (f == NULL) return NULL;
  for (size_t i = 0; i < ours; i++) {
    hyd_quote(f, argv[i]);
    fputc(' ', f);
  }
  fputs("-G ", f);
  hyd_quote(f, host);
  fputs(" </dev/null 2>/dev/null", f);
  said = fclose(f) ? NULL : popen(command, "re");
  free(command);
  return said;
}

/* Whether ssh's files decide: they say neither "ask", which is also what they say by saying
 * nothing, nor the same as we. */
static int files_decide(char **argv, size_t ours, const char *host) {
  char line[512], value[32] = "ask";
  FILE *f = ask_ssh(argv, ours, host);
  while (f && fgets(line, sizeof line, f)) (void)sscanf(line, "stricthostkeychecking %31s", value);
  if (f) pclose(f);
  return strcmp(value, "ask") != 0 && strcmp(value, new_keys + strcspn(new_keys, "=") + 1) != 0;
}

void hyd_ssh_obey_files(char **argv) {
  size_t n = 0, ours;
  while (argv[n] && strcmp(argv[n], new_keys) != 0) n++;
  if (argv[n] == NULL) return;
  ours = n;
  while (argv[n]) n++;
  if (!files_decide(argv, ours, argv[n - 2])) return;
  for (; argv[ours]; ours++) argv[ours] = argv[ours + 1];
}
