/* SPDX-License-Identifier: BSD-3-Clause
 *
 * beside.h: programs that set a conduit beside what is below it: loops of raw calls and of the
 * library in one process, in turns, of which the shortest of each is taken. Two ranks, each on a
 * core of its own.
 */
#ifndef HYD_BENCH_BESIDE_H
#define HYD_BENCH_BESIDE_H

#include <stddef.h>

#define HYD_BESIDE_MEDIUM 4096
#define HYD_BESIDE_LARGE (64 << 10)
#define HYD_BESIDE_HUGE (1 << 20)
#define HYD_BESIDE_BATCH 32 /* transfers under way */

/* What the library does, so many times; by rank 0, while rank 1 polls. */
void hyd_beside_short(int times);  /* request and reply */
void hyd_beside_medium(int times); /* the same, with HYD_BESIDE_MEDIUM bytes each way */
void hyd_beside_long(int times);   /* HYD_BESIDE_LARGE bytes, and a short reply */
void hyd_beside_put(int times);    /* 8 bytes, blocking */
void hyd_beside_get(int times);
void hyd_beside_puts(int times); /* HYD_BESIDE_BATCH of HYD_BESIDE_LARGE bytes */
void hyd_beside_gets(int times);
void hyd_beside_huge_puts(int times); /* HYD_BESIDE_BATCH of HYD_BESIDE_HUGE bytes */
void hyd_beside_huge_gets(int times);

struct hyd_beside_row {
  const char *name, *unit;
  void (*raw)(int times); /* by both ranks */
  void (*ours)(int times);
  int times;
  double bytes; /* that are moved each time; 0: the row is a time */
};

/* Opens the library, with a segment; the conduit is what the environment says. Ranks may be more
 * than two, if nothing is measured. */
void hyd_beside_start(const char *name, int *argc, char ***argv);
int hyd_beside_rank(void);
/* All ranks have come here. */
void hyd_beside_sync(void);
/* And the process ends. */
void hyd_beside_end(void);
/* Tells the other rank so many bytes, and has so many of its. */
void hyd_beside_exchange(const void *mine, void *other, size_t n);
/* The row's raw loop alone: may be called before hyd_beside_start. Seconds for each time. */
double hyd_beside_raw(const struct hyd_beside_row *r);
/* Measures in turns, and prints lines WHAT RAW OURS UNIT; ends the process. `before`: what raw
 * loops took before; NULL: there were none. `only`: rows with this in their names; NULL: all. */
void hyd_beside_run(const struct hyd_beside_row *rows, size_t n, const double *before,
                    const char *only);

#endif
