/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wait_graph.h: which ranks wait for which, as text and for graphviz. Also in gasnetrun.
 */
#ifndef HYD_DIAG_WAIT_GRAPH_H
#define HYD_DIAG_WAIT_GRAPH_H

#include <stdio.h>

#include "core/diag/places.h"

struct hyd_wait_graph;

/* Makes the graph of n places of one job, in any order; those of some ranks may be lacking. NULL:
 * out of memory.
 */
struct hyd_wait_graph *hyd_wait_graph_new(const struct hyd_place *place, size_t n);
void hyd_wait_graph_free(struct hyd_wait_graph *g);
/* Cycles first, then each rank that is waited for with those that wait for it below it. */
void hyd_wait_graph_text(const struct hyd_wait_graph *g, FILE *out);
/* The same as a graph for dot(1), cycles in red. */
void hyd_wait_graph_dot(const struct hyd_wait_graph *g, FILE *out);

#endif
