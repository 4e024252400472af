/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pager.h: a paged segment at its owner: a memory file, which the owner's program has mapped under
 * userfaultfd (missing and write-protect); a mapping of the pager; the shadow table; the file
 * behind the segment; and threads:
 *
 *   owner's program ──fault──► watcher ──┐                           ┌► worker: write back, punch,
 *                                        ├─ wanted pages, bell ──► pager   read, make, news
 *   ranks of the host ──absent page──────┘                           └► worker ...
 *
 * The watcher only passes faults on, so that one thread decides which pages are present. The pager
 * does a job itself if the job need not wait, because the kernel has the file's page; else an idle
 * worker does it.
 *
 * None of these threads calls the library, malloc or stdio: so they need no lock that a faulting
 * thread may hold.
 *
 * Where the kernel can (6.6), the pager reads and makes pages by the memory file. Then a page is in
 * the owner's page table only if the owner has touched it (a minor fault, UFFDIO_CONTINUE), and
 * never in the pager's. A page that is in no page table is punched without interrupting other
 * processors; those interrupts were a third of the cost of an eviction.
 */
#ifndef HYD_NETVM_PAGER_H
#define HYD_NETVM_PAGER_H

#include <pthread.h>

#include "extended/paged/module/table.h"

#define NETVM_WORKERS 64u
#define NETVM_LARGEST_PAGE (1u << 20)

/* A thread that does jobs; number 0 is the pager. */
struct netvm_worker {
  struct netvm_pager *p;
  char *page;    /* memory of a page on its way in */
  char *victim;  /* memory of a page on its way out */
  uint64_t have; /* the page whose bytes `page` has already; or NETVM_NONE */
  struct netvm_job job;
  _Atomic uint32_t state; /* a futex: enum below */
  pthread_t thread;
};
enum { NETVM_IDLE, NETVM_WORKS, NETVM_ENDS };

struct netvm_pager {
  char *base;           /* the owner's mapping */
  char *own;            /* the pager's */
  char *pages;          /* of the workers */
  uint64_t size, least; /* least: the system's page */
  struct netvm_worker worker[1 + NETVM_WORKERS];
  unsigned workers, started; /* with the pager */
  int read_only, fresh;      /* fresh: what was never written back is zero */
  struct netvm_table *table;
  struct netvm_engine engine;
  int memory, table_file, file, uffd, stop_event;
  int user_mode_only; /* system calls on absent pages fail */
  int minor;          /* the owner also faults on present pages that are not in its page table */
  _Atomic int stop;
  pthread_t watcher;
  struct netvm_pager *next;
};

struct netvm_plan {
  uint64_t size;     /* a multiple of the page size */
  uint64_t resident; /* bytes */
  uint32_t shift, depth;
  int read_only, fresh; /* fresh: the file is new */
};
/* Starts a pager, which takes `file` over unless it fails. Returns 0, or an errno and what failed.
 */
int hyd_netvm_start(struct netvm_pager **p, int file, const struct netvm_plan *plan,
                    const char **what);
/* Ends the threads. save: writes dirty pages to the file. Returns 0 or an errno. */
int hyd_netvm_stop(struct netvm_pager *p, int save);
/* Whether the file was shortened since the segment was made. */
int hyd_netvm_is_short(const struct netvm_pager *p);
/* Frees a pager that has been stopped. */
void hyd_netvm_free(struct netvm_pager *p);

/* Whether a process has ended. */
int hyd_netvm_is_dead(int32_t pid);

/* Rings the bell of a table's pager, after something was wanted. */
void hyd_netvm_ring(struct netvm_table *t);

#endif
