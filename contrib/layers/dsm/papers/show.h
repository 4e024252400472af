/* SPDX-License-Identifier: BSD-3-Clause
 *
 * show.h: the figures of the paper on ARDMAR: R. Noronha and D. K. Panda, "Designing High
 * Performance DSM Systems using InfiniBand", 2004.
 */
#ifndef HYD_DSM_PAPERS_SHOW_H
#define HYD_DSM_PAPERS_SHOW_H

#include "contrib/tools/bench/papers/report.h"

/* Each returns 0, or 1 after an error message on stderr. */
int show_fig8(const struct papers_options *o);
/* By the traces DIR/APPLICATION.HOMES.RANKS, where HOMES is tracked or readonly. */
int show_applications(const struct papers_options *o, const char *traces);
/* By measurements of dsm-bench; `file` has lines "conduit protocol ranks us". */
int show_measured(const struct papers_options *o, const char *file);

#endif
