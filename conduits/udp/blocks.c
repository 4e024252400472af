/* SPDX-License-Identifier: BSD-3-Clause
 *
 * blocks.c: memory for bulk that waits, at either end. Large blocks come and go as fast as messages
 * do; an allocator that gives each back to the kernel costs more by page faults than copying costs,
 * so some are kept.
 */
#include "conduits/udp/proto_int.h"

#include <stdlib.h>

#define LARGE 16384u                /* bytes of a block that is kept */
#define MOST_KEPT ((size_t)4 << 20) /* bytes of all of them */
#define LOOKS 8                     /* blocks that are looked at for one that fits */
#define KEPT_NS 1000000000u         /* without any use */

struct udp_block {
  struct udp_block *next;
  size_t room;
  unsigned char bytes[] __attribute__((aligned(16)));
};

static struct udp_block *block_of(void *bytes) {
  return (struct udp_block *)(void *)((unsigned char *)bytes - offsetof(struct udp_block, bytes));
}

/* One of those kept, which is not much too large; NULL: there is none. */
static struct udp_block *find_block(struct udp_proto *p, size_t n) {
  struct udp_block **at = &p->blocks, *b;
  for (int i = 0; i < LOOKS && (b = *at); i++, at = &b->next) {
    if (b->room < n || b->room > 2 * n) continue;
    *at = b->next;
    p->block_bytes -= b->room;
    return b;
  }
  return NULL;
}

void *hyd_udp_block_get(struct udp_proto *p, size_t n) {
  struct udp_block *b = n >= LARGE ? find_block(p, n) : NULL;
  if (b == NULL && (b = malloc(sizeof *b + n))) b->room = n;
  return b ? b->bytes : NULL;
}

void hyd_udp_block_put(struct udp_proto *p, void *bytes) {
  struct udp_block *b = block_of(bytes);
  if (b->room < LARGE || p->block_bytes + b->room > MOST_KEPT) {
    free(b);
    return;
  }
  b->next = p->blocks;
  p->blocks = b;
  p->block_bytes += b->room;
  p->blocks_used = 1;
}

void hyd_udp_block_free(void *bytes) {
  if (bytes) free(block_of(bytes));
}

void hyd_udp_blocks_free(struct udp_proto *p) {
  udp_list_free(p->blocks, free);
  p->blocks = NULL;
  p->block_bytes = 0;
}

void hyd_udp_blocks_tick(struct udp_proto *p, uint64_t now) {
  if (p->blocks == NULL) return;
  if (p->blocks_used) p->blocks_ns = now;
  p->blocks_used = 0;
  if (now - p->blocks_ns > KEPT_NS) hyd_udp_blocks_free(p);
}
