/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ssh_cmd.c: GASNET_SSH_CMD and GASNET_SSH_OPTIONS as words, then what a job's ssh must be told: to
 * ask nothing, to need no terminal, to notice within a quarter of a minute that the network is
 * gone. Of two settings ssh takes the first, so that options given by the person win; of host keys
 * also what the person's files of ssh say, which options would hide. No secret and nothing of the
 * job is on the command line: only the host and where gasnetrun is.
 */
#include "contrib/gasnetrun/ssh_cmd.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* A host whose key is not known yet is believed, one whose key has changed is not. */
static const char new_keys[] = "-oStrictHostKeyChecking=accept-new";
static const char *const automatic[] = {new_keys,
                                        "-oBatchMode=yes",
                                        "-oServerAliveInterval=5",
                                        "-oServerAliveCountMax=3",
                                        "-oConnectTimeout=20",
                                        "-oLogLevel=ERROR",
                                        "-T",
                                        "-x"};
#define AUTOMATIC (sizeof automatic / sizeof automatic[0])

/* One word at *in_p, written to *to_p. 1; 0 at the end of the text; -1: a quote without its end. */
static int word(const char **in_p, char **to_p) {
  const char *p = *in_p;
  char *to = *to_p, quote = '\0';
  while (*p == ' ' || *p == '\t' || *p == '\n') p++;
  if (*p == '\0') return 0;
  for (; *p && (quote || (*p != ' ' && *p != '\t' && *p != '\n')); p++) {
    if (quote && *p == quote)
      quote = '\0';
    else if (!quote && (*p == '\'' || *p == '"'))
      quote = *p;
    else if (*p == '\\' && quote != '\'' && p[1])
      *to++ = *++p;
    else
      *to++ = *p;
  }
  *to++ = '\0';
  *in_p = p;
  *to_p = to;
  return quote ? -1 : 1;
}

char **hyd_words(const char *text, size_t *count_p) {
  size_t n = strlen(text), most = n / 2 + 2, count = 0; /* words, and the NULL */
  char **words = malloc(most * sizeof *words + n + 2), *to;
  int rc;
  if (words == NULL) return NULL;
  to = (char *)(words + most);
  while ((words[count] = to, rc = word(&text, &to)) > 0) count++;
  words[count] = NULL;
  if (rc < 0) {
    free(words);
    return NULL;
  }
  *count_p = count;
  return words;
}

/* exec 'AGENT' --agent, for the shell there; a quote within becomes '\''. */
static char *remote_command(char *to, const char *agent) {
  to = stpcpy(to, "exec '");
  for (; *agent; agent++) {
    if (*agent == '\'') to = stpcpy(to, "'\\'");
    *to++ = *agent;
  }
  return stpcpy(to, "' --agent") + 1;
}

static int is_ssh(const char *cmd) {
  const char *slash = strrchr(cmd, '/');
  return strncmp(slash ? slash + 1 : cmd, "ssh", 3) == 0;
}

static char *add(char **argv, size_t *n_p, char *to, const char *text) {
  argv[(*n_p)++] = to;
  return stpcpy(to, text) + 1;
}

char **hyd_ssh_command(const char *cmd, const char *options, const char *host, const char *agent) {
  size_t commands = 0, given = 0, n = 0, slots;
  char **c = hyd_words(cmd, &commands), **o = hyd_words(options, &given), **argv = NULL, *to;
  if (c == NULL || o == NULL || commands == 0) goto out;
  slots = commands + given + AUTOMATIC + 3;
  argv = malloc(slots * sizeof *argv + strlen(cmd) + strlen(options) + 2 * slots + 512 +
                strlen(host) + 4 * strlen(agent));
  if (argv == NULL) goto out;
  to = (char *)(argv + slots);
  for (size_t i = 0; i < commands; i++) to = add(argv, &n, to, c[i]);
  for (size_t i = 0; i < given; i++) to = add(argv, &n, to, o[i]);
  for (size_t i = 0; i < AUTOMATIC && is_ssh(c[0]); i++) to = add(argv, &n, to, automatic[i]);
  to = add(argv, &n, to, host);
  argv[n++] = to;
  remote_command(to, agent);
  argv[n] = NULL;
out:
  free(c);
  free(o);
  return argv;
}

/* --- host keys ------------------------------------------------------------ */

/* What `ssh -G` says on its stdout. */
static FILE *ask(char **argv, pid_t *pid_p) {
  int out[2], null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null < 0 || pipe2(out, O_CLOEXEC)) return NULL;
  if ((*pid_p = fork()) == 0) {
    dup2(null, STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    execvp(argv[0], argv);
    _exit(127);
  }
  close(null);
  close(out[1]);
  if (*pid_p > 0) return fdopen(out[0], "re");
  close(out[0]);
  return NULL;
}

/* Whether ssh's files decide: they say neither "ask", which is also what they say by saying
 * nothing, nor the same as we. Its words are those before ours. */
static int files_decide(char **argv, size_t ours, char *host) {
  char **words = calloc(ours + 3, sizeof *words), line[512], value[32] = "ask";
  pid_t pid = 0;
  FILE *f;
  if (words == NULL) return 0;
  memcpy(words, argv, ours * sizeof *words);
  words[ours] = (char *)(uintptr_t) "-G";
  words[ours + 1] = host;
  f = ask(words, &pid);
  while (f && fgets(line, sizeof line, f)) (void)sscanf(line, "stricthostkeychecking %31s", value);
  if (f) fclose(f);
  if (pid > 0) waitpid(pid, NULL, 0);
  free(words);
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
