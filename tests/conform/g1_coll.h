/* SPDX-License-Identifier: BSD-3-Clause
 *
 * g1_coll.h: images for the tests of GASNet-1's collectives. In PAR nodes have one image or two,
 * else one. Each image is one thread for the whole job: an image other than the first is a thread
 * that runs a test's body and sleeps between tests.
 */
#ifndef G1_COLL_H
#define G1_COLL_H

#include "conform.h"

#include <gasnet_coll.h>

enum { G1_LOCAL_MOST = 2, G1_ROOM = 48 << 10, G1_GUARD = 64 };
enum { G1_REDUCE_INT, G1_REDUCE_MATRIX, G1_REDUCE_TALKS, G1_REDUCE_FNS };
enum { G1_SUM, G1_MAX, G1_MIN }; /* func_arg of G1_REDUCE_INT and G1_REDUCE_TALKS, of int64_t */

struct g1_image {
  gasnet_image_t me, total;
  int local, count; /* on this node */
};

/* Two areas of each local image, with guards; at the same addresses on all nodes if
 * g1_same_addresses. */
struct g1_area {
  char before[G1_GUARD], bytes[G1_ROOM], after[G1_GUARD];
};
extern struct g1_area g1_dst[G1_LOCAL_MOST], g1_src[G1_LOCAL_MOST];
extern int g1_same_addresses;

/* Runs the body on all images; first calls gasnet_coll_init, once. */
void g1_images(void (*body)(const struct g1_image *me));
/* Where an image is: its node, and which of the node's it is. */
gasnet_node_t g1_node_of(gasnet_image_t image, int *local_p);
int g1_images_of(gasnet_node_t node);
/* All images meet. */
void g1_meet(void);
void g1_sleep_ms(int ms); /* polls meanwhile */

#endif
