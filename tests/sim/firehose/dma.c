/* SPDX-License-Identifier: BSD-3-Clause
 *
 * dma.c: see dma.h. One request at a time, each waited for.
 */
#include "tests/sim/firehose/dma.h"

#include <errno.h>
#include <linux/io_uring.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "contrib/tools/sim/events.h"

/* Constants of linux/io_uring.h since Linux 5.19, for headers that are older. The watch needs that
 * kernel, too. */
#define REGISTER_BUFFERS2 15u
#define REGISTER_BUFFERS_UPDATE 16u
#define REGISTER_SPARSE 1u
struct several {
  uint32_t n, flags;
  uint64_t none, data, tags;
};
struct update {
  uint32_t first, none;
  uint64_t data, tags;
  uint32_t n, none_either;
};

/* The mapped parts of the ring's two queues. */
struct dma_ring {
  char *sq, *cq;
  size_t sq_size, cq_size, sqes_size;
  struct io_uring_sqe *sqes;
  _Atomic uint32_t *sq_tail, *cq_head, *cq_tail;
  uint32_t *sq_index, sq_mask, cq_mask;
  struct io_uring_cqe *cqes;
};

/* --- the ring ------------------------------------------------------------- */

static void *map_ring(int ring, size_t size, off_t what) {
  return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, ring, what);
}

static int map_view(int ring, const struct io_uring_params *p, struct dma_ring *v) {
  v->sq_size = p->sq_off.array + p->sq_entries * sizeof(uint32_t);
  v->cq_size = p->cq_off.cqes + p->cq_entries * sizeof(struct io_uring_cqe);
  v->sqes_size = p->sq_entries * sizeof *v->sqes;
  v->sq = map_ring(ring, v->sq_size, IORING_OFF_SQ_RING);
  v->cq = map_ring(ring, v->cq_size, IORING_OFF_CQ_RING);
  v->sqes = map_ring(ring, v->sqes_size, IORING_OFF_SQES);
  if (v->sq == MAP_FAILED || v->cq == MAP_FAILED || (void *)v->sqes == MAP_FAILED) return -1;
  v->sq_tail = (void *)(v->sq + p->sq_off.tail);
  v->sq_index = (void *)(v->sq + p->sq_off.array);
  v->sq_mask = p->sq_entries - 1;
  v->cq_head = (void *)(v->cq + p->cq_off.head);
  v->cq_tail = (void *)(v->cq + p->cq_off.tail);
  v->cq_mask = p->cq_entries - 1;
  v->cqes = (void *)(v->cq + p->cq_off.cqes);
  return 0;
}

static int open_ring(struct dma *d) {
  struct several none = {.n = d->n, .flags = REGISTER_SPARSE};
  struct io_uring_params p;
  memset(&p, 0, sizeof p);
  d->ring = (int)syscall(SYS_io_uring_setup, 2, &p);
  if (d->ring < 0) return -1;
  if (map_view(d->ring, &p, d->view) == 0 &&
      syscall(SYS_io_uring_register, d->ring, REGISTER_BUFFERS2, &none, sizeof none) == 0)
    return 0;
  close(d->ring);
  return -1;
}

/* Acquire and release pair with the kernel's; the lock is held. */
static int32_t carry_out(struct dma *d, const struct io_uring_sqe *what) {
  struct dma_ring *v = d->view;
  uint32_t tail = atomic_load_explicit(v->sq_tail, memory_order_relaxed), at = tail & v->sq_mask,
           submit = 1, head;
  int32_t result;
  v->sqes[at] = *what;
  v->sq_index[at] = at;
  atomic_store_explicit(v->sq_tail, tail + 1, memory_order_release);
  head = atomic_load_explicit(v->cq_head, memory_order_relaxed);
  while (atomic_load_explicit(v->cq_tail, memory_order_acquire) == head)
    if (syscall(SYS_io_uring_enter, d->ring, submit, 1, IORING_ENTER_GETEVENTS, NULL, 0) ==
        (long)submit)
      submit = 0;
  result = v->cqes[head & v->cq_mask].res;
  atomic_store_explicit(v->cq_head, head + 1, memory_order_release);
  return result;
}

/* NULL and 0: what was registered there is unpinned. */
static int set_buffer(struct dma *d, uint32_t i, void *addr, size_t len) {
  struct iovec v = {addr, len};
  struct update u = {.first = i, .data = (uintptr_t)&v, .n = 1};
  return syscall(SYS_io_uring_register, d->ring, REGISTER_BUFFERS_UPDATE, &u, sizeof u) == 1
             ? 0
             : errno;
}

/* --- opening -------------------------------------------------------------- */

int dma_open(struct dma *d, uint32_t n, uint64_t limit, const char **why) {
  *d = (struct dma){.n = n, .limit = limit};
  d->view = sim_alloc(sizeof *d->view);
  d->pin = sim_alloc(n * sizeof *d->pin);
  memset(d->pin, 0, n * sizeof *d->pin);
  pthread_mutex_init(&d->lock, NULL);
  *why = "no io_uring with registered buffers (Linux 5.19), or not permitted";
  if (open_ring(d) == 0) return 0;
  free(d->view);
  free(d->pin);
  return -1;
}

void dma_close(struct dma *d) {
  if (d->pinned && !d->wrong) d->wrong = "something is still pinned at the end";
  munmap(d->view->sq, d->view->sq_size);
  munmap(d->view->cq, d->view->cq_size);
  munmap(d->view->sqes, d->view->sqes_size);
  close(d->ring);
  free(d->view);
  free(d->pin);
  pthread_mutex_destroy(&d->lock);
}

/* --- pinning -------------------------------------------------------------- */

static uint32_t free_place(const struct dma *d) {
  uint32_t i = 0;
  while (i < d->n && d->pin[i].left) i++;
  return i;
}

static int pin_at(struct dma *d, uint32_t i, uintptr_t addr, size_t len) {
  int rc = set_buffer(d, i, (void *)addr, len);
  if (rc) return rc;
  d->pin[i] = (struct dma_pin){addr, len, len, d->pin[i].turn + 1};
  d->pinned += len;
  if (d->pinned > d->limit) d->wrong = "more is pinned than M + MAXVICTIM";
  return 0;
}

int dma_pin(struct dma *d, uintptr_t addr, size_t len, uint64_t *key) {
  uint32_t i;
  int rc = ENOMEM;
  pthread_mutex_lock(&d->lock);
  i = free_place(d);
  if (i < d->n)
    rc = pin_at(d, i, addr, len);
  else
    d->wrong = "there are more registrations than allowed";
  if (rc == 0) *key = (uint64_t)d->pin[i].turn << 32 | i;
  pthread_mutex_unlock(&d->lock);
  return rc;
}

static struct dma_pin *pin_of(struct dma *d, uint64_t key) {
  uint32_t i = (uint32_t)key;
  return i < d->n && d->pin[i].left && d->pin[i].turn == key >> 32 ? &d->pin[i] : NULL;
}

void dma_unpin(struct dma *d, uint64_t key, size_t len) {
  struct dma_pin *p;
  pthread_mutex_lock(&d->lock);
  p = pin_of(d, key);
  if (p == NULL || len > p->left) {
    d->wrong = "an unpin of what that name does not have";
  } else {
    d->pinned -= len;
    if ((p->left -= len) == 0 && set_buffer(d, (uint32_t)key, NULL, 0)) d->wrong = "an unpin fails";
  }
  pthread_mutex_unlock(&d->lock);
}

/* --- transfers ------------------------------------------------------------ */

/* Kernels that cannot do it at once with a pipe leave it to a thread of theirs, but must be told
 * to. */
static int32_t carry_out_somehow(struct dma *d, struct io_uring_sqe *what) {
  int32_t result = carry_out(d, what);
  if (result != -EAGAIN) return result;
  what->flags = IOSQE_ASYNC;
  return carry_out(d, what);
}

static int transfer(struct dma *d, uint8_t op, uint64_t key, uintptr_t addr, size_t len, int pipe) {
  struct io_uring_sqe what;
  const struct dma_pin *p;
  int done;
  memset(&what, 0, sizeof what);
  what.opcode = op;
  what.fd = pipe;
  what.off = UINT64_MAX; /* a stream has no places */
  what.addr = addr;
  what.len = (uint32_t)len;
  what.buf_index = (uint16_t)key;
  pthread_mutex_lock(&d->lock);
  p = pin_of(d, key);
  done = p && addr >= p->addr && addr + len <= p->addr + p->len &&
         carry_out_somehow(d, &what) == (int32_t)len;
  pthread_mutex_unlock(&d->lock);
  return done;
}

int dma_read(struct dma *d, uint64_t key, uintptr_t addr, size_t len, int to) {
  return transfer(d, IORING_OP_WRITE_FIXED, key, addr, len, to);
}

int dma_write(struct dma *d, uint64_t key, uintptr_t addr, size_t len, int from) {
  return transfer(d, IORING_OP_READ_FIXED, key, addr, len, from);
}
