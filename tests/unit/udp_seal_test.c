/* SPDX-License-Identifier: BSD-3-Clause
 *
 * udp_seal_test.c: tags of the udp conduit (conduits/udp/seal.h) against those of OpenSSL, however
 * a packet lies in memory, and the kind that a job of several hosts takes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>
#include <nettle/umac.h>
#include <openssl/evp.h>

#include "conduits/udp/tag_speed.h"

#define HEAD sizeof(struct udp_head)
#define LARGEST (UDP_MAX_DATAGRAM - HEAD - UDP_MAX_TAG)

static const unsigned char key[UDP_KEY] = {7, 1, 200, 3, 0, 255, 9, 4, 80, 2, 60, 11, 5, 33, 1, 8};
static const size_t sizes[] = {0, 1, 15, 16, 17, 72, 512, 1304, 1360, 1400, 8192, 65376, LARGEST};
static const enum udp_security kinds[] = {UDP_UMAC, UDP_GMAC, UDP_GMAC_OPENSSL, UDP_AEAD};
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* A packet as it is on the wire, but for its tag. */
struct packet {
  struct udp_head h;
  unsigned char body[UDP_MAX_DATAGRAM];
};

static struct packet *make_packet(uint32_t src, uint32_t dst, uint64_t number, size_t size) {
  struct packet *k = calloc(1, sizeof *k);
  assert_non_null(k);
  k->h = (struct udp_head){.magic = UDP_MAGIC, .src = src, .dst = dst, .number = number};
  k->h.size = (uint16_t)size;
  for (size_t i = 0; i < size; i++) k->body[i] = (unsigned char)(i * 37 + i / 251 + size);
  return k;
}

static void make_nonce(const struct packet *k, unsigned char nonce[12]) {
  uint64_t n = k->h.number;
  unsigned char all[12] = {
      (unsigned char)k->h.src,  (unsigned char)(k->h.src >> 8), (unsigned char)(k->h.src >> 16),
      (unsigned char)k->h.dst,  (unsigned char)(k->h.dst >> 8), (unsigned char)(k->h.dst >> 16),
      (unsigned char)n,         (unsigned char)(n >> 8),        (unsigned char)(n >> 16),
      (unsigned char)(n >> 24), (unsigned char)(n >> 32),       (unsigned char)(n >> 40)};
  memcpy(nonce, all, sizeof all);
}

/* GMAC as NIST SP 800-38D has it, by another path than the library's: the nonce by hand, and the
 * packet in one piece. */
static void make_reference(const struct packet *k, unsigned char tag[16]) {
  EVP_CIPHER_CTX *c = EVP_CIPHER_CTX_new();
  unsigned char nonce[12];
  int len;
  make_nonce(k, nonce);
  assert_true(c && EVP_EncryptInit_ex(c, EVP_aes_128_gcm(), NULL, key, nonce) == 1);
  assert_int_equal(EVP_EncryptUpdate(c, NULL, &len, (const void *)k, (int)(HEAD + k->h.size)), 1);
  assert_int_equal(EVP_EncryptFinal_ex(c, tag, &len), 1);
  assert_int_equal(EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_GCM_GET_TAG, 16, tag), 1);
  EVP_CIPHER_CTX_free(c);
}

/* Makes the tag of a packet whose body is given in n parts: behind the head, or elsewhere. */
static void make_parts(struct udp_seal *s, const struct packet *k, int n, int elsewhere,
                       unsigned char tag[16]) {
  static unsigned char other[UDP_MAX_DATAGRAM + 64 * UDP_SEAL_PARTS];
  struct iovec part[UDP_SEAL_PARTS];
  size_t at = 0;
  for (int i = 0; i < n; i++) {
    size_t end = i == n - 1 ? k->h.size : (size_t)(k->h.size * (unsigned)(i + 1)) / (unsigned)n;
    unsigned char *to = elsewhere ? other + at + (size_t)i * 64 + 1 : (unsigned char *)k->body + at;
    if (elsewhere) memcpy(to, k->body + at, end - at);
    part[i] = (struct iovec){to, end - at};
    at = end;
  }
  assert_int_equal(hyd_udp_seal_make(s, &k->h, part, n, NULL, tag), 0);
}

static void compare_tags(struct udp_seal *s, const struct packet *k) {
  unsigned char wanted[16], tag[16];
  make_reference(k, wanted);
  for (int n = k->h.size ? 1 : 0; n <= UDP_SEAL_PARTS; n++)
    for (int elsewhere = 0; elsewhere < 2; elsewhere++) {
      memset(tag, 0, sizeof tag);
      make_parts(s, k, n, elsewhere, tag);
      assert_memory_equal(tag, wanted, 16);
    }
}

static void test_equal(void **state) {
  static const enum udp_security gmac[] = {UDP_GMAC, UDP_GMAC_OPENSSL};
  (void)state;
  for (size_t i = 0; i < COUNT(gmac); i++) {
    struct udp_seal *s = hyd_udp_seal_new(gmac[i], key);
    assert_non_null(s);
    for (size_t k = 0; k < COUNT(sizes); k++) {
      struct packet *p = make_packet(0x010203, 0xfffefd, 0x7ff012345678 + k, sizes[k]);
      compare_tags(s, p);
      free(p);
    }
    hyd_udp_seal_free(s);
  }
}

/* A packet that ends where memory ends: nothing behind it is read. */
static void test_last_byte(void **state) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE), room = 2 * page;
  unsigned char *base =
      mmap(NULL, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  (void)state;
  assert_true(base != MAP_FAILED && mprotect(base + room, page, PROT_NONE) == 0);
  for (size_t i = 0; i < COUNT(kinds) - 1; i++) {
    struct udp_seal *s = hyd_udp_seal_new(kinds[i], key);
    for (size_t size = 0; size < 700; size++) {
      struct udp_head h = {.number = size + 1, .size = (uint16_t)size};
      struct iovec body = {base + room - size, size};
      unsigned char tag[16], *whole = base + room - size - sizeof h;
      assert_int_equal(hyd_udp_seal_make(s, &h, &body, 1, NULL, tag), 0);
      if (size % _Alignof(struct udp_head)) continue;
      memcpy(whole, &h, sizeof h);
      assert_int_equal(hyd_udp_seal_make(s, (void *)whole, &body, 1, NULL, tag), 0);
    }
    hyd_udp_seal_free(s);
  }
  munmap(base, room + page);
}

/* UMAC, too, is that of RFC 4418 for this nonce, however a packet lies in memory. */
static void test_umac_parts(void **state) {
  struct udp_seal *s = hyd_udp_seal_new(UDP_UMAC, key);
  struct packet *k = make_packet(0x010203, 0xfffefd, 0x7ff012345678, 1360);
  unsigned char one[16] = "", tag[16] = "", nonce[12];
  struct umac64_ctx u;
  (void)state;
  make_nonce(k, nonce);
  umac64_set_key(&u, key);
  umac64_set_nonce(&u, sizeof nonce, nonce);
  umac64_update(&u, HEAD + k->h.size, (const void *)k);
  umac64_digest(&u, UDP_UMAC_TAG, one);
  for (int n = 1; n <= UDP_SEAL_PARTS; n++) {
    make_parts(s, k, n, 1, tag);
    assert_memory_equal(tag, one, UDP_UMAC_TAG);
  }
  free(k);
  hyd_udp_seal_free(s);
}

/* --- what is taken -------------------------------------------------------- */

/* Puts the tag behind the body, which is encrypted first in UDP_AEAD. */
static void seal_packet(struct udp_seal *s, struct packet *k) {
  struct iovec body = {k->body, k->h.size};
  unsigned char *cipher = malloc(k->h.size + 1u), tag[16];
  assert_non_null(cipher);
  assert_int_equal(hyd_udp_seal_make(s, &k->h, &body, 1, cipher, tag), 0);
  if (hyd_udp_seal_security(s) == UDP_AEAD) memcpy(k->body, cipher, k->h.size);
  memcpy(k->body + k->h.size, tag, udp_tag(hyd_udp_seal_security(s)));
  free(cipher);
}

/* Whether the packet is taken, the first naway bytes of its body elsewhere. Changes nothing. */
static int is_taken(struct udp_seal *s, const struct packet *k, size_t naway) {
  struct packet *copy = malloc(sizeof *copy);
  unsigned char *away = malloc(naway + 1);
  int rc;
  assert_true(copy && away);
  *copy = *k;
  memcpy(away, copy->body, naway);
  memset(copy->body, 0, naway);
  rc = hyd_udp_seal_open(s, &copy->h, (unsigned char *)copy, away, naway);
  free(copy);
  free(away);
  return rc == 0;
}

/* Changes each bit of 24 bytes that are spread over head, body and tag. */
static void refuse_changed(struct udp_seal *s, struct packet *k) {
  size_t whole = HEAD + k->h.size + udp_tag(hyd_udp_seal_security(s));
  for (size_t i = 0; i < 24; i++) {
    unsigned char *byte = (unsigned char *)k + i * (whole - 1) / 23;
    for (int bit = 0; bit < 8; bit++) {
      uint16_t size = k->h.size;
      *byte ^= (unsigned char)(1 << bit);
      if (k->h.size == size) assert_false(is_taken(s, k, 0)); /* else wire.c refuses it */
      *byte ^= (unsigned char)(1 << bit);
    }
  }
}

/* Moves the packet by what the nonce is made of. */
static void refuse_moved(struct udp_seal *s, const struct packet *k) {
  struct packet *moved = malloc(sizeof *moved);
  assert_non_null(moved);
  for (int i = 0; i < 4; i++) {
    *moved = *k;
    if (i == 0) moved->h.number++;
    if (i == 1) moved->h.number += UINT64_C(1) << 40;
    if (i == 2) moved->h.src++;
    if (i == 3) moved->h.src = k->h.dst, moved->h.dst = k->h.src; /* back to its sender */
    assert_false(is_taken(s, moved, 0));
  }
  free(moved);
}

static void test_taken(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(kinds); i++) {
    struct udp_seal *s = hyd_udp_seal_new(kinds[i], key);
    for (size_t j = 0; j < COUNT(sizes); j++) {
      struct packet *k = make_packet(3, 4, 17 + j, sizes[j]);
      seal_packet(s, k);
      assert_true(is_taken(s, k, 0));
      if (kinds[i] != UDP_AEAD && sizes[j] > 16) assert_true(is_taken(s, k, sizes[j] - 16));
      if (kinds[i] != UDP_AEAD) assert_true(is_taken(s, k, sizes[j]));
      if (sizes[j] <= 1400) refuse_changed(s, k);
      refuse_moved(s, k);
      free(k);
    }
    hyd_udp_seal_free(s);
  }
}

/* A host with libipsec-mb takes what one without it has sent, and the other way round. */
static void test_mixed(void **state) {
  struct udp_seal *s[] = {hyd_udp_seal_new(UDP_GMAC, key), hyd_udp_seal_new(UDP_GMAC_OPENSSL, key)};
  (void)state;
  for (int from = 0; from < 2; from++) {
    struct packet *k = make_packet(1, 2, 5, 1304);
    seal_packet(s[from], k);
    assert_true(is_taken(s[!from], k, 0));
    assert_true(is_taken(s[!from], k, 1288));
    free(k);
  }
  hyd_udp_seal_free(s[0]);
  hyd_udp_seal_free(s[1]);
}

/* Another job's key, of which one bit differs. */
static void test_other_key(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(kinds); i++) {
    unsigned char other[UDP_KEY];
    struct udp_seal *s = hyd_udp_seal_new(kinds[i], key), *o;
    struct packet *k = make_packet(0, 1, 1, 512);
    memcpy(other, key, sizeof other);
    other[15] ^= 128;
    o = hyd_udp_seal_new(kinds[i], other);
    seal_packet(o, k);
    assert_false(is_taken(s, k, 0));
    free(k);
    hyd_udp_seal_free(s);
    hyd_udp_seal_free(o);
  }
}

/* --- the kind of a job ---------------------------------------------------- */

static void test_code(void **state) {
  unsigned before = 0;
  (void)state;
  for (uint64_t ns = 0; ns < 1000000; ns += ns / 64 + 1) {
    unsigned code = hyd_udp_speed_code(ns);
    assert_true(code >= before && code < UDP_NO_SPEED);
    before = code;
  }
  assert_int_equal(hyd_udp_speed_code(UINT64_MAX / 2), UDP_NO_SPEED - 1);
  assert_int_equal(hyd_udp_speed_code(4000) - hyd_udp_speed_code(2000), 8);
  assert_true(hyd_udp_speed_code(2400) > hyd_udp_speed_code(2000)); /* a fifth is seen */
}

/* Hosts of a job, and what it takes. */
static void test_choice(void **state) {
  static const struct {
    uint64_t umac[3], gmac[3]; /* ns; gmac 0: not offered */
    enum udp_security takes;
  } job[] = {
      {{2800, 2800, 2800}, {1700, 1700, 1700}, UDP_GMAC},
      {{2800, 2800, 2800}, {1700, 0, 1700}, UDP_UMAC},
      {{2800, 2800, 2800}, {1700, 1700, 6100}, UDP_UMAC}, /* OpenSSL's is slow there */
      {{2800, 30000, 2800}, {1700, 9000, 1700}, UDP_GMAC},
      {{2800, 30000, 2800}, {1700, 0, 1700}, UDP_UMAC},
      {{2800, 9000, 2800}, {30000, 1700, 1700}, UDP_UMAC},
      {{2800, 2800, 2800}, {2800, 2800, 2800}, UDP_GMAC}, /* the longer tag */
  };
  (void)state;
  for (size_t i = 0; i < COUNT(job); i++) {
    struct udp_tag_speed slowest = {0, 0};
    for (int host = 0; host < 3; host++) {
      const struct udp_tag_speed v = {hyd_udp_speed_code(job[i].umac[host]),
                                      job[i].gmac[host] ? hyd_udp_speed_code(job[i].gmac[host])
                                                        : UDP_NO_SPEED};
      hyd_udp_slower_tags(&slowest, &v);
    }
    assert_int_equal(hyd_udp_faster_tags(&slowest), job[i].takes);
  }
}

static void test_explain(void **state) {
  struct udp_tag_speed v = {hyd_udp_speed_code(2800), hyd_udp_speed_code(1700)};
  char text[120];
  (void)state;
  hyd_udp_explain_tags(&v, text, sizeof text);
  assert_string_equal(text, "25 packets take the slowest host 1.7 us by GMAC, 2.7 by UMAC");
  v.gmac = UDP_NO_SPEED;
  hyd_udp_explain_tags(&v, text, sizeof text);
  assert_non_null(strstr(text, "a host lacks libipsec-mb"));
}

static void test_time(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(kinds) - 1; i++) {
    uint64_t ns = hyd_udp_time_tags(kinds[i]);
    assert_true(ns > 100 && ns < 100000000);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_equal),      cmocka_unit_test(test_last_byte),
      cmocka_unit_test(test_umac_parts), cmocka_unit_test(test_taken),
      cmocka_unit_test(test_mixed),      cmocka_unit_test(test_other_key),
      cmocka_unit_test(test_code),       cmocka_unit_test(test_choice),
      cmocka_unit_test(test_explain),    cmocka_unit_test(test_time)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
