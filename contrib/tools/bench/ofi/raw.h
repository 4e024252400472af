/* SPDX-License-Identifier: BSD-3-Clause
 *
 * raw.h: an endpoint of libfabric's beside the conduit's: of the entry that the conduit chooses,
 * too, with two queues, and receives that take a message each. One peer.
 */
#ifndef HYD_BENCH_OFI_RAW_H
#define HYD_BENCH_OFI_RAW_H

#include <stddef.h>
#include <stdint.h>

#define RAW_LARGE (1u << 20) /* bytes of the buffer that the peer writes and reads */

/* Ends the process if something is not there. */
void raw_open(void);
/* Takes what has arrived; the first bytes of the last message. Waits for one if there is none. */
char raw_receive(void);
/* Reads the queue of ends until no operation is under way. */
void raw_wait(void);
/* Injected if `inject`. */
void raw_send(const void *bytes, size_t n, int inject);
/* `how`: FI_INJECT, FI_DELIVERY_COMPLETE. */
void raw_write(size_t n, uint64_t how);
void raw_read(size_t n);
/* Injects back what arrives until that begins with 'e'. */
void raw_echo(size_t n, int inject);

#endif
