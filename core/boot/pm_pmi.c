/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pm_pmi.c: clients of PMI-1 (MPICH's mpiexec, srun --mpi=pmi2 for old programs, gasnetrun's
 * agents) and of PMI-2 (srun --mpi=pmi2). The connection is an inherited descriptor (PMI_FD) or a
 * TCP port (PMI_PORT). The client sends a command and waits for its answer, by blocking calls; both
 * have a bounded length.
 *
 * With PMI_FD, PMI-1 gives rank and size in variables; with PMI_PORT the manager sends them when
 * the client has sent PMI_ID. In PMI-2 the first exchange is a PMI-1 line that names version 2;
 * after that a length precedes each command. MPICH's mpiexec accepts both at the same descriptor,
 * and PMI-1 is chosen there; Slurm says which one it wants.
 */
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/boot/pm.h"
#include "core/boot/pmi_text.h"
#include "core/sys/tcp_connect.h"

#define LONGEST_1 1000 /* most bytes of a command: Slurm reads 1024, whatever limits it reports */
#define LONGEST_KEY 63
#define MAX_VALUE_2 1023 /* defined by the interface; the manager does not report it */

struct pmi {
  int fd;
  enum hyd_pm_wire wire;
  size_t have;                /* bytes in `in` that were read and not used yet */
  char in[HYD_PM_LINE + 8];   /* what was read */
  char text[HYD_PM_LINE + 8]; /* the last answer, into which `answer` points */
  struct hyd_pm_line out;
  struct hyd_pm_cmd answer;
};

/* --- one command, one answer ---------------------------------------------- */

static int read_more(struct hyd_pm *pm) {
  struct pmi *io = pm->state;
  ssize_t n;
  if (io->have == sizeof io->in)
    return hyd_pm_fail(pm, "%s: an answer longer than %d bytes", pm->ops->name, HYD_PM_LINE);
  do n = read(io->fd, io->in + io->have, sizeof io->in - io->have);
  while (n < 0 && errno == EINTR);
  if (n < 0)
    return hyd_pm_fail(pm, "%s: reading from the process manager: %s; expected one that runs",
                       pm->ops->name, strerror(errno));
  if (n == 0)
    return hyd_pm_fail(pm, "%s: the process manager has gone; expected one that outlives the ranks",
                       pm->ops->name);
  io->have += (size_t)n;
  return 0;
}

/* Reads the next answer; returns its length, or -1. *before_p and *after_p bytes around it are
 * framing. */
static long read_answer(struct hyd_pm *pm, size_t *before_p, size_t *after_p) {
  struct pmi *io = pm->state;
  char *end = NULL;
  long length;
  *before_p = io->wire == HYD_PM_WIRE_1 ? 0 : HYD_PM_PREFIX;
  *after_p = io->wire == HYD_PM_WIRE_1;
  while (*after_p && (end = memchr(io->in, '\n', io->have)) == NULL)
    if (read_more(pm)) return -1;
  if (*after_p) return end - io->in;
  while (io->have < HYD_PM_PREFIX)
    if (read_more(pm)) return -1;
  if ((length = hyd_pm_length(io->in)) < 0)
    return hyd_pm_fail(pm, "%s: '%.6s' before an answer; expected its length", pm->ops->name,
                       io->in);
  while (io->have < HYD_PM_PREFIX + (size_t)length)
    if (read_more(pm)) return -1;
  return length;
}

/* Receives a command, which must have the name `expected`, into io->answer. */
static int receive_answer(struct hyd_pm *pm, const char *expected) {
  struct pmi *io = pm->state;
  size_t before, after, used;
  long n = read_answer(pm, &before, &after);
  const char *text;
  if (n < 0) return -1;
  used = before + (size_t)n + after;
  memcpy(io->text, io->in + before, (size_t)n);
  memmove(io->in, io->in + used, io->have -= used);
  if (hyd_pm_parse(io->wire, io->text, (size_t)n, &io->answer))
    return hyd_pm_fail(pm, "%s: the process manager said '%.60s'; expected cmd=%s", pm->ops->name,
                       io->text, expected);
  if (!hyd_pm_is(&io->answer, expected))
    return hyd_pm_fail(pm, "%s: the process manager said cmd=%.40s; expected %s", pm->ops->name,
                       hyd_pm_field(&io->answer, "cmd"), expected);
  if (hyd_pm_number(&io->answer, "rc", 0) == 0) return 0;
  text = hyd_pm_field(&io->answer, io->wire == HYD_PM_WIRE_1 ? "msg" : "errmsg");
  return hyd_pm_fail(pm, "%s: %s: rc=%ld %.100s; expected rc=0", pm->ops->name, expected,
                     hyd_pm_number(&io->answer, "rc", -1), text ? text : "");
}

/* Sends a command. `fields`: keys and values, ended by a NULL key; a field with a NULL value is
 * omitted. */
static int send_command(struct hyd_pm *pm, const char *name, va_list fields) {
  struct pmi *io = pm->state;
  size_t done = 0;
  hyd_pm_begin(&io->out, io->wire, name);
  for (const char *key; (key = va_arg(fields, const char *)) != NULL;) {
    const char *value = va_arg(fields, const char *);
    if (value) hyd_pm_add(&io->out, key, value);
  }
  if (hyd_pm_end(&io->out))
    return hyd_pm_fail(pm, "%s: the command does not fit into a message: %.60s", pm->ops->name,
                       io->out.text);
  while (done < io->out.n) {
    ssize_t n = send(io->fd, io->out.text + done, io->out.n - done, MSG_NOSIGNAL);
    if (n < 0 && errno == ENOTSOCK) n = write(io->fd, io->out.text + done, io->out.n - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0)
      return hyd_pm_fail(pm, "%s: writing to the process manager: %s; expected one that runs",
                         pm->ops->name, strerror(errno));
    done += (size_t)n;
  }
  return 0;
}

static __attribute__((sentinel)) int tell_manager(struct hyd_pm *pm, const char *name, ...) {
  va_list fields;
  int rc;
  va_start(fields, name);
  rc = send_command(pm, name, fields);
  va_end(fields);
  return rc;
}

static __attribute__((sentinel)) int ask_manager(struct hyd_pm *pm, const char *expected,
                                                 const char *name, ...) {
  va_list fields;
  int rc;
  va_start(fields, name);
  rc = send_command(pm, name, fields);
  va_end(fields);
  return rc ? rc : receive_answer(pm, expected);
}

/* --- the manager's answers ------------------------------------------------ */

static const char *answer_value(const struct hyd_pm *pm, const char *key) {
  return hyd_pm_field(&((const struct pmi *)pm->state)->answer, key);
}

/* Parses `text`, the value of the variable or of the answer's field `name`. */
static int parse_number(struct hyd_pm *pm, const char *name, const char *text, uint32_t *out_p) {
  char *end = NULL;
  long v = text ? strtol(text, &end, 10) : -1;
  if (text == NULL || *text < '0' || *text > '9' || *end || v > INT_MAX)
    return hyd_pm_fail(pm, "%s: %s=%.40s; expected a number from 0 to %d", pm->ops->name, name,
                       text ? text : "(not set)", INT_MAX);
  *out_p = (uint32_t)v;
  return 0;
}

static int answer_number(struct hyd_pm *pm, const char *key, uint32_t *out_p) {
  return parse_number(pm, key, answer_value(pm, key), out_p);
}

static int read_variable(struct hyd_pm *pm, const char *name, uint32_t *out_p) {
  return parse_number(pm, name, getenv(name), out_p);
}

static int answer_job(struct hyd_pm *pm, const char *key) {
  const char *name = answer_value(pm, key);
  if (name == NULL || strlen(name) >= sizeof pm->job)
    return hyd_pm_fail(pm, "%s: %s=%.40s; expected a name", pm->ops->name, key,
                       name ? name : "(none)");
  memcpy(pm->job, name, strlen(name) + 1);
  return 0;
}

/* --- connections ---------------------------------------------------------- */

/* Takes the inherited descriptor, and closes it in programs that this process executes. The process
 * that made the pair of sockets is the manager. */
static int inherit(struct hyd_pm *pm) {
  struct ucred peer = {.pid = 0};
  socklen_t n = sizeof peer;
  uint32_t fd;
  if (read_variable(pm, "PMI_FD", &fd)) return -1;
  if (fcntl((int)fd, F_SETFD, FD_CLOEXEC))
    return hyd_pm_fail(pm, "%s: PMI_FD=%u: %s; expected a descriptor from the process manager",
                       pm->ops->name, fd, strerror(errno));
  if (getsockopt((int)fd, SOL_SOCKET, SO_PEERCRED, &peer, &n) == 0 && peer.pid > 0)
    pm->manager = peer.pid;
  return (int)fd;
}

static int connect_to(struct hyd_pm *pm, const char *host_port) {
  const char *colon = strrchr(host_port, ':'), *why = "";
  char host[256];
  int fd;
  if (colon == NULL || colon == host_port || (size_t)(colon - host_port) >= sizeof host)
    return hyd_pm_fail(pm, "%s: PMI_PORT=%.80s; expected HOST:PORT", pm->ops->name, host_port);
  snprintf(host, sizeof host, "%.*s", (int)(colon - host_port), host_port);
  if ((fd = hyd_tcp_connect(host, colon + 1, 0, &why)) < 0)
    hyd_pm_fail(pm, "%s: PMI_PORT=%.80s: %s", pm->ops->name, host_port, why);
  return fd;
}

/* --- opening -------------------------------------------------------------- */

/* The first exchange, which is a PMI-1 line in both versions. */
static int agree_on_version(struct hyd_pm *pm, const char *version, const char *subversion) {
  const char *theirs;
  if (ask_manager(pm, "response_to_init", "init", "pmi_version", version, "pmi_subversion",
                  subversion, NULL))
    return -1;
  theirs = answer_value(pm, "pmi_version");
  if (theirs == NULL || strcmp(theirs, version) == 0) return 0;
  return hyd_pm_fail(pm, "%s: the process manager speaks version %.20s; expected %s", pm->ops->name,
                     theirs, version);
}

static void release_state(struct hyd_pm *pm) {
  struct pmi *io = pm->state;
  hyd_fd_close(&io->fd);
  free(io);
  pm->state = NULL;
  pm->fd = -1;
}

static int open_manager(struct hyd_pm *pm, int (*come_up)(struct hyd_pm *pm)) {
  struct pmi *io = pm->state = calloc(1, sizeof *io);
  int rc;
  if (io == NULL) return hyd_pm_fail(pm, "%s: out of memory", pm->ops->name);
  io->fd = -1;
  io->wire = HYD_PM_WIRE_1;
  rc = come_up(pm);
  pm->fd = io->fd;
  if (rc == 0 && pm->rank >= pm->size)
    rc = hyd_pm_fail(pm, "%s: rank %u of %u; expected less", pm->ops->name, pm->rank, pm->size);
  if (rc) release_state(pm);
  return rc;
}

/* Asks for this process's rank and the number of ranks, where PMI_PORT is set: sends "cmd=initack
 * pmiid=3"; the manager answers with initack and with lines that have size, rank and debug. */
static int ask_rank_and_size(struct hyd_pm *pm) {
  const char *id = getenv("PMI_ID");
  int have_size = 0, have_rank = 0;
  if (ask_manager(pm, "initack", "initack", "pmiid", id ? id : "0", NULL)) return -1;
  for (int i = 0; i < 3; i++) {
    if (receive_answer(pm, "set")) return -1;
    if (answer_value(pm, "size")) have_size = !answer_number(pm, "size", &pm->size);
    if (answer_value(pm, "rank")) have_rank = !answer_number(pm, "rank", &pm->rank);
  }
  if (have_size && have_rank) return 0;
  return hyd_pm_fail(pm, "PMI-1: the process manager did not tell rank and size");
}

static int reach_manager(struct hyd_pm *pm) {
  struct pmi *io = pm->state;
  const char *port = getenv("PMI_PORT");
  io->fd = getenv("PMI_FD") ? inherit(pm) : connect_to(pm, port ? port : "");
  if (io->fd < 0) return -1;
  if (getenv("PMI_FD") == NULL) return ask_rank_and_size(pm);
  return read_variable(pm, "PMI_RANK", &pm->rank) || read_variable(pm, "PMI_SIZE", &pm->size) ? -1
                                                                                              : 0;
}

static int ask_limits(struct hyd_pm *pm) {
  uint32_t key, value;
  if (ask_manager(pm, "maxes", "get_maxes", NULL) || answer_number(pm, "keylen_max", &key) ||
      answer_number(pm, "vallen_max", &value))
    return -1;
  if (key < 32 || value < 64)
    return hyd_pm_fail(pm, "PMI-1: keys of %u and values of %u bytes; expected 32 and 64 at least",
                       key, value);
  pm->max_key = (key <= LONGEST_KEY ? key : LONGEST_KEY + 1) - 1;
  pm->max_value = value - 1;
  return 0;
}

/* Asks for the name of the space that has all keys. */
static int come_up_1(struct hyd_pm *pm) {
  size_t used;
  if (reach_manager(pm) || agree_on_version(pm, "1", "1") || ask_limits(pm) ||
      ask_manager(pm, "appnum", "get_appnum",
                  NULL) || /* some managers expect this command before others */
      ask_manager(pm, "my_kvsname", "get_my_kvsname", NULL) ||
      answer_job(pm, "kvsname"))
    return -1;
  used = strlen("cmd=put kvsname= key= value=") + strlen(pm->job) + pm->max_key;
  if (pm->max_value > LONGEST_1 - used) pm->max_value = LONGEST_1 - used;
  return 0;
}

static int come_up_2(struct hyd_pm *pm) {
  struct pmi *io = pm->state;
  if ((io->fd = inherit(pm)) < 0 || agree_on_version(pm, "2", "0")) return -1;
  io->wire = HYD_PM_WIRE_2;
  pm->max_key = LONGEST_KEY;
  pm->max_value = MAX_VALUE_2;
  return ask_manager(pm, "fullinit-response", "fullinit", "pmijobid", getenv("PMI_JOBID"),
                     "pmirank", getenv("PMI_RANK"), "threaded", "FALSE", NULL) ||
                 answer_number(pm, "rank", &pm->rank) || answer_number(pm, "size", &pm->size) ||
                 ask_manager(pm, "job-getid-response", "job-getid", NULL) || answer_job(pm, "jobid")
             ? -1
             : 0;
}

static int open_pmi1(struct hyd_pm *pm) { return open_manager(pm, come_up_1); }
static int open_pmi2(struct hyd_pm *pm) { return open_manager(pm, come_up_2); }

static int detect_1(void) {
  return (getenv("PMI_FD") && getenv("PMI_RANK")) || (getenv("PMI_PORT") && getenv("PMI_ID"));
}

static int detect_2(void) {
  const char *type = getenv("SLURM_MPI_TYPE");
  return getenv("PMI_FD") && type && strcmp(type, "pmi2") == 0;
}

/* --- the calls of pm.h ---------------------------------------------------- */

static int is_2(const struct hyd_pm *pm) { return pm->ops == &hyd_pm_pmi2; }

static int put_value(struct hyd_pm *pm, const char *key, const char *value) {
  return is_2(pm) ? ask_manager(pm, "kvs-put-response", "kvs-put", "key", key, "value", value, NULL)
                  : ask_manager(pm, "put_result", "put", "kvsname", pm->job, "key", key, "value",
                                value, NULL);
}

static int fence_ranks(struct hyd_pm *pm) {
  return is_2(pm) ? ask_manager(pm, "kvs-fence-response", "kvs-fence", NULL)
                  : ask_manager(pm, "barrier_out", "barrier_in", NULL);
}

static int get_value(struct hyd_pm *pm, uint32_t rank, const char *key, char *value, size_t size) {
  char source[24];
  const char *got, *found;
  snprintf(source, sizeof source, "%u", rank);
  if (is_2(pm) ? ask_manager(pm, "kvs-get-response", "kvs-get", "jobid", pm->job, "srcid", source,
                             "key", key, NULL)
               : ask_manager(pm, "get_result", "get", "kvsname", pm->job, "key", key, NULL))
    return -1;
  got = answer_value(pm, "value");
  found = answer_value(pm, "found"); /* PMI-2 */
  if ((found && strcmp(found, "TRUE") != 0) || got == NULL || strlen(got) >= size)
    return hyd_pm_fail(pm, "%s: %s: %s; expected a value of less than %zu bytes", pm->ops->name,
                       key, got ? "not there, or longer" : "no value", size);
  memcpy(value, got, strlen(got) + 1);
  return 0;
}

/* PMI-1 cannot carry the reason. */
static int abort_job(struct hyd_pm *pm, int code, const char *why) {
  char status[24], text[200];
  snprintf(status, sizeof status, "%d", code);
  if (!is_2(pm)) return tell_manager(pm, "abort", "exitcode", status, NULL);
  snprintf(text, sizeof text, "%s", why ? why : "");
  for (char *p = text; (p = strchr(p, '\n')) != NULL;) *p = ' ';
  return tell_manager(pm, "abort", "isworld", "TRUE", "exitcode", status, "msg", text, NULL);
}

static void close_pmi(struct hyd_pm *pm) {
  if (pm->state == NULL) return;
  (void)ask_manager(pm, is_2(pm) ? "finalize-response" : "finalize_ack", "finalize", NULL);
  release_state(pm);
}

const struct hyd_pm_ops hyd_pm_pmi1 = {"PMI-1",     detect_1,  open_pmi1, put_value,
                                       fence_ranks, get_value, abort_job, close_pmi};
const struct hyd_pm_ops hyd_pm_pmi2 = {"PMI-2",     detect_2,  open_pmi2, put_value,
                                       fence_ranks, get_value, abort_job, close_pmi};
