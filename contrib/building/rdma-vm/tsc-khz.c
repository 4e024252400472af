/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tsc-khz.c: prints the frequency of this machine's time stamp counter in kHz.
 *
 * rdtsc of a guest under QEMU's emulation counts as the host's does. Linux measures its rate early
 * in the boot, and gets it wrong by factors when the host is busy and takes the processor away at
 * the wrong moment; so rdma-vm tells it.
 */
#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <x86intrin.h>

static int64_t nsec(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

/* A pair of clock readings taken as close to each other as can be had. */
static void sample(int64_t *ns, uint64_t *tsc) {
  int64_t best = INT64_MAX;
  for (int i = 0; i < 200; i++) {
    int64_t a = nsec();
    uint64_t t = __rdtsc();
    int64_t b = nsec();
    if (b - a < best) {
      best = b - a;
      *ns = a + (b - a) / 2;
      *tsc = t;
    }
  }
}

int main(void) {
  int64_t n0 = 0, n1 = 0;
  uint64_t t0 = 0, t1 = 0;
  sample(&n0, &t0);
  nanosleep(&(struct timespec){.tv_nsec = 50 * 1000 * 1000}, NULL);
  sample(&n1, &t1);
  printf("%.0f\n", (double)(t1 - t0) * 1e6 / (double)(n1 - n0));
  return 0;
}
