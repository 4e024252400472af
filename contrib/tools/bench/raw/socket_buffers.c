/* SPDX-License-Identifier: BSD-3-Clause
 *
 * socket_buffers.c: setsockopt in the place of the C library's, for the library too: as
 * net.core.rmem_max and wmem_max of 212992 have it, for a user who may not exceed them.
 */
#include "socket_buffers.h"

#include <errno.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#define USUAL_MOST 212992

static bool usual;

void hyd_bn_usual_buffers(void) { usual = true; }

int setsockopt(int fd, int level, int name, const void *value, socklen_t n) {
  static const int most = USUAL_MOST;
  if (usual && level == SOL_SOCKET && (name == SO_RCVBUFFORCE || name == SO_SNDBUFFORCE)) {
    errno = EPERM;
    return -1;
  }
  if (usual && level == SOL_SOCKET && (name == SO_RCVBUF || name == SO_SNDBUF) &&
      *(const int *)value > most)
    value = &most;
  return (int)syscall(SYS_setsockopt, fd, level, name, value, n);
}
