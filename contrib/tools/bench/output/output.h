/* SPDX-License-Identifier: BSD-3-Clause
 *
 * output.h: the rows as a table, as JSON, as a plot.
 */
#ifndef HYD_BENCH_OUTPUT_H
#define HYD_BENCH_OUTPUT_H

#include "contrib/tools/bench/base/bench.h"

void hyd_bn_print(FILE *out, const struct hyd_bn *b, bool brief);
json_t *hyd_bn_to_json(const struct hyd_bn *b);
bool hyd_bn_write_json(json_t *doc, const char *file); /* "-": standard output; takes doc over */
/* All samples, as workers write them, for hyd_bn_take_record. */
void hyd_bn_print_records(FILE *out, const struct hyd_bn *b);
bool hyd_bn_plot(const struct hyd_bn *b, const char *file);

#endif
