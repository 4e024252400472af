/* SPDX-License-Identifier: BSD-3-Clause
 *
 * messages.c: checks and dispatches control messages that arrive. Bytes that are no message of
 * wire.h change nothing.
 */
#include <stdlib.h>

#include "firehose/instance.h"
#include "firehose/wire.h"

#define BUCKETS (UINT64_C(1) << FH_NODE_SHIFT)

/* The parts of a MOVE. */
struct move {
  uint32_t handles, pins, note;
  const unsigned char *handle, *pin, *note_at;
};

static int split_move(const struct hyd_fh_header *h, const unsigned char *body, size_t len,
                      struct move *m) {
  m->handles = (uint32_t)(h->c & 0xffff);
  m->pins = (uint32_t)(h->c >> 16 & 0xffff);
  m->note = (uint32_t)(h->c >> 32);
  m->handle = body;
  m->pin = body + 8 * (size_t)m->handles;
  m->note_at = m->pin + FH_PIN * (size_t)m->pins;
  if (m->note && (m->note < FH_NOTE_HEAD || m->note > FH_NOTE_HEAD + FH_NOTE_MAX)) return EPROTO;
  if (len != 8 * (size_t)m->handles + FH_PIN * (size_t)m->pins + m->note) return EPROTO;
  if (m->note == 0) return 0;
  return hyd_fh_get(m->note_at, 8) <= hyd_fh_get(m->note_at + 8, 8) &&
                 hyd_fh_get(m->note_at + 8, 8) < BUCKETS
             ? 0
             : EPROTO;
}

static int copy_pins(const struct fh *fh, const struct move *m, struct hyd_fh_job *j) {
  uint64_t buckets = 0;
  for (uint32_t k = 0; k < m->pins; k++) {
    uint64_t first = hyd_fh_get(m->pin + k * FH_PIN, 8), n = hyd_fh_get(m->pin + k * FH_PIN + 8, 4);
    int merged = fh->c.regions && (n & FH_MERGED);
    if (merged) n &= ~FH_MERGED;
    if (n == 0 || first >= BUCKETS || n > BUCKETS - first) return EPROTO;
    buckets += n;
    j->stretch[k] = (struct hyd_fh_stretch){first, (uint32_t)n, merged};
  }
  j->n = m->pins;
  if (fh->c.regions) return m->pins <= 1 && buckets <= fh->f ? 0 : EPROTO;
  return buckets <= fh->slots_most && buckets <= fh->m ? 0 : EPROTO;
}

static void copy_note(const struct move *m, struct hyd_fh_job *j) {
  if (m->note == 0) return;
  j->note_first = hyd_fh_get(m->note_at, 8);
  j->note_last = hyd_fh_get(m->note_at + 8, 8);
  j->note_handle = hyd_fh_get(m->note_at + 16, 8);
  j->note_size = m->note - FH_NOTE_HEAD;
  memcpy(j->note, m->note_at + FH_NOTE_HEAD, j->note_size);
}

static int input_move(struct fh *fh, uint32_t node, const struct hyd_fh_header *h,
                      const unsigned char *body, size_t len) {
  struct move m;
  struct hyd_fh_job *j;
  if (split_move(h, body, len, &m)) return EPROTO;
  if ((j = calloc(1, sizeof *j + m.pins * sizeof j->stretch[0])) == NULL) return ENOMEM;
  if (copy_pins(fh, &m, j)) {
    free(j);
    return EPROTO;
  }
  j->id = h->a;
  copy_note(&m, j);
  if (hyd_fh_target_released(fh, node, m.handle, m.handles)) {
    free(j);
    return EPROTO;
  }
  return hyd_fh_target_move(fh, node, j, h->b);
}

static int input_moved(struct fh *fh, uint32_t node, const struct hyd_fh_header *h,
                       const unsigned char *body, size_t len) {
  struct hyd_fh_moved m = {h->a, h->b, (uint32_t)h->c, body};
  return len == FH_ENTRY * h->c ? hyd_fh_remote_moved(fh, node, &m) : EPROTO;
}

static int input_release(struct fh *fh, uint32_t node, const struct hyd_fh_header *h,
                         const unsigned char *body, size_t len) {
  int rc;
  if (len != 8 * h->c) return EPROTO;
  rc = hyd_fh_target_released(fh, node, body, (uint32_t)h->c);
  hyd_fh_local_bury(fh);
  hyd_fh_local_serve(fh);
  return rc;
}

static int input_gone(struct fh *fh, uint32_t node, const struct hyd_fh_header *h,
                      const unsigned char *body, size_t len) {
  if (len != FH_RANGE * h->c) return EPROTO;
  for (uint64_t k = 0; k < h->c; k++)
    if (hyd_fh_get(body + k * FH_RANGE, 8) > hyd_fh_get(body + k * FH_RANGE + 8, 8)) return EPROTO;
  hyd_fh_gone_input(fh, node, h->a, body, (uint32_t)h->c);
  return 0;
}

int fh_input(struct fh *fh, uint32_t node, const void *message, size_t len) {
  const unsigned char *p = message, *body = p + FH_HEADER;
  struct hyd_fh_header h;
  if (node >= fh->c.nodes || node == fh->c.node || len < FH_HEADER || len > FH_MESSAGE_MAX ||
      hyd_fh_get(p, 2) != FH_MAGIC)
    return EPROTO;
  h = hyd_fh_get_header(p);
  len -= FH_HEADER;
  switch (h.kind) {
  case FH_MOVE: return input_move(fh, node, &h, body, len);
  case FH_MOVED: return input_moved(fh, node, &h, body, len);
  case FH_RELEASE: return input_release(fh, node, &h, body, len);
  case FH_GONE_RANGES: return input_gone(fh, node, &h, body, len);
  case FH_SHARE:
    if (len) return EPROTO;
    hyd_fh_share_told(fh, node, h.a, h.c);
    hyd_fh_remote_bury(fh, node);
    hyd_fh_remote_serve(fh, node);
    return 0;
  case FH_NOTED:
    if (len) return EPROTO;
    hyd_fh_gone_acknowledged(fh, node, h.a);
    return 0;
  }
  return EPROTO;
}
