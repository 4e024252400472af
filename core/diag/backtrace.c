/* SPDX-License-Identifier: BSD-3-Clause
 *
 * backtrace.c: see backtrace.h. Only a thread itself can walk its stack. So the thread that
 * collects the backtraces of all threads signals them one after the other; each prints its own
 * backtrace, for which the collector waits a limited time:
 *
 *     collector                            signalled thread, in its handler
 *     trace_asked = tid       (T1)  --->   accepts: tid -> -tid    (T2)
 *     waits for 0             (T4)  <---   has printed: -tid -> 0  (T3)
 *     time is up: tid -> 0                 too late: does not find tid, prints nothing
 *
 * The threads are listed by /proc/self/task, which is read by system calls, as opendir may
 * allocate. Without /proc only the calling thread is known.
 */
#include "core/diag/backtrace.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>

#include "core/diag/wait_record.h"
#include "core/env/env.h"
#include "core/sys/clock.h"
#include "core/tools/tools_int.h"

#define MS 1000000ull
#define THREAD_PATIENCE (500 * MS) /* time for a thread to begin */
#define ALL_PATIENCE (30000 * MS)  /* time for all: finding lines takes long in large programs */

void hyd_backtrace_init(struct hyd_job *job) {
  job->trace.here = hyd_env_has_rank(job->env, HYD_ENV_BACKTRACE_NODES, job->rank);
  job->trace.all = hyd_env_bool(job->env, HYD_ENV_BACKTRACE_MT);
}

/* --- the threads of this process ------------------------------------------ */

struct entry { /* a directory entry of getdents64 */
  uint64_t inode;
  int64_t offset;
  uint16_t length;
  uint8_t type;
  char name[];
};

typedef void (*thread_fn)(struct hyd_job *job, pid_t tid, void *arg);

static void each_of(const char *at, const char *end, struct hyd_job *job, thread_fn fn, void *arg) {
  while (at < end) {
    const struct entry *e = (const void *)at;
    pid_t tid = atoi(e->name); /* 0 for . and .. */
    if (tid && tid != gettid()) fn(job, tid, arg);
    at += e->length;
  }
}

static void each_other_thread(struct hyd_job *job, thread_fn fn, void *arg) {
  char buf[1024] __attribute__((aligned(8)));
  int fd = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  long n;
  if (fd < 0) return;
  while ((n = syscall(SYS_getdents64, fd, buf, sizeof buf)) > 0)
    each_of(buf, buf + n, job, fn, arg);
  close(fd);
}

/* Sends a signal as tgkill does, marked for hyd_signal_is_internal. */
static int send_to(struct hyd_job *job, pid_t tid, int sig) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  info.si_signo = sig;
  info.si_code = SI_QUEUE;
  info.si_pid = job->pid;
  info.si_uid = getuid();
  info.si_value.sival_ptr = job;
  return (int)syscall(SYS_rt_tgsigqueueinfo, job->pid, tid, sig, &info);
}

int hyd_signal_is_internal(const struct hyd_job *job, const siginfo_t *info) {
  return info->si_code == SI_QUEUE && info->si_pid == job->pid && info->si_value.sival_ptr == job;
}

static void send_one(struct hyd_job *job, pid_t tid, void *sig) { send_to(job, tid, *(int *)sig); }

void hyd_signal_other_threads(struct hyd_job *job, int sig) {
  each_other_thread(job, send_one, &sig);
}

/* --- backtraces ----------------------------------------------------------- */

static void say_of(const struct hyd_job *job, int fd, pid_t tid, const char *what) {
  char line[160];
  int n = snprintf(line, sizeof line, "rank %u/%u (pid %d) thread %d %s\n", job->rank, job->size,
                   (int)job->pid, (int)tid, what);
  if (n > 0 && write(fd, line, (size_t)n) < 0) errno = 0;
}

static int taken_back(struct hyd_job *job, int32_t from, int32_t to) {
  return atomic_compare_exchange_strong(&job->trace.asked, &from, to);
}

int hyd_backtrace_answer(struct hyd_job *job, const siginfo_t *info) {
  int32_t me = gettid();
  if (!hyd_signal_is_internal(job, info)) return 0;
  if (!taken_back(job, me, -me)) return 1; /* T2: too late */
  say_of(job, job->trace.fd, me, "backtrace:");
  gasnett_print_backtrace(job->trace.fd);
  taken_back(job, -me, 0); /* T3 */
  return 1;
}

struct collection {
  int fd;
  uint64_t deadline_ns;
};

static int answered(struct hyd_job *job, uint64_t until_ns) {
  struct timespec pause = {0, MS / 4};
  while (atomic_load(&job->trace.asked)) { /* T4 */
    if (hyd_now_ns() > until_ns) return 0;
    nanosleep(&pause, NULL);
  }
  return 1;
}

/* Whether the thread blocks the signal, as pagers do: waiting for it would be in vain. */
static int takes_none(pid_t tid) {
  char path[64], text[4096], *mask;
  ssize_t n;
  int fd;
  snprintf(path, sizeof path, "/proc/self/task/%d/status", (int)tid);
  fd = open(path, O_RDONLY | O_CLOEXEC);
  n = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
  if (fd >= 0) close(fd);
  text[n > 0 ? n : 0] = '\0';
  mask = strstr(text, "SigBlk:");
  return mask && strtoull(mask + strlen("SigBlk:"), NULL, 16) >> (HYD_DUMP_SIGNAL - 1) & 1;
}

static void ask_thread(struct hyd_job *job, pid_t tid, void *arg) {
  const struct collection *c = arg;
  uint64_t until = hyd_now_ns() + THREAD_PATIENCE;
  if (takes_none(tid)) {
    say_of(job, c->fd, tid, "takes no signals: no backtrace");
    return;
  }
  if (until > c->deadline_ns) until = c->deadline_ns;
  atomic_store(&job->trace.asked, tid); /* T1 */
  if (send_to(job, tid, HYD_DUMP_SIGNAL) == 0 && answered(job, until)) return;
  if (taken_back(job, tid, 0))
    say_of(job, c->fd, tid, "does not answer: no backtrace");
  else
    answered(job, c->deadline_ns); /* the thread has begun to print */
}

int hyd_backtrace_print(struct hyd_job *job, int fd) {
  struct collection c = {fd, hyd_now_ns() + ALL_PATIENCE};
  int result = gasnett_print_backtrace(fd);
  if (!job->trace.all || hyd_backtrace_has_threads()) return result;
  if (atomic_exchange(&job->trace.busy, 1)) return result; /* another thread collects */
  job->trace.fd = fd;
  each_other_thread(job, ask_thread, &c);
  atomic_store(&job->trace.busy, 0);
  return result;
}
