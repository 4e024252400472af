/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tcp_connect.h: opens a TCP connection to a host, given by name or numeric address.
 */
#ifndef HYD_SYS_TCP_CONNECT_H
#define HYD_SYS_TCP_CONNECT_H

#include <errno.h>
#include <netdb.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>

#include "core/sys/fd.h"

/* Tries the addresses of the host in turn, each for at most so many seconds (0: the kernel's
 * limit). Returns a descriptor, which has this limit for sends, too; or -1: see *why_p. */
static inline int hyd_tcp_connect(const char *host, const char *port, int seconds,
                                  const char **why_p) {
  const struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
  const struct timeval most = {seconds, 0};
  struct addrinfo *list = NULL;
  int fd = -1, rc = getaddrinfo(host, port, &hints, &list);
  if (rc) *why_p = gai_strerror(rc);
  for (struct addrinfo *a = list; a && fd < 0; a = a->ai_next) {
    fd = hyd_fd_high(socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, a->ai_protocol));
    if (fd >= 0)
      setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &most, sizeof most); /* also limits connect */
    if (fd >= 0 && connect(fd, a->ai_addr, a->ai_addrlen) == 0) break;
    *why_p = strerror(errno == EINPROGRESS ? ETIMEDOUT : errno);
    hyd_fd_close(&fd);
  }
  if (list) freeaddrinfo(list);
  return fd;
}

#endif
