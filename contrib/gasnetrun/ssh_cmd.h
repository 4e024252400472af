/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ssh_cmd.h: the command that starts an agent on another host.
 */
#ifndef HYD_SSH_CMD_H
#define HYD_SSH_CMD_H

#include <stddef.h>

/* Takes text apart as a shell does: blanks, '...', "...", \. Nothing is expanded. The words, ended
 * by NULL, to be freed as one; NULL: out of memory, or a quote without its end. */
char **hyd_words(const char *text, size_t *count_p);

/* ssh [options] HOST "exec 'AGENT' --agent": to be freed as one; NULL: `cmd` or `options` cannot be
 * read. */
char **hyd_ssh_command(const char *cmd, const char *options, const char *host, const char *agent);
/* Takes what such a command says about host keys away if ssh's own files (ssh_config(5)) say
 * something else, as ssh tells. */
void hyd_ssh_obey_files(char **argv);

#endif
