/* SPDX-License-Identifier: BSD-3-Clause
 *
 * parts.c: messages that are longer than what the provider injects, where that is slow: they are
 * cut into messages that are injected (HYD_OFI_PART), which the receiver puts together. Parts stay
 * in order, and a peer is sent the parts of one message at a time.
 */
#include "conduits/ofi/messages.h"

#include "conduits/ofi/choice.h"

#define PART_LEAST 1024u

static size_t injects_most(const struct hyd_ofi *s) {
  return s->net.inject < s->set.inject_am ? s->net.inject : s->set.inject_am;
}

/* Bytes of a message that a part carries; 0: messages do not go in parts. */
static size_t part_size(const struct hyd_ofi *s) {
  size_t n = injects_most(s);
  if (!s->net.in_parts || n < PART_LEAST) return 0;
  return (n - hyd_ofi_payload_at(0)) & ~(size_t)(HYD_PACKET_ALIGN - 1);
}

int hyd_ofi_goes_in_parts(const struct hyd_ofi *s, const struct hyd_packet *p, size_t size) {
  return p->kind != HYD_OFI_FAREWELL && size > injects_most(s) &&
         size <= HYD_OFI_PARTS_MOST * part_size(s);
}

/* --- sending -------------------------------------------------------------- */

static int send_part(struct hyd_ofi *s, uint32_t peer, void *bytes, size_t n) {
  _Alignas(HYD_PACKET_ALIGN) char before[sizeof(struct hyd_ofi_header) + HYD_PACKET_ALIGN] = {0};
  struct hyd_ofi_header h = {.am = {.kind = HYD_OFI_PART, .nbytes = (uint32_t)n}};
  struct iovec v[2] = {{before, hyd_ofi_payload_at(0)}, {bytes, n}};
  struct fi_msg msg = {.msg_iov = v, .iov_count = 2, .addr = s->peer[peer].addr};
  hyd_ofi_stamp(s, peer, &h);
  memcpy(before, &h, sizeof h);
  if (hyd_ofi_started(s, peer, fi_sendmsg(s->net.ep, &msg, FI_INJECT), "a message to"))
    return HYD_NO_ROOM;
  hyd_ofi_told(s, peer, &h);
  return 0;
}

int hyd_ofi_send_parts(struct hyd_ofi *s, struct hyd_ofi_work *w) {
  struct hyd_ofi_peer *p = &s->peer[w->peer];
  size_t most = part_size(s);
  if (p->cut && p->cut != w) return HYD_NO_ROOM;
  if (p->cut == NULL) hyd_ofi_stamp(s, w->peer, w->buffer);
  while (w->here->iov_len) {
    size_t n = w->here->iov_len < most ? w->here->iov_len : most;
    if (send_part(s, w->peer, w->here->iov_base, n)) return HYD_NO_ROOM;
    w->here->iov_base = (char *)w->here->iov_base + n;
    w->here->iov_len -= n;
    p->cut = w;
  }
  p->cut = NULL;
  p->injected = 1;
  s->counts.in_parts++;
  hyd_ofi_work_put(s, w);
  return 0;
}

/* --- receiving ------------------------------------------------------------ */

/* Makes room for the message that begins with the part. */
static struct hyd_ofi_parked *begin_message(struct hyd_ofi *s, const char *part, size_t n) {
  struct hyd_ofi_header h = {.secret = ~s->secret};
  struct hyd_ofi_parked *m;
  size_t size;
  if (n >= sizeof h) memcpy(&h, part, sizeof h);
  size = hyd_ofi_message_size(&h.am);
  if (h.secret != s->secret || size > hyd_ofi_message_most(s))
    hyd_fatal(HYD_OFI_WHERE, "received a part of %zu bytes that begins no message", n);
  if ((m = malloc(sizeof *m + size)) == NULL)
    hyd_fatal(HYD_OFI_WHERE, "out of memory for a message of %zu bytes", size);
  m->size = 0;
  m->whole = size;
  return m;
}

struct hyd_ofi_parked *hyd_ofi_take_part(struct hyd_ofi *s, uint32_t peer, const char *part,
                                         size_t n) {
  struct hyd_ofi_parked **m = &s->peer[peer].parts, *whole;
  if (*m == NULL) *m = begin_message(s, part, n);
  if (n > (*m)->whole - (*m)->size)
    hyd_fatal(HYD_OFI_WHERE, "received a part of %zu bytes; expected %zu at most", n,
              (*m)->whole - (*m)->size);
  memcpy((*m)->message + (*m)->size, part, n);
  (*m)->size += n;
  if ((*m)->size < (*m)->whole) return NULL;
  whole = *m;
  *m = NULL;
  return whole;
}
