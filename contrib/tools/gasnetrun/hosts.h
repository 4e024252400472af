/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hosts.h: on which hosts a job runs, and how its ranks are laid out on them
 * (gasnet-env-launch.md 8.2).
 */
#ifndef HYD_GASNETRUN_HOSTS_H
#define HYD_GASNETRUN_HOSTS_H

#include <stddef.h>
#include <stdint.h>

#include "contrib/tools/gasnetrun/words.h"

#define HYD_MAX_HOSTS 65536u
#define HYD_MAX_HOST_NAME 255

struct hyd_hosts {
  struct hyd_words names;
  char source[80]; /* where the list came from, for messages */
  char none[300];  /* why there is no list, or empty */
};

enum hyd_hosts_form {
  HYD_HOSTS_LIST,  /* names separated by commas and blanks */
  HYD_HOSTS_LINES, /* a file: the first of each line, or several with commas; # begins a comment */
};

/* Adds what the text names. A name has letters, digits and -_.:@/[]% and does not begin with a
 * dash. A list that cannot be read ends gasnetrun (run.h); so below. */
void hyd_hosts_parse(struct hyd_hosts *hosts, enum hyd_hosts_form form, const char *text, size_t n);
void hyd_hosts_read_file(struct hyd_hosts *hosts, const char *file);

/* The list that the environment has: GASNET_SSH_NODEFILE, GASNET_SSH_SERVERS, GASNET_NODEFILE,
 * AMUDP_SSH_SERVERS, SSH_SERVERS, then the batch system's. No list: there are no names, and
 * hosts->none says why, if a batch system's variable led to none. */
void hyd_hosts_from_environment(struct hyd_hosts *hosts);

/* Each name once, in order of the first. */
void hyd_hosts_unique(struct hyd_hosts *hosts);

/* A host that needs no ssh: "localhost", "localhost/ANYTHING", "fork:ANYTHING". */
int hyd_host_is_local(const char *name);

/* Ranks of host i when `ranks` are laid out over `hosts`: blocks, the first ones longer by one. */
uint32_t hyd_hosts_share(uint32_t ranks, uint32_t hosts, uint32_t i);

#endif
