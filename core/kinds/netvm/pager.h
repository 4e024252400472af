/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pager.h: the memory of one paged segment at its owner: a memory file that the owner's program has
 * mapped under userfaultfd (missing and write-protect), a mapping of the pager's own, the shadow
 * table, the file behind it, and two threads:
 *
 *   owner's program ──fault──► watcher ──┐
 *                                        ├─ wanted pages, bell ──► pager: evict, write back,
 *   ranks of the host ──absent page──────┘                         read, UFFDIO_COPY, news
 *
 * The watcher only passes faults on, so that one thread decides on residency. Neither calls the
 * library, malloc or stdio: whatever lock a faulting thread holds, the pager does not want it.
 */
#ifndef HYD_NETVM_PAGER_H
#define HYD_NETVM_PAGER_H

#include <pthread.h>

#include "core/kinds/netvm/table.h"

struct netvm_pager {
  char *base; /* the owner's mapping */
  char *own;  /* the pager's */
  char *page; /* a page on its way in */
  uint64_t size;
  struct netvm_table *table;
  struct netvm_engine engine;
  int memory, table_file, file, uffd, stop_event;
  int user_mode_only; /* system calls on absent pages fail */
  _Atomic int stop;
  pthread_t watcher, pager;
  struct netvm_pager *next;
};

/* Of `size` bytes, a multiple of the page size; takes `file` over unless it fails. 0, or an errno
 * and what failed. */
int hyd_netvm_start(struct netvm_pager **p, int file, uint64_t size, uint32_t shift,
                    uint64_t resident, const char **what);
/* Ends the threads. save: what is dirty goes to the file. 0 or an errno. */
int hyd_netvm_stop(struct netvm_pager *p, int save);
/* Frees what has been stopped. */
void hyd_netvm_free(struct netvm_pager *p);

/* Rings the bell of a table's pager, after something was wanted. */
void hyd_netvm_ring(struct netvm_table *t);

#endif
