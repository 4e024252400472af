/* SPDX-License-Identifier: BSD-3-Clause
 *
 * run_prog.c: finds the program, and reads in the bytes of its file for which conduit and spawner
 * it was linked.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "contrib/tools/gasnetrun/run.h"

static int usable(const char *path) {
  struct stat st;
  if (stat(path, &st)) return errno;
  if (S_ISDIR(st.st_mode)) return EISDIR;
  if (!S_ISREG(st.st_mode)) return EACCES;
  return access(path, X_OK) ? errno : 0;
}

int hyd_run_find(const char *name, char *path, size_t size) {
  const char *dirs = getenv("PATH");
  int found = ENOENT;
  if (strchr(name, '/')) {
    if ((size_t)snprintf(path, size, "%s", name) >= size) return ENAMETOOLONG;
    return usable(path);
  }
  if (name[0] == '\0') return ENOENT;
  for (const char *p = dirs ? dirs : "/usr/bin:/bin";; p++) {
    size_t n = strcspn(p, ":");
    int len = snprintf(path, size, "%.*s%s%s", (int)n, p, n ? "/" : "./", name);
    int err = len < 0 || (size_t)len >= size ? ENAMETOOLONG : usable(path);
    if (err == 0) return 0;
    if (err == EACCES && access(path, F_OK) == 0)
      found = EACCES; /* not: no way into the directory */
    p += n;
    if (*p == '\0') return found;
  }
}

static void add_conduit(struct hyd_run_idents *ids, const char *name, size_t len) {
  if (len == 0 || len >= sizeof ids->conduit[0]) return;
  for (int i = 0; i < ids->conduits; i++)
    if (strncasecmp(ids->conduit[i], name, len) == 0 && ids->conduit[i][len] == '\0') return;
  if (ids->conduits == 4) return;
  memcpy(ids->conduit[ids->conduits], name, len);
  ids->conduit[ids->conduits++][len] = '\0';
}

/* The value of "$Key: value $" at p, if it is one: its length, else -1. */
static long ident_value(const char *p, const char *end, const char *key, const char **value_p) {
  size_t n = strlen(key);
  const char *v = p + n, *q;
  if ((size_t)(end - p) <= n || memcmp(p, key, n) != 0) return -1;
  for (q = v; q<end && * q> ' ' && *q < 127; q++) {
  }
  if (end - q < 2 || q[0] != ' ' || q[1] != '$') return -1;
  *value_p = v;
  return q - v;
}

/* By the libraries that it names: MPICH's has one of two names. */
static void find_mpi(struct hyd_run_idents *ids, const char *bytes, size_t size) {
  static const char *const names[][2] = {{"libmpi.so.40", "openmpi"},
                                         {"libmpich.so.12", "mpich"},
                                         {"libmpi.so.12", "mpich"}};
  for (size_t i = 0; i < sizeof names / sizeof names[0] && ids->mpi == NULL; i++)
    if (memmem(bytes, size, names[i][0], strlen(names[i][0]) + 1)) ids->mpi = names[i][1];
}

void hyd_run_scan(const char *bytes, size_t size, struct hyd_run_idents *ids) {
  const char *end = bytes + size, *value = NULL;
  ids->elf |= size >= 4 && memcmp(bytes, "\177ELF", 4) == 0;
  if (ids->elf) find_mpi(ids, bytes, size);
  for (const char *p = bytes; (p = memchr(p, '$', (size_t)(end - p))) != NULL; p++) {
    long n = ident_value(p, end, "$GASNetConduitName: ", &value);
    if (n > 0) add_conduit(ids, value, (size_t)n);
    n = ident_value(p, end, "$GASNetFORKSpawner: ", &value);
    if (n == 1 && *value == '1') ids->fork_spawner = 1;
    n = ident_value(p, end, "$HydrantStdin: ", &value);
    if (n == 4 && memcmp(value, "init", 4) == 0) ids->input_until_init = 1;
  }
}

int hyd_run_scan_file(const char *path, struct hyd_run_idents *ids) {
  struct stat st;
  void *bytes = MAP_FAILED;
  int fd = open(path, O_RDONLY | O_CLOEXEC), err = 0;
  memset(ids, 0, sizeof *ids);
  if (fd < 0) return errno;
  if (fstat(fd, &st) || (st.st_size && (bytes = mmap(NULL, (size_t)st.st_size, PROT_READ,
                                                     MAP_PRIVATE, fd, 0)) == MAP_FAILED))
    err = errno;
  close(fd);
  if (bytes == MAP_FAILED) return err;
  hyd_run_scan(bytes, (size_t)st.st_size, ids);
  munmap(bytes, (size_t)st.st_size);
  return 0;
}
