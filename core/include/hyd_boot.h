/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_boot.h: a client makes a job of processes that it has already connected in its own way: the
 * members of an MPI communicator, workers of a pool, processes with a pipe to their parent. The
 * library then asks no process manager. May be included alone, in C and C++, and needs no threading
 * mode.
 */
#ifndef HYD_BOOT_H
#define HYD_BOOT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How the processes reach each other. The functions get `context`; those that return int return 0,
 * or another number if they failed, which ends the process with a message. They are called by the
 * thread that calls gex_Client_Init, only during that call, except abort. */
struct hyd_boot_exchange {
  uint32_t rank, size; /* of this process, and how many there are */
  /* Writes to `all` the `bytes` bytes of each process, by rank; `bytes` is the same everywhere. */
  int (*allgather)(void *context, const void *mine, size_t bytes, void *all);
  int (*barrier)(void *context); /* returns when all processes have called it */
  /* Ends all processes with this exit status, at any time after init, by any thread. May return:
   * the process that called it then ends. NULL: only this process ends. */
  void (*abort)(void *context, int status);
  void *context;
};

/* The next gex_Client_Init or gasnet_init of this process joins the job of these processes, each of
 * which calls this function first. *exchange is copied; `context` must live as long as the process.
 * Returns GASNET_OK, or GASNET_ERR_BAD_ARG if rank, size or a function is wrong. */
int hyd_boot_by_exchange(const struct hyd_boot_exchange *exchange);

#ifdef __cplusplus
}
#endif
#endif
