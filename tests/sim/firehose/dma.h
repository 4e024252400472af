/* SPDX-License-Identifier: BSD-3-Clause
 *
 * dma.h: the network interface of a node on real memory. It pins pages as a driver does
 * (FOLL_LONGTERM), and what it reads and writes are the pages that it pinned, whatever is mapped
 * there by then: the kernel's io_uring with registered buffers is just that, for every process,
 * without hardware. So a transfer through a registration whose memory was replaced neither fails
 * nor reaches the new memory, and a comparison of bytes finds out.
 *
 * Bytes go by way of a pipe of the caller's (O_NONBLOCK, for otherwise a thread of the kernel does
 * it, in ten times the time). A key holds the generation of its registration: one that was unpinned
 * is never mistaken for another. Any thread may call anything.
 */
#ifndef FH_TEST_DMA_H
#define FH_TEST_DMA_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

struct dma_pin {
  uintptr_t addr;
  size_t len, left; /* bytes, and those that are still pinned; 0: free */
  uint32_t turn;    /* how often this place was used */
};

struct dma {
  pthread_mutex_t lock;
  int ring;
  struct dma_ring *view;
  uint32_t n;
  struct dma_pin *pin;
  uint64_t pinned, limit; /* bytes; more than `limit` is an error */
  const char *wrong;      /* the first thing that was */
};

/* 0, or -1 and *why: no io_uring here. More than n registrations are an error. */
int dma_open(struct dma *d, uint32_t n, uint64_t limit, const char **why);
/* Sees that everything was unpinned. */
void dma_close(struct dma *d);

/* 0 and the key, or an errno. */
int dma_pin(struct dma *d, uintptr_t addr, size_t len, uint64_t *key);
/* A part of a registration, or all. */
void dma_unpin(struct dma *d, uint64_t key, size_t len);

/* Copy pinned memory to a pipe, or from a pipe. 0: the key does not reach all of the memory. */
int dma_read(struct dma *d, uint64_t key, uintptr_t addr, size_t len, int to);
int dma_write(struct dma *d, uint64_t key, uintptr_t addr, size_t len, int from);

#endif
