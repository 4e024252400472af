/* SPDX-License-Identifier: BSD-3-Clause
 *
 * connect_file.c: makes connections at the start: all of them, or those that a file names; and
 * writes a file of the connections that there were at the end.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "conduits/ibv/connections.h"
#include "conduits/ibv/progress.h"
#include "conduits/ibv/connect_map.h"
#include "core/oob/oob.h"

/* Connections that a rank makes at a time, as peers have few buffers for hellos. */
#define AT_A_TIME 16u

/* The name with each % replaced by the rank; NULL: out of memory. */
static char *name_of(const struct hyd_ibv *s, const char *name) {
  size_t size = strlen(name) * 10 + 1, at = 0;
  char *out = malloc(size);
  for (; out && *name; name++) {
    if (*name == '%')
      at += (size_t)snprintf(out + at, size - at, "%u", hyd_job_rank(s->job));
    else
      out[at++] = *name;
  }
  if (out) out[at] = '\0';
  return out;
}

static unsigned base_of(const struct hyd_ibv *s) {
  return (unsigned)hyd_env_int(hyd_job_env(s->job), HYD_ENV_CONNECTFILE_BASE, 2, 36);
}

/* --- files ---------------------------------------------------------------- */

static int open_file(const struct hyd_ibv *s, int flag) {
  char *name = name_of(s, hyd_env_str(hyd_job_env(s->job), HYD_ENV_CONNECTFILE_OUT));
  int fd = name ? open(name, O_WRONLY | O_CREAT | O_CLOEXEC | flag, 0666) : -1;
  free(name);
  return fd;
}

static void cannot_write(const struct hyd_ibv *s) {
  fprintf(stderr, "WARNING: GASNET_CONNECTFILE_OUT=%.200s: rank %u cannot write it: %s\n",
          hyd_env_str(hyd_job_env(s->job), HYD_ENV_CONNECTFILE_OUT), hyd_job_rank(s->job),
          strerror(errno));
}

/* Empties the file of what an earlier job has written. A file of several ranks is emptied by the
 * first rank of each host, before any rank adds to it. */
static void empty_file(const struct hyd_ibv *s) {
  int fd;
  if (!hyd_env_is_set(hyd_job_env(s->job), HYD_ENV_CONNECTFILE_OUT)) return;
  if (!hyd_is_leader(s->job) &&
      !strchr(hyd_env_str(hyd_job_env(s->job), HYD_ENV_CONNECTFILE_OUT), '%'))
    return;
  fd = open_file(s, O_TRUNC);
  if (fd < 0)
    cannot_write(s);
  else
    close(fd);
}

/* --- the start ------------------------------------------------------------ */

static void read_file(const struct hyd_ibv *s, unsigned char *peer) {
  char *name = name_of(s, hyd_env_str(hyd_job_env(s->job), HYD_ENV_CONNECTFILE_IN)), why[300];
  FILE *in = name ? fopen(name, "re") : NULL;
  if (in == NULL)
    hyd_refuse("environment", "GASNET_CONNECTFILE_IN: %s: %s; expected a file that can be read",
               name ? name : "its name", strerror(errno));
  if (hyd_ibv_connect_map_read(in, hyd_job_rank(s->job), hyd_job_size(s->job), base_of(s), peer,
                               why, sizeof why))
    hyd_refuse("environment", "GASNET_CONNECTFILE_IN: %s: %s", name, why);
  fclose(in);
  free(name);
}

static void wait_until_ready(struct hyd_ibv *s, uint32_t peer) {
  while (s->peers.conn[peer] && s->peers.conn[peer]->state != HYD_IBV_READY) hyd_ibv_wait_nested(s);
}

/* Connects to the peers, beginning with the rank after this one, so that not all ranks ask the same
 * peer first. */
static void connect_to(struct hyd_ibv *s, const unsigned char *peer) {
  uint32_t last[AT_A_TIME], n = 0;
  for (uint32_t i = 1; i < hyd_job_size(s->job); i++) {
    uint32_t to = (hyd_job_rank(s->job) + i) % hyd_job_size(s->job);
    if ((peer && !peer[to]) || hyd_in_nbrhd(s->job, to)) continue;
    if (n >= AT_A_TIME) wait_until_ready(s, last[n % AT_A_TIME]);
    hyd_ibv_lock(s);
    hyd_ibv_conn_to(s, to);
    hyd_ibv_unlock(s);
    last[n++ % AT_A_TIME] = to;
  }
  for (uint32_t i = 0; i < n && i < AT_A_TIME; i++) wait_until_ready(s, last[i]);
}

void hyd_ibv_connect_static(struct hyd_ibv *s) {
  struct hyd_env *env = hyd_job_env(s->job);
  int dynamic = hyd_env_bool(env, HYD_ENV_CONNECT_DYNAMIC),
      file = hyd_env_is_set(env, HYD_ENV_CONNECTFILE_IN);
  int said = hyd_env_is_set(env, HYD_ENV_CONNECT_STATIC);
  int wanted = said ? hyd_env_bool(env, HYD_ENV_CONNECT_STATIC) : !dynamic || file;
  unsigned char *peer = file ? calloc(1, hyd_job_size(s->job)) : NULL;
  if (file && peer == NULL)
    hyd_fatal("ibv conduit", "out of memory for connections to %u ranks", hyd_job_size(s->job));
  if (file) read_file(s, peer);
  empty_file(s);
  if (wanted) connect_to(s, peer);
  free(peer);
  s->peers.only_static = !dynamic;
}

/* --- the end -------------------------------------------------------------- */

void hyd_ibv_connect_record(struct hyd_ibv *s) {
  unsigned char *peer;
  int fd;
  if (!hyd_env_is_set(hyd_job_env(s->job), HYD_ENV_CONNECTFILE_OUT) ||
      (peer = calloc(1, hyd_job_size(s->job))) == NULL)
    return;
  for (uint32_t i = 0; i < hyd_job_size(s->job); i++) peer[i] = s->peers.conn[i] != NULL;
  fd = open_file(s, O_APPEND);
  if (fd < 0 ||
      hyd_ibv_connect_map_write(fd, hyd_job_rank(s->job), hyd_job_size(s->job), base_of(s), peer))
    cannot_write(s);
  if (fd >= 0) close(fd);
  free(peer);
}
