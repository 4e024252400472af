/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pm_io.c: blocking reads and writes, repeated after signals, each bounded by the longest command.
 * What the manager sends beyond the answer stays in io->in for the next one.
 */
#include "core/boot/pm_io.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int read_more(struct hyd_pm *pm, struct hyd_pm_io *io) {
  ssize_t n;
  if (io->have == sizeof io->in)
    return hyd_pm_fail(pm, "%s: an answer longer than %d bytes", pm->ops->name, HYD_PM_LINE);
  do n = read(io->fd, io->in + io->have, sizeof io->in - io->have);
  while (n < 0 && errno == EINTR);
  if (n < 0)
    return hyd_pm_fail(pm, "%s: reading from the process manager: %s", pm->ops->name,
                       strerror(errno));
  if (n == 0) return hyd_pm_fail(pm, "%s: the process manager has gone", pm->ops->name);
  io->have += (size_t)n;
  return 0;
}

/* The first n bytes, less `skip`, go to io->text; `used` bytes are removed from io->in. */
static void take(struct hyd_pm_io *io, size_t skip, size_t n, size_t used) {
  memcpy(io->text, io->in + skip, n);
  memmove(io->in, io->in + used, io->have - used);
  io->have -= used;
}

static int read_line(struct hyd_pm *pm, struct hyd_pm_io *io, size_t *n_p) {
  char *end;
  while ((end = memchr(io->in, '\n', io->have)) == NULL)
    if (read_more(pm, io)) return -1;
  *n_p = (size_t)(end - io->in);
  if (*n_p > HYD_PM_LINE)
    return hyd_pm_fail(pm, "%s: an answer longer than %d bytes", pm->ops->name, HYD_PM_LINE);
  take(io, 0, *n_p, *n_p + 1);
  return 0;
}

static int read_sized(struct hyd_pm *pm, struct hyd_pm_io *io, size_t *n_p) {
  long length;
  while (io->have < HYD_PM_PREFIX)
    if (read_more(pm, io)) return -1;
  if ((length = hyd_pm_length(io->in)) < 0)
    return hyd_pm_fail(pm, "%s: '%.6s' before an answer; expected its length", pm->ops->name,
                       io->in);
  while (io->have < HYD_PM_PREFIX + (size_t)length)
    if (read_more(pm, io)) return -1;
  *n_p = (size_t)length;
  take(io, HYD_PM_PREFIX, *n_p, HYD_PM_PREFIX + *n_p);
  return 0;
}

int hyd_pm_send(struct hyd_pm *pm, struct hyd_pm_io *io) {
  size_t done = 0;
  if (hyd_pm_end(&io->out))
    return hyd_pm_fail(pm, "%s: the command does not fit into a message: %.60s", pm->ops->name,
                       io->out.text);
  while (done < io->out.n) {
    ssize_t n = send(io->fd, io->out.text + done, io->out.n - done, MSG_NOSIGNAL);
    if (n < 0 && errno == ENOTSOCK) n = write(io->fd, io->out.text + done, io->out.n - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0)
      return hyd_pm_fail(pm, "%s: writing to the process manager: %s", pm->ops->name,
                         strerror(errno));
    done += (size_t)n;
  }
  return 0;
}

int hyd_pm_receive(struct hyd_pm *pm, struct hyd_pm_io *io, enum hyd_pm_wire wire,
                   const char *expected) {
  size_t n = 0;
  const char *got;
  if (wire == HYD_PM_WIRE_1 ? read_line(pm, io, &n) : read_sized(pm, io, &n)) return -1;
  if (hyd_pm_parse(wire, io->text, n, &io->answer))
    return hyd_pm_fail(pm, "%s: the process manager said '%.60s'; expected cmd=%s", pm->ops->name,
                       io->text, expected);
  got = hyd_pm_field(&io->answer, "cmd");
  if (strcmp(got, expected) != 0)
    return hyd_pm_fail(pm, "%s: the process manager said cmd=%.40s; expected %s", pm->ops->name,
                       got, expected);
  if (hyd_pm_number(&io->answer, "rc", 0) != 0) {
    const char *text = hyd_pm_field(&io->answer, wire == HYD_PM_WIRE_1 ? "msg" : "errmsg");
    return hyd_pm_fail(pm, "%s: %s: rc=%ld %.100s", pm->ops->name, expected,
                       hyd_pm_number(&io->answer, "rc", -1), text ? text : "");
  }
  return 0;
}

int hyd_pm_ask(struct hyd_pm *pm, struct hyd_pm_io *io, const char *expected) {
  return hyd_pm_send(pm, io) || hyd_pm_receive(pm, io, io->out.wire, expected) ? -1 : 0;
}

int hyd_pm_answer_number(struct hyd_pm *pm, const struct hyd_pm_io *io, const char *key, long max,
                         uint32_t *out_p) {
  const char *text = hyd_pm_field(&io->answer, key);
  long v = hyd_pm_number(&io->answer, key, -1);
  if (v < 0 || v > max)
    return hyd_pm_fail(pm, "%s: %s=%.20s from the process manager; expected a number up to %ld",
                       pm->ops->name, key, text ? text : "(none)", max);
  *out_p = (uint32_t)v;
  return 0;
}

int hyd_pm_variable(struct hyd_pm *pm, const char *name, long max, uint32_t *out_p) {
  const char *text = getenv(name);
  char *end = NULL;
  long v = text ? strtol(text, &end, 10) : -1;
  if (text == NULL || *text < '0' || *text > '9' || *end || v > max)
    return hyd_pm_fail(pm, "%s: %s=%.40s; expected a number from 0 to %ld", pm->ops->name, name,
                       text ? text : "(not set)", max);
  *out_p = (uint32_t)v;
  return 0;
}

/* --- what both versions have ---------------------------------------------- */

struct hyd_pm_io *hyd_pm_io_new(struct hyd_pm *pm) {
  struct hyd_pm_io *io = calloc(1, sizeof *io);
  if (io == NULL)
    hyd_pm_fail(pm, "%s: out of memory", pm->ops->name);
  else
    io->fd = -1;
  return pm->state = io;
}

static void release(struct hyd_pm *pm) {
  struct hyd_pm_io *io = pm->state;
  if (io && io->fd >= 0) close(io->fd);
  free(io);
  pm->state = NULL;
  pm->fd = -1;
}

int hyd_pm_opened(struct hyd_pm *pm, int ok) {
  const struct hyd_pm_io *io = pm->state;
  if (ok && pm->rank >= pm->size) {
    hyd_pm_fail(pm, "%s: rank %u of %u; expected less", pm->ops->name, pm->rank, pm->size);
    ok = 0;
  }
  if (ok)
    pm->fd = io->fd;
  else
    release(pm);
  return ok ? 0 : -1;
}

void hyd_pm_leave(struct hyd_pm *pm, enum hyd_pm_wire wire, const char *expected) {
  struct hyd_pm_io *io = pm->state;
  if (io == NULL) return;
  hyd_pm_begin(&io->out, wire, "finalize");
  (void)hyd_pm_ask(pm, io, expected);
  release(pm);
}

int hyd_pm_agree(struct hyd_pm *pm, struct hyd_pm_io *io, long version, long subversion) {
  long theirs;
  hyd_pm_begin(&io->out, HYD_PM_WIRE_1, "init");
  hyd_pm_add_number(&io->out, "pmi_version", version);
  hyd_pm_add_number(&io->out, "pmi_subversion", subversion);
  if (hyd_pm_ask(pm, io, "response_to_init")) return -1;
  theirs = hyd_pm_number(&io->answer, "pmi_version", version);
  if (theirs == version) return 0;
  return hyd_pm_fail(pm, "%s: the process manager speaks version %ld; expected %ld", pm->ops->name,
                     theirs, version);
}

int hyd_pm_answer_job(struct hyd_pm *pm, const struct hyd_pm_io *io, const char *key) {
  const char *name = hyd_pm_field(&io->answer, key);
  if (name == NULL || strlen(name) >= sizeof pm->job)
    return hyd_pm_fail(pm, "%s: %s=%.40s; expected a name", pm->ops->name, key,
                       name ? name : "(none)");
  memcpy(pm->job, name, strlen(name) + 1);
  return 0;
}

/* --- connections ---------------------------------------------------------- */

int hyd_pm_inherit(struct hyd_pm *pm) {
  uint32_t fd;
  if (hyd_pm_variable(pm, "PMI_FD", 1 << 20, &fd)) return -1;
  if (fcntl((int)fd, F_SETFD, FD_CLOEXEC))
    return hyd_pm_fail(pm, "%s: PMI_FD=%u: %s; expected a descriptor from the process manager",
                       pm->ops->name, fd, strerror(errno));
  return (int)fd;
}

int hyd_pm_connect(struct hyd_pm *pm, const char *host_port) {
  const struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
  const char *colon = strrchr(host_port, ':');
  struct addrinfo *list = NULL;
  char host[256];
  int fd = -1, rc;
  if (colon == NULL || colon == host_port || (size_t)(colon - host_port) >= sizeof host)
    return hyd_pm_fail(pm, "%s: PMI_PORT=%.80s; expected HOST:PORT", pm->ops->name, host_port);
  memcpy(host, host_port, (size_t)(colon - host_port));
  host[colon - host_port] = '\0';
  if ((rc = getaddrinfo(host, colon + 1, &hints, &list)) != 0)
    return hyd_pm_fail(pm, "%s: PMI_PORT=%.80s: %s", pm->ops->name, host_port, gai_strerror(rc));
  for (struct addrinfo *a = list; a && fd < 0; a = a->ai_next) {
    fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, a->ai_protocol);
    if (fd >= 0 && connect(fd, a->ai_addr, a->ai_addrlen)) {
      rc = errno;
      close(fd);
      errno = rc;
      fd = -1;
    }
  }
  if (fd < 0) hyd_pm_fail(pm, "%s: PMI_PORT=%.80s: %s", pm->ops->name, host_port, strerror(errno));
  freeaddrinfo(list);
  return fd;
}
