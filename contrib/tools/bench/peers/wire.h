/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wire.h: how the ranks of a library without a launcher find each other: TCP connections, by the
 * environment: PEER_RANK 0 of PEER_RANKS (2, if that is not set) listens at PEER_ADDRESS
 * ("10.0.0.1:4711"), and the others connect there.
 */
#ifndef HYD_PEER_WIRE_H
#define HYD_PEER_WIRE_H

#include <stddef.h>

/* This rank; how many there are. */
int wire_open(void);
int wire_size(void);
/* Two ranks swap `bytes`. `progress` is called while they are awaited. */
void wire_swap(const void *mine, void *theirs, size_t bytes, void (*progress)(void));
/* Every rank gets `bytes` of each, in the order of the ranks. */
void wire_gather(const void *mine, void *all, size_t bytes, void (*progress)(void));
void wire_barrier(void (*progress)(void));
/* The other ranks get what rank 0 has there. */
void wire_share(void *p, size_t bytes, void (*progress)(void));

#endif
