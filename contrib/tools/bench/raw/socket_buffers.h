/* SPDX-License-Identifier: BSD-3-Clause
 *
 * socket_buffers.h: sockets as on a host whose administrator has changed nothing.
 */
#ifndef HYD_BENCH_SOCKET_BUFFERS_H
#define HYD_BENCH_SOCKET_BUFFERS_H

/* From now on no socket of this process, the library's included, gets larger buffers than Linux's
 * default limits allow. */
void hyd_bn_usual_buffers(void);

#endif
