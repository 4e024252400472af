/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wire.h: how two ranks of a library without a launcher find each other: a TCP connection, by the
 * environment: PEER_RANK 0 listens at PEER_ADDRESS ("10.0.0.1:4711"), PEER_RANK 1 connects there.
 */
#ifndef HYD_PEER_WIRE_H
#define HYD_PEER_WIRE_H

#include <stddef.h>

/* This rank. */
int wire_open(void);
/* `bytes` to and from the other rank. `progress` is called while they are awaited. */
void wire_swap(const void *mine, void *theirs, size_t bytes, void (*progress)(void));
void wire_barrier(void (*progress)(void));
/* Rank 1 gets what rank 0 has there. */
void wire_share(void *p, size_t bytes, void (*progress)(void));

#endif
