/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fetch.c: longs that neither fit into a message nor can be written to their destination. The
 * sender keeps the payload in a buffer (send.c); the target reads it here, runs the handler, and
 * tells the sender that the buffer is free (contrib/spec/ofi.md 2.4: way F).
 */
#include "conduits/ofi/messages.h"
#include "conduits/ofi/transfers.h"

/* The message at `at` has a struct hyd_ofi_source for payload. */
void hyd_ofi_fetch(struct hyd_ofi *s, const struct hyd_packet *h, const char *at, void *dest) {
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
  ((struct hyd_ofi_header *)(void *)p->message)->am.kind = HYD_OFI_LONG_PLACED;
  x.remote = (uintptr_t)from.addr;
  x.key = from.key;
  x.message = p;
  if (hyd_job_is_guarded(s->job, dest,
                         h->nbytes)) { /* neither libfabric nor the kernel writes there */
    x.guarded = dest;
    if ((x.local = malloc(h->nbytes)) == NULL)
      hyd_fatal(HYD_OFI_WHERE, "out of memory for a long of %u bytes", h->nbytes);
  }
  hyd_ofi_xfer_start(s, &x);
}
