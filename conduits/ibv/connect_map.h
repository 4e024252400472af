/* SPDX-License-Identifier: BSD-3-Clause
 *
 * connect_map.h: files that say which ranks connect (GASNET_CONNECTFILE_IN, _OUT):
 *
 *   # a comment
 *   size: 40            ranks of the job, decimal; a file of another size is refused
 *   base: 16            base of the numbers that follow, decimal
 *   0: 1 2 8-f          a rank and its peers
 *
 * Lines of several files may follow each other in any order. Knows neither job nor device.
 */
#ifndef HYD_IBV_CONNECT_MAP_H
#define HYD_IBV_CONNECT_MAP_H

#include <stdint.h>
#include <stdio.h>

/* Sets peer[i] for each rank i that the file connects with `rank` of `size`, in either
 * direction. -1: `why` says which line is wrong. */
int hyd_ibv_connect_map_read(FILE *in, uint32_t rank, uint32_t size, unsigned base,
                             unsigned char *peer, char *why, size_t room);
/* Writes the connections of `rank`, in one piece. -1: see errno. */
int hyd_ibv_connect_map_write(int fd, uint32_t rank, uint32_t size, unsigned base,
                              const unsigned char *peer);

#endif
