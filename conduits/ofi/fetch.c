/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fetch.c: longs that neither fit into a message nor can be written to where they go: the sender
 * keeps the payload in a buffer, and the target reads it; the handler runs when it has. Then the
 * buffer is the sender's again (contrib/spec/ofi.md 2.4: way F).
 */
#include "conduits/ofi/messages.h"
#include "conduits/ofi/rma.h"

static struct hyd_ofi_source source_of(const struct hyd_ofi *s, void *buffer) {
  const struct fid_mr *mr = s->memory.all ? s->memory.all : s->memory.bounces.mr;
  uintptr_t origin = s->net.info->domain_attr->mr_mode & FI_MR_VIRT_ADDR || s->memory.all
                         ? 0
                         : (uintptr_t)s->memory.bounces.base;
  return (struct hyd_ofi_source){(uintptr_t)buffer - origin, mr->key, (uintptr_t)buffer};
}

int hyd_ofi_send_source(struct hyd_ofi *s, uint32_t peer, const struct hyd_ofi_header *h,
                        enum hyd_ofi_class class, const struct hyd_am *m) {
  char *buffer = hyd_ofi_buffer_for(s, &s->memory.bounces, class);
  struct hyd_ofi_source from;
  struct hyd_am note = {.args = m->args, .nargs = m->nargs};
  struct hyd_ofi_header head = *h;
  if (buffer == NULL) return HYD_NO_ROOM;
  hyd_am_copy_payload(m, buffer);
  from = source_of(s, buffer);
  note.payload = &from;
  note.nbytes = sizeof from;
  head.kind = HYD_OFI_LONG_SOURCE;
  if (hyd_ofi_send_whole(s, peer, &head, class, &note)) {
    hyd_ofi_pool_put(&s->memory.bounces, buffer);
    return HYD_NO_ROOM;
  }
  if (m->local) hyd_ofi_op_done(s, m->local);
  return 0;
}

/* `at` is a message, of which the payload says where that of the long is. */
void hyd_ofi_fetch(struct hyd_ofi *s, const struct hyd_ofi_header *h, const char *at, void *dest) {
  struct hyd_ofi_parked *p;
  struct hyd_ofi_xfer x = {
      .peer = h->src, .is_get = 1, .local = dest, .n = h->nbytes, .step = HYD_OFI_GOES};
  struct hyd_ofi_source from;
  size_t before = hyd_ofi_payload_at(h->nargs);
  memcpy(&from, at + before, sizeof from);
  if ((p = malloc(sizeof *p + before)) == NULL)
    hyd_fatal(HYD_OFI_WHERE, "out of memory for a message of %zu bytes", before);
  *p = (struct hyd_ofi_parked){.size = before, .buffer = from.buffer};
  memcpy(p->message, at, before);
  ((struct hyd_ofi_header *)(void *)p->message)->kind = HYD_OFI_LONG_PLACED;
  x.remote = (uintptr_t)from.addr;
  x.key = from.key;
  x.message = p;
  hyd_ofi_xfer_start(s, &x);
}
