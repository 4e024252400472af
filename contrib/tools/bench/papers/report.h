/* SPDX-License-Identifier: BSD-3-Clause
 *
 * report.h: what a figure prints: rows of what the papers say beside what is measured, and plots by
 * gnuplot.
 */
#ifndef HYD_PAPERS_REPORT_H
#define HYD_PAPERS_REPORT_H

#include <stdio.h>

#include "contrib/tools/bench/papers/papers.h"

/* A heading over goals. */
void report_goals(void);
/* `paper`: what it says there; then whether that is met by what was measured. */
__attribute__((format(printf, 4, 5))) void report_goal(const char *what, const char *paper, int met,
                                                       const char *measured, ...);
/* The same without a goal: there is nothing to meet. */
__attribute__((format(printf, 3, 4))) void report_fact(const char *what, const char *paper,
                                                       const char *measured, ...);
/* A cell of a table: "-" if it is negative. */
void report_cell(double value, int width, int digits);

/* DIR/NAME.dat for writing; NULL, with a word on stderr. */
FILE *report_data(const struct papers_options *o, const char *name);
/* Draws DIR/NAME.svg by gnuplot's commands, for which `data` is DIR/NAME.dat. Without gnuplot says
 * so, once. */
void report_plot(const struct papers_options *o, const char *name, const char *commands);

#endif
