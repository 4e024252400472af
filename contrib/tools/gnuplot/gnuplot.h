/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gnuplot.h: drawing by gnuplot, which gets commands, and data if there are any among them, by a
 * pipe.
 */
#ifndef HYD_GNUPLOT_H
#define HYD_GNUPLOT_H

#include <stdio.h>
#include <sys/types.h>

#define GNUPLOT_INSTALL "on Debian: apt-get install gnuplot-nox"

struct gnuplot {
  FILE *to; /* its standard input */
  pid_t pid;
};

/* 0, or an errno value: it could not be started. From now on this process ignores SIGPIPE. */
int gnuplot_start(struct gnuplot *g);
/* Commands that set an SVG of `width` x `height` as the output. */
void gnuplot_svg(const struct gnuplot *g, int width, int height, const char *file);
/* Whether it is there, before anything is done that takes long; else an errno value. */
int gnuplot_missing(void);
/* Says beside the picture where, when and by what it was made: the processor, the date, `program`
 * with Hydrant's version; as the title of all panels. For `columns` of them, with some room around
 * the points. */
void gnuplot_panels(const struct gnuplot *g, int columns, const char *program);
/* In quotes, as gnuplot reads it. */
void gnuplot_quote(const struct gnuplot *g, const char *text);
/* Waits for it: 0 if it drew. */
int gnuplot_end(struct gnuplot *g);

#endif
