/* SPDX-License-Identifier: BSD-3-Clause
 *
 * accessors.c: calls the entry points of GCC 15 and 16 as their compilers' code would (libcaf.md
 * 4); with -DGCC16 also those about teams. Prints `passed` at image 1.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/layers/caf/gfortran.h"
#ifdef GCC16
/* team_calls_16.c */
void _gfortran_caf_form_team(int number, void **team, int *new_index, int *stat, char *errmsg,
                             size_t len);
void _gfortran_caf_change_team(void *team, int *stat, char *errmsg, size_t len);
void _gfortran_caf_end_team(int *stat, char *errmsg, size_t len);
void _gfortran_caf_sync_team(void *team, int *stat, char *errmsg, size_t len);
#define _gfortran_caf_form_team form_team_of_gcc_15
#define _gfortran_caf_change_team change_team_of_gcc_15
#define _gfortran_caf_end_team end_team_of_gcc_15
#define _gfortran_caf_sync_team sync_team_of_gcc_15
#endif
#include "contrib/layers/caf/entries.h"
#undef _gfortran_caf_form_team
#undef _gfortran_caf_change_team
#undef _gfortran_caf_end_team
#undef _gfortran_caf_sync_team

static void expect(int right, int number) {
  if (right) return;
  fprintf(stderr, "wrong: %d\n", number);
  _gfortran_caf_error_stop(99, 0);
}

struct array {
  struct gfc_desc d;
  struct gfc_dim dim[1];
};
static void describe(struct array *a, void *base, ptrdiff_t lower, ptrdiff_t n, ptrdiff_t stride) {
  memset(a, 0, sizeof *a);
  a->d = (struct gfc_desc){.base = base, .elem_len = 4, .rank = 1, .type = GFC_INTEGER, .span = 4};
  a->d.dim[0] = (struct gfc_dim){stride, lower, lower + n - 1};
}

/* integer :: x[*]; integer :: v(10)[*] with bounds 0:9; type with a component: int *p */
static void *x_token, *v_token, *p_token;
static int *x, *v;
static int **p;

struct add_index {
  int index;
};

/* x[i] */
static void get_x(void *add_data, const int *caller, void *buffer, int32_t *free_buffer, void *base,
                  void *cb, size_t zero, size_t *dst_charlen, const size_t *src_charlen) {
  (void)add_data, (void)caller, (void)cb, (void)zero, (void)dst_charlen, (void)src_charlen;
  *(void **)buffer = base;
  *free_buffer = 0;
}

static void put_x(void *add_data, const int *caller, void *base, const void *buffer, void *cb,
                  size_t zero, const size_t *dst_charlen, const size_t *src_charlen) {
  (void)add_data, (void)caller, (void)cb, (void)zero, (void)dst_charlen, (void)src_charlen;
  *(int *)base = *(const int *)buffer;
}

/* v(index:)[i], v being described */
static void get_v(void *add_data, const int *caller, void *buffer, int32_t *free_buffer, void *base,
                  void *cb, size_t zero, size_t *dst_charlen, const size_t *src_charlen) {
  const struct gfc_desc *d = base;
  struct gfc_desc *out = buffer;
  int from = ((struct add_index *)add_data)->index;
  ptrdiff_t n = d->dim[0].upper - from + 1;
  (void)caller, (void)cb, (void)zero, (void)dst_charlen, (void)src_charlen;
  out->base = malloc((size_t)n * 4);
  memcpy(out->base, (int *)d->base + (from - d->dim[0].lower), (size_t)n * 4);
  out->elem_len = 4;
  out->rank = 1;
  out->type = GFC_INTEGER;
  out->span = 4;
  out->dim[0] = (struct gfc_dim){1, 1, n};
  *free_buffer = 1;
}

static void put_v(void *add_data, const int *caller, void *base, const void *buffer, void *cb,
                  size_t zero, const size_t *dst_charlen, const size_t *src_charlen) {
  const struct gfc_desc *d = base, *in = buffer;
  int from = ((struct add_index *)add_data)->index;
  (void)caller, (void)cb, (void)zero, (void)dst_charlen, (void)src_charlen;
  for (ptrdiff_t i = 0; i <= in->dim[0].upper - in->dim[0].lower; i++)
    ((int *)d->base)[from - d->dim[0].lower + i] = ((const int *)in->base)[i * in->dim[0].stride];
}

/* allocated(p[i]) */
static void present_p(void *add_data, const int *caller, int32_t *result, void *base, void *cb,
                      size_t zero) {
  (void)add_data, (void)caller, (void)cb, (void)zero;
  *result = *(int **)base != NULL;
}

/* The caller's add_data, fetched by the procedure get_sum, which adds it to x. */
static void get_add(void *add_data, const int *caller, void *buffer, int32_t *free_buffer,
                    void *base, void *cb, size_t zero, size_t *dst_charlen,
                    const size_t *src_charlen) {
  (void)add_data, (void)caller, (void)cb, (void)zero, (void)dst_charlen, (void)src_charlen;
  *(void **)buffer = base;
  *free_buffer = 0;
}

static _Thread_local int sum;
static void get_sum(void *add_data, const int *caller, void *buffer, int32_t *free_buffer,
                    void *base, void *cb, size_t zero, size_t *dst_charlen,
                    const size_t *src_charlen) {
  int fetched = 0;
  void *to = &fetched;
  (void)add_data, (void)zero, (void)dst_charlen, (void)src_charlen;
  _gfortran_caf_get_from_remote(cb, NULL, NULL, *caller, 4, &to, NULL, NULL, 0,
                                _gfortran_caf_get_remote_function_index(106), NULL, 0, NULL, NULL,
                                NULL);
  sum = fetched + *(int *)base;
  *(void **)buffer = &sum;
  *free_buffer = 0;
}

__attribute__((constructor)) static void unit(void) {
  struct array d;
  _gfortran_caf_register_accessor(101, (void *)get_x);
  _gfortran_caf_register_accessor(-5, (void *)put_x);
  _gfortran_caf_register_accessor(103, (void *)get_v);
  _gfortran_caf_register_accessor(104, (void *)put_v);
  _gfortran_caf_register_accessor(105, (void *)present_p);
  _gfortran_caf_register_accessor(106, (void *)get_add);
  _gfortran_caf_register_accessor(107, (void *)get_sum);
  _gfortran_caf_register_accessors_finish();
  describe(&d, NULL, 0, 0, 1);
  d.d.rank = 0;
  _gfortran_caf_register(4, GFC_COARRAY_STATIC, &x_token, &d.d, NULL, NULL, 0);
  x = d.d.base;
  *x = 5;
  d.d.base = NULL;
  _gfortran_caf_register(40, GFC_COARRAY_STATIC, &v_token, &d.d, NULL, NULL, 0);
  v = d.d.base;
  d.d.base = NULL;
  _gfortran_caf_register(8, GFC_COARRAY_STATIC, &p_token, &d.d, NULL, NULL, 0);
  p = d.d.base;
}

static int
get_index(int *cache,
          int hash) { /* as generated code does, in a static variable that begins with -1 */
  if (*cache == -1) *cache = _gfortran_caf_get_remote_function_index(hash);
  return *cache;
}

static void scalars(int me, int to) {
  static int get = -1, put = -1;
  int value = 0, stat = 77, mine = 1000 + me;
  void *data = &value;
  struct add_index none = {0};
  *x = me;
  _gfortran_caf_sync_all(NULL, NULL, 0);
  _gfortran_caf_get_from_remote(x_token, NULL, NULL, to, 4, &data, NULL, NULL, 0,
                                get_index(&get, 101), &none, sizeof none, &stat, NULL, NULL);
  expect(value == to && stat == 0, 1);
  _gfortran_caf_sync_all(NULL, NULL, 0);
  _gfortran_caf_send_to_remote(x_token, NULL, NULL, to, 4, &mine, NULL, NULL, get_index(&put, -5),
                               &none, sizeof none, NULL, NULL, NULL);
  _gfortran_caf_sync_all(NULL, NULL, 0);
  expect(*x == 1000 + (me > 1 ? me - 1 : _gfortran_caf_num_images(0, -1)), 2);
  stat = 0;
  _gfortran_caf_get_from_remote(x_token, NULL, NULL, 999, 4, &data, NULL, NULL, 0, 101, &none,
                                sizeof none, &stat, NULL, NULL);
  expect(stat > 0, 3);
}

static void arrays(int me, int to) {
  struct array coarray, out, in;
  struct add_index from = {4};
  int source[12], got[10];
  void *data = got;
  for (int i = 0; i < 10; i++) v[i] = 100 * me + i;
  describe(&coarray, v, 0, 10, 1);
  _gfortran_caf_sync_all(NULL, NULL, 0);
  describe(&out, got, 1, 6, 1);
  _gfortran_caf_get_from_remote(v_token, &coarray.d, NULL, to, 24, &data, NULL, &out.d, 0, 103,
                                &from, sizeof from, NULL, NULL, NULL);
  for (int i = 0; i < 6; i++) expect(got[i] == 100 * to + 4 + i, 10);
  describe(&out, NULL, 1, 0, 1);
  data = NULL;
  from.index = 7;
  _gfortran_caf_get_from_remote(v_token, &coarray.d, NULL, to, 0, &data, NULL, &out.d, 1, 103,
                                &from, sizeof from, NULL, NULL, NULL);
  expect(out.d.dim[0].upper - out.d.dim[0].lower == 2 && ((int *)out.d.base)[2] == 100 * to + 9 &&
             data == out.d.base,
         11);
  free(out.d.base);
  _gfortran_caf_sync_all(NULL, NULL, 0);
  for (int i = 0; i < 12; i++) source[i] = 1000 * me + i;
  describe(&in, source, 1, 4, 3);
  from.index = 2;
  _gfortran_caf_send_to_remote(v_token, &coarray.d, NULL, to, 16, source, NULL, &in.d, 104, &from,
                               sizeof from, NULL, NULL, NULL);
  _gfortran_caf_sync_all(NULL, NULL, 0);
  for (int i = 0; i < 4; i++) expect(v[2 + i] % 1000 == 3 * i && v[2 + i] >= 1000, 12);
  expect(v[6] == 100 * me + 6 && v[1] == 100 * me + 1, 13);
}

static void between(int me, int images, int to) {
  struct add_index none = {0}, a = {0}, b = {5};
  struct array coarray;
  describe(&coarray, v, 0, 10, 1);
  *x = 10 * me;
  for (int i = 0; i < 10; i++) v[i] = 100 * me + i;
  _gfortran_caf_sync_all(NULL, NULL, 0);
  if (me == 1) {
    _gfortran_caf_transfer_between_remotes(x_token, NULL, NULL, to, -5, &none, sizeof none, x_token,
                                           NULL, NULL, images, 101, &none, sizeof none, 4, 1, NULL,
                                           NULL, NULL, NULL, NULL, NULL);
    _gfortran_caf_transfer_between_remotes(v_token, &coarray.d, NULL, to, 104, &a, sizeof a,
                                           v_token, &coarray.d, NULL, images, 103, &b, sizeof b, 20,
                                           0, NULL, NULL, NULL, NULL, NULL, NULL);
  }
  _gfortran_caf_sync_all(NULL, NULL, 0);
  if (me == (images > 1 ? 2 : 1))
    expect(*x == 10 * images && v[0] == 100 * images + 5 && v[4] == 100 * images + 9, 20);
}

static void others(int me, int to) {
  struct add_index mine = {7000 + me};
  int value = 0, local = 0;
  void *data = &value;
  *x = me;
  *p = me % 2 ? &local : NULL;
  _gfortran_caf_sync_all(NULL, NULL, 0);
  expect(_gfortran_caf_is_present_on_remote(p_token, to, 105, &mine, sizeof mine) == to % 2, 30);
  expect(_gfortran_caf_is_present_on_remote(NULL, to, 105, &mine, sizeof mine) == 0, 31);
  for (int i = 0; i < 200; i++) {
    _gfortran_caf_get_from_remote(x_token, NULL, NULL, to, 4, &data, NULL, NULL, 0, 107, &mine,
                                  sizeof mine, NULL, NULL, NULL);
    expect(value == 7000 + me + to, 32);
  }
  _gfortran_caf_sync_all(NULL, NULL, 0);
}

#ifdef GCC16
static void teams(int me, int images) {
  void *team = NULL, *token = v_token;
  struct array part;
  int index = images - me + 1, stat = 5, value = 0;
  struct add_index none = {0};
  void *data = &value;
  expect(_gfortran_caf_this_image(0) == me && _gfortran_caf_num_images(0, 0) == images, 40);
  _gfortran_caf_form_team(3, &team, &index, &stat, NULL, 0); /* in reverse order */
  expect(stat == 0 && _gfortran_caf_this_image((intptr_t)team) == index, 41);
  _gfortran_caf_change_team(team, &stat, NULL, 0);
  expect(stat == 0 && _gfortran_caf_this_image(0) == index && _gfortran_caf_get_team(NULL) == team,
         42);
  int initial = 0;
  expect(_gfortran_caf_team_number(team) == 3 && _gfortran_caf_get_team(&initial) != team, 43);
  _gfortran_caf_sync_team(team, NULL, NULL, 0);
  _gfortran_caf_end_team(NULL, NULL, 0);
  *x = me;
  _gfortran_caf_sync_all(NULL, NULL, 0);
  _gfortran_caf_get_from_remote(x_token, NULL, NULL, 1, 4, &data, NULL, NULL, 0, 101, &none,
                                sizeof none, NULL, &team, NULL);
  expect(value == images, 44);
  describe(&part, v + 4, 0, 0, 1);
  part.d.rank = 0;
  _gfortran_caf_register(24, GFC_MAP_EXISTING, &token, &part.d, NULL, NULL, 0);
  expect(token != v_token && token != NULL, 45);
  _gfortran_caf_change_team(NULL, &stat, NULL, 0);
  expect(stat != 0, 46);
  _gfortran_caf_sync_all(NULL, NULL, 0);
}
#endif

int main(int argc, char **argv) {
  _gfortran_caf_init(&argc, &argv);
  int me = _gfortran_caf_this_image(0), images = _gfortran_caf_num_images(0, -1),
      to = me % images + 1;
  scalars(me, to);
  arrays(me, to);
  between(me, images, images > 1 ? 2 : 1);
  others(me, to);
#ifdef GCC16
  teams(me, images);
#endif
  if (me == 1) puts("passed");
  _gfortran_caf_finalize();
  return 0;
}
