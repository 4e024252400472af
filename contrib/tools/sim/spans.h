/* SPDX-License-Identifier: BSD-3-Clause
 *
 * spans.h: which of many numbered things a rank has, as spans of consecutive ones.
 */
#ifndef HYD_SIM_SPANS_H
#define HYD_SIM_SPANS_H

#include <stdint.h>

struct spans { /* zeroed: nothing */
  struct span {
    uint32_t from, to; /* to: the first not in it */
  } * at;
  uint32_t n, room;
};

/* 0, or -1: some of them are there already. */
int spans_add(struct spans *s, uint32_t from, uint32_t to);
int spans_have(const struct spans *s, uint32_t from, uint32_t to);
void spans_free(struct spans *s);

#endif
