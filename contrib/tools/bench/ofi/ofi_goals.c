/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ofi_goals.c: what conduit ofi costs over libfabric. Argument: part of the names of rows to be
 * measured; "": all; `start': any number of ranks, which end at once.
 */
#include <rdma/fabric.h>
#include <string.h>

#include "contrib/tools/bench/beside/beside.h"
#include "contrib/tools/bench/ofi/raw.h"

#define TRIPS 100
#define FEW 20
#define BATCHES 2

static char message[HYD_BESIDE_MEDIUM] = "m", last[8] = "e";

/* --- raw loops; rank 1 echoes until it is told of the end ------------------- */

static int is_target(size_t bytes, int inject) {
  if (hyd_beside_rank() == 1) raw_echo(bytes, inject);
  return hyd_beside_rank() == 1;
}

static void end(void) {
  raw_wait();
  raw_send(last, sizeof last, 1);
}

static void make_trips(size_t n, int inject, int times) {
  if (is_target(n, inject)) return;
  for (int i = 0; i < times; i++) {
    raw_send(message, n, inject);
    (void)raw_receive();
  }
  end();
}
static void raw_short(int times) { make_trips(8, 1, times); }
static void raw_medium(int times) { make_trips(HYD_BESIDE_MEDIUM, 0, times); }

/* A medium may cost one more than libfabric's message. */
static void copy_medium(int times) {
  static char to[HYD_BESIDE_MEDIUM];
  for (int i = 0; i < times; i++) {
    memcpy(to, message, sizeof to);
    __asm__ volatile("" : : "r"(to) : "memory");
  }
}

static void raw_put(int times) {
  if (is_target(8, 1)) return;
  for (int i = 0; i < times; i++) {
    raw_write(8, FI_INJECT | FI_DELIVERY_COMPLETE);
    raw_wait();
  }
  end();
}

static void raw_get(int times) {
  if (is_target(8, 1)) return;
  for (int i = 0; i < times; i++) {
    raw_read(8);
    raw_wait();
  }
  end();
}

/* A write, and a message behind it, which is echoed. */
static void raw_long(int times) {
  if (is_target(8, 1)) return;
  for (int i = 0; i < times; i++) {
    raw_write(HYD_BESIDE_LARGE, 0);
    raw_send(message, 8, 1);
    (void)raw_receive();
  }
  end();
}

static void move_stream(size_t n, int is_read, int times) {
  if (is_target(8, 1)) return;
  for (; times > 0; times--) {
    for (int i = 0; i < HYD_BESIDE_BATCH; i++)
      if (is_read)
        raw_read(n);
      else
        raw_write(n, FI_DELIVERY_COMPLETE);
    raw_wait();
  }
  end();
}
static void raw_puts(int times) { move_stream(HYD_BESIDE_LARGE, 0, times); }
static void raw_gets(int times) { move_stream(HYD_BESIDE_LARGE, 1, times); }
static void raw_huge_puts(int times) { move_stream(HYD_BESIDE_HUGE, 0, times); }
static void raw_huge_gets(int times) { move_stream(HYD_BESIDE_HUGE, 1, times); }

/* --- rows ------------------------------------------------------------------- */

#define LARGE_BYTES ((double)HYD_BESIDE_LARGE * HYD_BESIDE_BATCH)
#define HUGE_BYTES ((double)HYD_BESIDE_HUGE * HYD_BESIDE_BATCH)
static const struct hyd_beside_row rows[] = {
    {"AM Short round trip", "us", raw_short, hyd_beside_short, TRIPS, 0},
    {"put 8 B, blocking", "us", raw_put, hyd_beside_put, TRIPS, 0},
    {"get 8 B, blocking", "us", raw_get, hyd_beside_get, TRIPS, 0},
    {"copy of 4 KB", "us", copy_medium, copy_medium, TRIPS, 0},
    {"AM Medium 4 KB round trip", "us", raw_medium, hyd_beside_medium, TRIPS, 0},
    {"AM Long 64 KB and reply", "us", raw_long, hyd_beside_long, FEW, 0},
    {"puts of 64 KB, 32 at a time", "GB/s", raw_puts, hyd_beside_puts, BATCHES, LARGE_BYTES},
    {"gets of 64 KB, 32 at a time", "GB/s", raw_gets, hyd_beside_gets, BATCHES, LARGE_BYTES},
    {"puts of 1 MB, 32 at a time", "GB/s", raw_huge_puts, hyd_beside_huge_puts, 1, HUGE_BYTES},
    {"gets of 1 MB, 32 at a time", "GB/s", raw_huge_gets, hyd_beside_huge_gets, 1, HUGE_BYTES}};
#define ROWS (sizeof rows / sizeof rows[0])

int main(int argc, char **argv) {
  hyd_beside_start("ofi-goals", &argc, &argv);
  if (argc > 1 && strcmp(argv[1], "start") == 0) hyd_beside_end();
  raw_open();
  hyd_beside_run(rows, ROWS, NULL, argc > 1 ? argv[1] : "");
}
