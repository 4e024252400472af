/* SPDX-License-Identifier: BSD-3-Clause
 *
 * vis_calls.c: the library's side of the suite vis: one call for what vis_loops.c does by hand; and
 * windows of calls.
 */
#include "work_vis.h"

void hyd_bv_section_by_vis(const struct hyd_bv_case *c) {
  if (c->put)
    gex_VIS_StridedPutBlocking(c->tm, c->peer, c->far, c->far_stride, c->near, c->near_stride,
                               c->row, c->count, c->levels, 0);
  else
    gex_VIS_StridedGetBlocking(c->tm, c->near, c->near_stride, c->peer, c->far, c->far_stride,
                               c->row, c->count, c->levels, 0);
}

void hyd_bv_list_by_vis(const struct hyd_bv_case *c) {
  void *near_run[1] = {c->near}, *far_run[1] = {c->far};
  void *const *near = c->near_list ? c->near_list : near_run;
  void *const *far = c->far_list ? c->far_list : far_run;
  size_t whole = c->pieces * c->row;
  size_t nnear = c->near_list ? c->pieces : 1, near_len = c->near_list ? c->row : whole;
  size_t nfar = c->far_list ? c->pieces : 1, far_len = c->far_list ? c->row : whole;
  if (c->put)
    gex_VIS_IndexedPutBlocking(c->tm, c->peer, nfar, far, far_len, nnear, near, near_len, 0);
  else
    gex_VIS_IndexedGetBlocking(c->tm, nnear, near, near_len, c->peer, nfar, far, far_len, 0);
}

double hyd_bv_window(hyd_bv_move *move, const struct hyd_bv_case *c, int repeats) {
  double start = hyd_bn_now();
  for (int i = 0; i < repeats; i++) {
    move(c);
    __asm__ volatile("" ::: "memory");
  }
  return (hyd_bn_now() - start) / repeats;
}

int hyd_bv_repeats(hyd_bv_move *move, const struct hyd_bv_case *c, double ns) {
  double once = hyd_bv_window(move, c, 3);
  for (int i = 0; i < 5; i++) {
    double t = hyd_bv_window(move, c, 3);
    if (t < once) once = t;
  }
  return once < ns ? (int)(ns / once) + 1 : 1;
}

static uint64_t next_random(uint64_t *state) { /* xorshift */
  *state ^= *state << 13;
  *state ^= *state >> 7;
  return *state ^= *state << 17;
}

void **hyd_bv_random_list(char *base, size_t region, size_t size, size_t n) {
  size_t slots = region / size;
  uint64_t state = 88172645463325252u + region + size;
  uint32_t *order = malloc(slots * sizeof *order);
  void **list = malloc(n * sizeof *list);
  hyd_bw_need(order && list && n <= slots, "memory for lists");
  for (size_t i = 0; i < slots; i++) order[i] = (uint32_t)i;
  for (size_t i = 0; i < n; i++) { /* the first n of a shuffle */
    size_t k = i + next_random(&state) % (slots - i);
    uint32_t slot = order[k];
    order[k] = order[i];
    list[i] = base + slot * size;
  }
  free(order);
  return list;
}
