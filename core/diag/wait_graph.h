/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wait_graph.h: the graph of which ranks wait for which, as text and for graphviz. Compiled into
 * gasnetrun, too.
 */
#ifndef HYD_DIAG_WAIT_GRAPH_H
#define HYD_DIAG_WAIT_GRAPH_H

#include <stdio.h>

#include "core/diag/places.h"

struct hyd_wait_graph;

/* Makes the graph of n places of one job, in any order; some ranks may be missing. NULL: out of
 * memory. */
struct hyd_wait_graph *hyd_wait_graph_new(const struct hyd_place *place, size_t n);
void hyd_wait_graph_free(struct hyd_wait_graph *g);
/* Prints cycles, then each rank that others wait for, with its waiters below it. */
void hyd_wait_graph_text(const struct hyd_wait_graph *g, FILE *out);
/* Prints the graph for dot(1), with cycles in red. */
void hyd_wait_graph_dot(const struct hyd_wait_graph *g, FILE *out);

#endif
