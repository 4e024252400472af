/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shared_memory.c: see boot.h. A process that was not forked from the maker of the memory opens it
 * by /proc/PID/fd, for which both need the same user and the same PID namespace.
 */
#include "core/boot/boot.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "core/base/err.h"
#include "core/sys/fd.h"
#include "core/sys/file_limit.h"
#include "core/sys/memory_file.h"

#define TEXT(macro) _STRINGIFY(macro)
const char hyd_version_text[] =
    TEXT(GASNET_RELEASE_VERSION_MAJOR) "." TEXT(GASNET_RELEASE_VERSION_MINOR) "." TEXT(
        GASNET_RELEASE_VERSION_PATCH) ", formats " TEXT(HYD_FORMATS);

static struct hyd_shared *map_shared(int fd, size_t bytes) {
  void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, 0);
  return p == MAP_FAILED ? NULL : p;
}

static HYD_COLD __attribute__((noreturn)) void refused(void) {
  hyd_fatal(
      "launch",
      "memfd_create: %s, and no file can be made elsewhere; expected one of " HYD_MEMORY_MEANS,
      strerror(errno));
}

/* Makes room for what every job touches: all but the inboxes. Returns errno. */
static int reserve_start(int fd, uint32_t nranks, size_t bytes) {
  size_t inboxes = hyd_inbox_offset(nranks), behind = hyd_records_offset(nranks);
  int err = hyd_memory_reserve(fd, 0, inboxes);
  return err ? err : hyd_memory_reserve(fd, behind, bytes - behind);
}

int hyd_share_make(struct hyd_boot *boot, uint32_t first, uint32_t nranks) {
  size_t bytes = hyd_shared_size(nranks, boot->size);
  int fd = hyd_memory_file("hydrant-job", &boot->memory_in);
  struct hyd_shared *s;
  char why[HYD_FILE_WHY];
  int err;
  if (fd < 0) refused();
  s = hyd_file_resize(fd, bytes) == 0 ? map_shared(fd, bytes) : NULL;
  if (s && (err = reserve_start(fd, nranks, bytes)) != 0)
    hyd_refuse("launch",
               "the memory that %u ranks share does not fit in %s: %s; expected room there, or one "
               "of " HYD_MEMORY_MEANS,
               nranks, boot->memory_in, strerror(err));
  if (s == NULL)
    hyd_refuse(
        "launch",
        "cannot share %zu bytes between %u ranks: %s; expected room for them (ulimit -v, the "
        "memory of a container)",
        bytes, nranks, hyd_file_why(errno, why));
  s->formats = HYD_FORMATS;
  s->nranks = s->kernel_ranks = nranks;
  s->first = first;
  s->job_size = boot->size;
  boot->shared = s;
  boot->segment_fd = hyd_memory_file("hydrant-segments", NULL);
  if (boot->segment_fd < 0) refused();
  return fd;
}

static int open_theirs(int pid, int fd) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/fd/%d", pid, fd);
  return hyd_fd_high(open(path, O_RDWR | O_CLOEXEC));
}

int hyd_share_join(struct hyd_boot *boot, int pid, int shared_fd, int segment_fd) {
  int fd = open_theirs(pid, shared_fd), err = 0;
  struct stat st;
  boot->segment_fd = open_theirs(pid, segment_fd);
  if (fd < 0 || boot->segment_fd < 0 || fstat(fd, &st) ||
      (boot->shared = map_shared(fd, (size_t)st.st_size)) == NULL)
    err = errno;
  if (fd >= 0) close(fd);
  return err;
}
