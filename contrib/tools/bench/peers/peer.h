/* SPDX-License-Identifier: BSD-3-Clause
 *
 * peer.h: the programs of `gasnet-bench peers`. Each does the same operations by another library:
 * it fills in a struct peer, and peer.c measures. Rank 0 prints a line "OPERATION BYTES NS
 * NS" for each row: the best batch, and the mean of many. They are compiled by peers.py, and stand
 * on nothing of Hydrant but, one of them, its public interface.
 */
#ifndef HYD_PEER_H
#define HYD_PEER_H

#include <stddef.h>

#define PEER_BYTES ((size_t)4 << 20) /* the largest transfer */
#define PEER_MEMORY (8 * PEER_BYTES) /* of each of the two memories of a rank */
#define PEER_PIECES 512              /* of a strided put: pieces of 8 bytes, every other one */
#define PEER_WINDOW 32               /* transfers at once, at most */

/* How many transfers of `bytes` a stream starts before it waits for all. */
static inline int peer_window(size_t bytes) {
  size_t n = PEER_BYTES / bytes;
  return n < 2 ? 2 : n > PEER_WINDOW ? PEER_WINDOW : (int)n;
}

/* Operations have the number of bytes as their argument; NULL: the library has none such. */
typedef void peer_op(size_t bytes);

struct peer {
  int rank, size;
  char *local;                          /* PEER_MEMORY bytes: what is put, and where gets arrive */
  void (*sync)(void);                   /* all ranks, by whatever means */
  void (*share)(void *p, size_t bytes); /* all ranks get what rank 0 has there */
  /* Rank 0 alone, to and from the memory of rank 1, which waits in sync(). What is put is there
   * when the call returns. A stream is peer_window(bytes) transfers, with one wait for all. */
  peer_op *put, *get, *put_stream, *get_stream, *fetch_add, *accumulate, *put_strided;
  /* Rank 0 and 1 together: `bytes` into a known place there and back, each end told of them. */
  peer_op *round_trip;
  /* All ranks: a sum of doubles; of rank 0; `bytes` for each rank. */
  peer_op *barrier, *reduce_to_all, *broadcast, *all_to_all;
};

/* Each program: joins the job and fills in `p`; leaves the job. */
void peer_open(struct peer *p, int *argc, char ***argv);
void peer_close(struct peer *p);

/* Says what failed, and ends this process with status 1. */
_Noreturn void peer_fail(const char *what, const char *why);
/* Memory of PEER_MEMORY bytes, touched. */
char *peer_memory(void);

#endif
