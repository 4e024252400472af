/* SPDX-License-Identifier: BSD-3-Clause
 *
 * launch_self.c: a program for udp that is started by itself, for launch_cli_test.sh, and does with
 * its arguments before init what programs do: reads options, and hands a copy to init. Every rank
 * says what main saw first. LAUNCH_SELF: "permute" has getopt put options first; "null" hands
 * nothing to init.
 */
#include <gasnetex.h>
#include <getopt.h>
#include <stdlib.h>

static int seen(char *text, size_t size, int argc, char **argv) {
  int n = snprintf(text, size, "saw");
  for (int i = 1; i < argc; i++) n += snprintf(text + n, size - (size_t)n, " [%s]", argv[i]);
  return n;
}

int main(int argc, char **argv) {
  const char *how = getenv("LAUNCH_SELF") ? getenv("LAUNCH_SELF") : "";
  char text[1000], **copy = calloc((size_t)argc + 1, sizeof *copy);
  int count = argc, options = 0, null = strcmp(how, "null") == 0;
  gex_Client_t client;
  gex_EP_t ep;
  gex_TM_t tm;
  seen(text, sizeof text, argc, argv);
  while (getopt(argc, argv, strcmp(how, "permute") == 0 ? "x" : "+x") == 'x') options++;
  for (int i = 0; i < argc; i++) copy[i] = argv[i];
  if (gex_Client_Init(&client, &ep, &tm, "self", null ? NULL : &count, null ? NULL : &copy, 0))
    return 3;
  printf("rank %u/%u %s options=%d has=%d\n", gex_TM_QueryRank(tm), gex_TM_QuerySize(tm), text,
         options, argc - 1);
  fflush(stdout);
  gex_Event_Wait(gex_Coll_BarrierNB(tm, 0));
  gasnet_exit(0);
  return 0;
}
