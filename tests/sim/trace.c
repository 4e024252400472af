/* SPDX-License-Identifier: BSD-3-Clause
 *
 * trace.c: a packet's head in one line.
 */
#include "tests/sim/trace.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void say_flags(unsigned flags, char text[8]) {
  static const char letter[] = "DPNSEQ"; /* as in enum udp_flags */
  for (unsigned i = 0; i < 6; i++) text[i] = flags >> i & 1 ? letter[i] : '-';
  text[6] = '\0';
}

void sim_trace_packet(const struct sim_world *w, uint64_t at, const char *what,
                      const struct sim_packet *p) {
  struct udp_head h;
  char flags[8];
  if (!w->trace) return;
  printf("%.9f %u -> %u %-11s", (double)at / 1e9, p->src, p->dst, what);
  if (p->size < sizeof h) {
    printf(" %zu bytes\n", p->size);
    return;
  }
  memcpy(&h, p->bytes, sizeof h);
  say_flags(h.flags, flags);
  printf(" #%llu %s channel %u, seq %u, %zu bytes, seen %u, room %u, ranges %u%s, ack",
         (unsigned long long)h.number, flags, h.channel, h.seq, p->size, h.seen, h.room, h.nranges,
         p->corrupt ? ", corrupt" : "");
  for (unsigned i = 0; i < UDP_CHANNELS; i++) printf(" %u+%u", h.progress.ack[i], h.progress.window[i]);
  printf("\n");
}

void sim_trace(const struct sim_rank *r, const char *format, ...) {
  va_list ap;
  if (!r->w->trace) return;
  printf("%.9f rank %u ", (double)r->now / 1e9, r->id);
  va_start(ap, format);
  vprintf(format, ap);
  va_end(ap);
  printf("\n");
}
