/* SPDX-License-Identifier: BSD-3-Clause
 *
 * seal_ipsec.c: AES-128-GMAC of libipsec-mb. Its manager, 300 KB for streams of many jobs, is
 * needed only to learn which of its functions suit the processor. One piece goes by the call for
 * GCM of nothing but authenticated bytes, which takes 52 ns for 1,400 bytes where the three calls
 * of a stream take 63. Calls for several packets at a time take as long (NOTES.md of gasnet-bench).
 */
#include <intel-ipsec-mb.h>
#include <stdlib.h>

#include "conduits/udp/seal_int.h"

struct udp_gmac {
  struct gcm_key_data key; /* aligned as the library wants it */
  struct gcm_context_data context;
  aes_gcm_enc_dec_t whole;
  aes_gmac_init_t begin;
  aes_gmac_update_t add;
  aes_gmac_finalize_t end;
};

#define WANTED (IMB_FEATURE_AESNI | IMB_FEATURE_PCLMULQDQ)

/* Whether the manager uses instructions for AES, and its own tests have passed, if it has any. */
static int is_usable(const IMB_MGR *m) {
  uint64_t f = m->features;
  if (m->imb_errno || (f & WANTED) != WANTED || (f & IMB_FEATURE_AESNI_EMU)) return 0;
  return !(f & IMB_FEATURE_SELF_TEST) || (f & IMB_FEATURE_SELF_TEST_PASS);
}

static void set_functions(struct udp_gmac *g, const IMB_MGR *m, const unsigned char *key) {
  g->whole = m->gcm128_enc;
  g->begin = m->gmac128_init;
  g->add = m->gmac128_update;
  g->end = m->gmac128_finalize;
  m->gcm128_pre(key, &g->key);
}

struct udp_gmac *hyd_udp_gmac_new(const unsigned char key[UDP_KEY]) {
  struct udp_gmac *g = NULL;
  IMB_MGR *m = alloc_mb_mgr(0);
  if (m == NULL) return NULL;
  init_mb_mgr_auto(m, NULL);
  if (is_usable(m) && (g = aligned_alloc(_Alignof(struct udp_gmac), sizeof *g)) != NULL)
    set_functions(g, m, key);
  free_mb_mgr(m);
  return g;
}

void hyd_udp_gmac_free(struct udp_gmac *g) { free(g); }

static void make_stream(struct udp_gmac *g, const unsigned char nonce[UDP_NONCE],
                        const struct iovec *piece, int n, unsigned char tag[UDP_MAX_TAG]) {
  g->begin(&g->key, &g->context, nonce, UDP_NONCE);
  for (int i = 0; i < n; i++) g->add(&g->key, &g->context, piece[i].iov_base, piece[i].iov_len);
  g->end(&g->key, &g->context, tag, UDP_MAX_TAG);
}

void hyd_udp_gmac_tag(struct udp_gmac *g, const unsigned char nonce[UDP_NONCE],
                      const struct iovec *piece, int n, unsigned char tag[UDP_MAX_TAG]) {
  if (n == 1)
    g->whole(&g->key, &g->context, NULL, NULL, 0, nonce, piece->iov_base, piece->iov_len, tag,
             UDP_MAX_TAG);
  else
    make_stream(g, nonce, piece, n, tag);
}
