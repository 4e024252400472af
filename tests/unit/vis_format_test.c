/* SPDX-License-Identifier: BSD-3-Clause
 *
 * vis_format_test.c: metadata as text: what it says, that long lists are cut, and that whatever the
 * values are no text is longer than its _bufsz told, with guard bytes behind.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/core.h"

#define GUARD 64
#define LOTS 100000

static const gex_TM_t some_team = (gex_TM_t)(uintptr_t)8;

static void *at(uintptr_t a) { return (void *)a; }

/* A buffer of exactly `size` bytes with guards behind it. */
static char *buffer(size_t size) {
  char *buf = malloc(size + GUARD);
  assert_non_null(buf);
  memset(buf, '#', size + GUARD);
  return buf;
}

/* `made` is what a formatter returned for buf: a text that ends inside, guards untouched. */
static void check(char *buf, size_t size, const char *made, const char *expected) {
  assert_ptr_equal(made, buf);
  assert_non_null(memchr(buf, 0, size));
  for (size_t i = 0; i < GUARD; i++) assert_int_equal(buf[size + i], '#');
  if (expected) assert_string_equal(buf, expected);
  /* Nothing was cut by the bound: a bound that is too small would leave no room. */
  assert_true(strlen(buf) + 1 < size);
  free(buf);
}

static void vectors(void **state) {
  static const gex_Memvec_t some[] = {{(void *)0x1000, 8}, {NULL, 0}, {(void *)0x2a, 100}};
  size_t size = gasnett_format_memveclist_bufsz(3);
  char *buf = buffer(size);
  (void)state;
  check(buf, size, gasnett_format_memveclist(buf, 3, some),
        "3 pieces, 108 bytes {0x1000+8, 0x0+0, 0x2a+100}");
  size = gasnett_format_memveclist_bufsz(1);
  buf = buffer(size);
  check(buf, size, gasnett_format_memveclist(buf, 1, some), "1 piece, 8 bytes {0x1000+8}");
  size = gasnett_format_memveclist_bufsz(0);
  buf = buffer(size);
  check(buf, size, gasnett_format_memveclist(buf, 0, NULL), "0 pieces, 0 bytes {}");
  size = gasnett_format_memveclist_bufsz(2);
  buf = buffer(size);
  check(buf, size, gasnett_format_memveclist(buf, 2, NULL), "2 pieces, 0 bytes {NULL}");
}

static void addresses(void **state) {
  void *list[] = {at(0x10), at(0x20), at(0x30)};
  size_t size = gasnett_format_addrlist_bufsz(3);
  char *buf = buffer(size);
  (void)state;
  check(buf, size, gasnett_format_addrlist(buf, 3, list, 24),
        "3 pieces of 24, 72 bytes {0x10, 0x20, 0x30}");
  size = gasnett_format_addrlist_bufsz(1);
  buf = buffer(size);
  check(buf, size, gasnett_format_addrlist(buf, 1, list, 1), "1 piece of 1, 1 byte {0x10}");
  size = gasnett_format_addrlist_bufsz(0);
  buf = buffer(size);
  check(buf, size, gasnett_format_addrlist(buf, 0, NULL, SIZE_MAX),
        "0 pieces of 18446744073709551615, 0 bytes {}");
}

static void strides(void **state) {
  static const ptrdiff_t list[] = {8, -64, 0, PTRDIFF_MIN};
  size_t size = gasnett_format_strides_bufsz(4);
  char *buf = buffer(size);
  (void)state;
  check(buf, size, gasnett_format_strides(buf, 4, list), "[8, -64, 0, -9223372036854775808]");
  size = gasnett_format_strides_bufsz(0);
  buf = buffer(size);
  check(buf, size, gasnett_format_strides(buf, 0, NULL), "[]");
}

/* Ten entries are shown, of eleven the first eight and the last two. */
static void long_lists_are_cut(void **state) {
  ptrdiff_t list[11];
  size_t size = gasnett_format_strides_bufsz(10);
  char *buf = buffer(size);
  (void)state;
  for (int i = 0; i < 11; i++) list[i] = i;
  check(buf, size, gasnett_format_strides(buf, 10, list), "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]");
  size = gasnett_format_strides_bufsz(11);
  buf = buffer(size);
  check(buf, size, gasnett_format_strides(buf, 11, list), "[0, 1, 2, 3, 4, 5, 6, 7, ..., 9, 10]");

  gex_Memvec_t *many = calloc(LOTS, sizeof *many);
  assert_non_null(many);
  for (size_t i = 0; i < LOTS; i++) many[i] = (gex_Memvec_t){at(16 * i), 10};
  size = gasnett_format_memveclist_bufsz(LOTS);
  assert_int_equal(size, gasnett_format_memveclist_bufsz(11));
  buf = buffer(size);
  check(buf, size, gasnett_format_memveclist(buf, LOTS, many),
        "100000 pieces, 1000000 bytes {0x0+10, 0x10+10, 0x20+10, 0x30+10, 0x40+10, 0x50+10, "
        "0x60+10, 0x70+10, ..., 0x1869e0+10, 0x1869f0+10}");
  free(many);
}

static void operations(void **state) {
  static const gex_Memvec_t one[] = {{(void *)0x100, 16}};
  static const gex_Memvec_t two[] = {{(void *)0x200, 8}, {(void *)0x300, 8}};
  void *const addr[] = {at(0x10), at(0x20)};
  const ptrdiff_t ds[] = {64, 4096}, ss[] = {-32, 8};
  const size_t count[] = {3, 4};
  size_t size = gasnett_format_putvgetv_bufsz(1, 2);
  char *buf = buffer(size);
  (void)state;
  check(buf, size, gasnett_format_putvgetv(buf, some_team, 3, 1, one, 2, two),
        "peer 3: destination 1 piece, 16 bytes {0x100+16}, "
        "source 2 pieces, 16 bytes {0x200+8, 0x300+8}");
  size = gasnett_format_putigeti_bufsz(1, 2);
  buf = buffer(size);
  check(buf, size, gasnett_format_putigeti(buf, GEX_TM_INVALID, 0, 1, addr, 16, 2, addr, 8),
        "peer 0 of no team: destination 1 piece of 16, 16 bytes {0x10}, "
        "source 2 pieces of 8, 16 bytes {0x10, 0x20}");
  size = gasnett_format_putsgets_bufsz(2);
  buf = buffer(size);
  check(buf, size,
        gasnett_format_putsgets(buf, NULL, some_team, 1, at(0x1000), ds, at(0x2000), ss, 8, count,
                                2),
        "peer 1: 3 x 4 elements of 8, 96 bytes, destination 0x1000 strides [64, 4096], "
        "source 0x2000 strides [-32, 8]");
}

/* What the contract lets be NULL or anything is not looked at (gex-vis.md STR-2). */
static void degenerate_sections(void **state) {
  const size_t none[] = {7, 0}, huge_none[] = {SIZE_MAX, SIZE_MAX, 0};
  const ptrdiff_t s[] = {1, 2, 3};
  size_t size = gasnett_format_putsgets_bufsz(0);
  char *buf = buffer(size);
  (void)state;
  check(buf, size,
        gasnett_format_putsgets(buf, NULL, some_team, 1, at(8), NULL, at(16), NULL, 5, NULL, 0),
        "peer 1: 1 element of 5, 5 bytes, destination 0x8 strides [], source 0x10 strides []");
  size = gasnett_format_putsgets_bufsz(9);
  buf = buffer(size);
  void *volatile nowhere = at(8); /* the compiler must not see that it cannot be read */
  check(buf, size,
        gasnett_format_putsgets(buf, NULL, some_team, 1, NULL, nowhere, NULL, nowhere, 0, nowhere,
                                9),
        "peer 1: elements of 0, 0 bytes, destination 0x0 strides [], source 0x0 strides []");
  size = gasnett_format_putsgets_bufsz(2);
  buf = buffer(size);
  check(buf, size, gasnett_format_putsgets(buf, NULL, some_team, 1, NULL, s, NULL, s, 4, none, 2),
        "peer 1: 7 x 0 elements of 4, 0 bytes, destination 0x0 strides [1, 2], "
        "source 0x0 strides [1, 2]");
  size = gasnett_format_putsgets_bufsz(3);
  buf = buffer(size);
  check(buf, size,
        gasnett_format_putsgets(buf, NULL, some_team, 1, NULL, s, NULL, s, 4, huge_none, 3),
        "peer 1: 18446744073709551615 x 18446744073709551615 x 0 elements of 4, 0 bytes, "
        "destination 0x0 strides [1, 2, 3], source 0x0 strides [1, 2, 3]");
}

/* The longest text that each can make: every number of the most digits, every list cut. */
static void longest_texts_fit(void **state) {
  static gex_Memvec_t v[LOTS];
  static void *a[LOTS];
  static ptrdiff_t s[LOTS];
  static size_t n[LOTS];
  (void)state;
  for (size_t i = 0; i < LOTS; i++) {
    v[i] = (gex_Memvec_t){at(UINTPTR_MAX), SIZE_MAX};
    a[i] = at(UINTPTR_MAX);
    s[i] = PTRDIFF_MIN;
    n[i] = SIZE_MAX;
  }
  for (size_t k = 0; k <= 13; k++) {
    size_t c = k == 13 ? LOTS : k;
    size_t size = gasnett_format_memveclist_bufsz(c);
    char *buf = buffer(size);
    check(buf, size, gasnett_format_memveclist(buf, c, v), NULL);
    size = gasnett_format_addrlist_bufsz(c);
    buf = buffer(size);
    check(buf, size, gasnett_format_addrlist(buf, c, a, SIZE_MAX), NULL);
    size = gasnett_format_strides_bufsz(c);
    buf = buffer(size);
    check(buf, size, gasnett_format_strides(buf, c, s), NULL);
    size = gasnett_format_putvgetv_bufsz(c, LOTS);
    buf = buffer(size);
    check(buf, size, gasnett_format_putvgetv(buf, NULL, UINT32_MAX, c, v, LOTS, v), NULL);
    size = gasnett_format_putigeti_bufsz(LOTS, c);
    buf = buffer(size);
    check(buf, size,
          gasnett_format_putigeti(buf, NULL, UINT32_MAX, LOTS, a, SIZE_MAX, c, a, SIZE_MAX), NULL);
    size = gasnett_format_putsgets_bufsz(c);
    buf = buffer(size);
    check(buf, size,
          gasnett_format_putsgets(buf, NULL, NULL, UINT32_MAX, at(UINTPTR_MAX), s, at(UINTPTR_MAX),
                                  s, SIZE_MAX, n, c),
          NULL);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vectors),           cmocka_unit_test(addresses),
      cmocka_unit_test(strides),           cmocka_unit_test(long_lists_are_cut),
      cmocka_unit_test(operations),        cmocka_unit_test(degenerate_sections),
      cmocka_unit_test(longest_texts_fit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
