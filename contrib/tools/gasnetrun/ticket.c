/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ticket.c: see worker.h.
 */
#include "contrib/tools/gasnetrun/worker.h"

#include <stdio.h>
#include <string.h>

static const char head[] = "hydrant-ticket";

int hyd_ticket_write(const struct hyd_ticket *t, char line[HYD_TICKET_LINE]) {
  int n = snprintf(line, HYD_TICKET_LINE, "%s %s ", head, t->name);
  for (int i = 0; i < HYD_SEAL_SECRET; i++)
    n += snprintf(line + n, (size_t)(HYD_TICKET_LINE - n), "%02x", t->secret[i]);
  n += snprintf(line + n, (size_t)(HYD_TICKET_LINE - n), " %u %u", t->seconds, t->port);
  for (uint32_t i = 0; i < t->addresses && n < HYD_TICKET_LINE; i++)
    n += snprintf(line + n, (size_t)(HYD_TICKET_LINE - n), " %s", t->address[i]);
  return n < HYD_TICKET_LINE ? 0 : -1;
}

static int read_secret(const char *hex, unsigned char *secret) {
  if (strlen(hex) != 2 * HYD_SEAL_SECRET || strspn(hex, "0123456789abcdef") != 2 * HYD_SEAL_SECRET)
    return -1;
  for (int i = 0; i < HYD_SEAL_SECRET; i++)
    if (sscanf(hex + 2 * i, "%2hhx", &secret[i]) != 1) return -1;
  return 0;
}

int hyd_ticket_read(const char *line, struct hyd_ticket *t) {
  char word[16], hex[2 * HYD_SEAL_SECRET + 2];
  int at = 0, n = 0;
  memset(t, 0, sizeof *t);
  if (sscanf(line, "%15s %39s %65s %7u %5u%n", word, t->name, hex, &t->seconds, &t->port, &at) !=
          5 ||
      strcmp(word, head) != 0 || read_secret(hex, t->secret) || t->port == 0 || t->port > 65535)
    return -1;
  while (t->addresses < HYD_TICKET_ADDRESSES &&
         sscanf(line + at, " %63s%n", t->address[t->addresses], &n) == 1) {
    t->addresses++;
    at += n;
  }
  return t->addresses ? 0 : -1;
}
