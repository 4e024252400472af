/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ssh_cmd.h: the command that starts an agent on another host.
 */
#ifndef HYD_GASNETRUN_SSH_CMD_H
#define HYD_GASNETRUN_SSH_CMD_H

#include "contrib/gasnetrun/words.h"

/* ssh [options] HOST "exec 'AGENT' --agent". 0, or -1: `cmd` or `options` cannot be read. */
int hyd_ssh_command(struct hyd_words *argv, const char *cmd, const char *options, const char *host,
                    const char *agent);
/* Takes what such a command says about host keys away if ssh's own files (ssh_config(5)) say
 * something else, as ssh tells. */
void hyd_ssh_obey_files(char **argv);

#endif
