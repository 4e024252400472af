/* SPDX-License-Identifier: BSD-3-Clause
 *
 * vis_calls.c: the library's side of the suite vis: one call for what vis_loops.c does by hand; and
 * windows of calls.
 */
#include "work_vis.h"

void hyd_bv_section_by_vis(const struct hyd_bv_case *c) {
  if (c->put)
    gex_VIS_StridedPutBlocking(c->tm, c->peer, c->remote, c->remote_stride, c->local,
                               c->local_stride, c->row, c->count, c->levels, 0);
  else
    gex_VIS_StridedGetBlocking(c->tm, c->local, c->local_stride, c->peer, c->remote,
                               c->remote_stride, c->row, c->count, c->levels, 0);
}

void hyd_bv_list_by_vis(const struct hyd_bv_case *c) {
  void *local_run[1] = {c->local}, *remote_run[1] = {c->remote};
  void *const *local = c->local_list ? c->local_list : local_run;
  void *const *remote = c->remote_list ? c->remote_list : remote_run;
  size_t whole = c->pieces * c->row;
  size_t nlocal = c->local_list ? c->pieces : 1, local_len = c->local_list ? c->row : whole;
  size_t nremote = c->remote_list ? c->pieces : 1, remote_len = c->remote_list ? c->row : whole;
  if (c->put)
    gex_VIS_IndexedPutBlocking(c->tm, c->peer, nremote, remote, remote_len, nlocal, local,
                               local_len, 0);
  else
    gex_VIS_IndexedGetBlocking(c->tm, nlocal, local, local_len, c->peer, nremote, remote,
                               remote_len, 0);
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
