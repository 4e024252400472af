/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tcp_connect.h: a connection by TCP to a host that is named, or given by its address in digits.
 */
#ifndef HYD_SYS_TCP_CONNECT_H
#define HYD_SYS_TCP_CONNECT_H

#include <errno.h>
#include <netdb.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>

#include "core/sys/fd.h"

/* Tries the addresses of the host in turn, each for so many seconds at most (0: as long as the
 * kernel does). A descriptor, which has that limit for sends, too; or -1 with *why_p set. */
static inline int hyd_tcp_connect(const char *host, const char *port, int seconds,
                                  const char **why_p) {
  const struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
  const struct timeval most = {seconds, 0};
  struct addrinfo *list = NULL;
  int fd = -1, rc = getaddrinfo(host, port, &hints, &list);
  if (rc) *why_p = gai_strerror(rc);
  for (struct addrinfo *a = list; a && fd < 0; a = a->ai_next) {
    fd = hyd_fd_high(socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, a->ai_protocol));
    if (fd >= 0) setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &most, sizeof most); /* connect obeys it */
    if (fd >= 0 && connect(fd, a->ai_addr, a->ai_addrlen) == 0) break;
    *why_p = strerror(errno == EINPROGRESS ? ETIMEDOUT : errno);
    hyd_fd_close(&fd);
  }
  if (list) freeaddrinfo(list);
  return fd;
}

#endif
