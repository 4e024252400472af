/* SPDX-License-Identifier: BSD-3-Clause
 *
 * show_measured.c: figure 8 as measured on this machine by dsm-bench, on each conduit. Ranks share
 * the machine's cores, so the curves are not judged.
 */
#include <errno.h>
#include <string.h>

#include "contrib/layers/dsm/papers/show.h"

int show_measured(const struct papers_options *o, const char *file) {
  char line[200], conduit[20], protocol[20];
  unsigned ranks;
  double us;
  FILE *in = fopen(file, "re"), *f = report_data(o, "fig8-measured");
  if (in == NULL || f == NULL) {
    if (in == NULL) fprintf(stderr, "papers: %s: %s\n", file, strerror(errno));
    return 1;
  }
  printf("\nFigure 8, measured on this machine (not judged: ranks share its cores)\n\n"
         "  %-8s %-8s %6s %12s\n",
         "conduit", "", "ranks", "us a page");
  fprintf(f, "# conduit-protocol ranks us\n");
  while (fgets(line, sizeof line, in)) {
    if (sscanf(line, "%19s %19s %u %lf", conduit, protocol, &ranks, &us) != 4) continue;
    printf("  %-8s %-8s %6u %12.2f\n", conduit, protocol, ranks, us);
    fprintf(f, "%s-%s %u %g\n", conduit, protocol, ranks, us);
  }
  fclose(in);
  fclose(f);
  report_plot(o, "fig8-measured",
              "set grid\nset key outside\nset xlabel 'ranks'\nset ylabel 'µs a page'\n"
              "set logscale xy 2\nset title 'Figure 8 as measured on one machine'\n"
              "plot for [c in 'smp-async smp-ardmar udp-async udp-ardmar ibv-async ibv-ardmar'] "
              "data using 2:(strcol(1) eq c ? $3 : 1/0) with linespoints pt 7 title c\n");
  return 0;
}
