/* SPDX-License-Identifier: BSD-3-Clause
 *
 * perftest.c: streams by Debian's perftest: a server and a client of ib_write_bw or ib_read_bw on
 * this host. Its MB are of 2^20 bytes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "launch.h"

#define TRANSFERS 16
#define PORT 18515

/* The server needs a moment to listen. Each line of figures begins with the size. */
static const char script[] = "%s -F -s %d -n %d -p %d >/dev/null 2>&1 & "
                             "for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.3; timeout 60 %s -F -s %d "
                             "-n %d -p %d 127.0.0.1 2>/dev/null && break; "
                             "done; kill $! 2>/dev/null; wait";

bool hyd_bn_perftest(const char *program, int bytes, double *mbs_p) {
  static int runs;
  char command[512], line[256];
  int port = PORT + runs++ % 1000, size, n;
  double peak = 0, average;
  snprintf(command, sizeof command, script, program, bytes, TRANSFERS, port, program, bytes,
           TRANSFERS, port);
  FILE *f = popen(command, "re");
  while (f && fgets(line, sizeof line, f))
    if (sscanf(line, "%d %d %lf %lf", &size, &n, &peak, &average) == 4 && size == bytes)
      *mbs_p = peak * 1.048576;
  if (f) pclose(f);
  if (peak > 0) return true;
  hyd_bn_complain("ibv: %s gave no figures; on Debian: apt-get install perftest", program);
  return false;
}
