/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pmi_text.h: reads and writes the commands of PMI. PMI-1: "cmd=put kvsname=k key=a value=b\n".
 * PMI-2: a length of six characters, then "cmd=kvs-put;key=a;value=b;"; a ';' in a value is
 * doubled. The clients (pm_pmi.c) and gasnetrun's server (pmi_server.c) use it.
 */
#ifndef HYD_BOOT_PMI_TEXT_H
#define HYD_BOOT_PMI_TEXT_H

#include <stddef.h>

#define HYD_PM_LINE 4096 /* most bytes of a command */
#define HYD_PM_FIELDS 24
#define HYD_PM_PREFIX 6 /* characters of the length before a PMI-2 command */
/* The key of the exit status that a rank gives the job. */
#define HYD_PM_LEAVES "hydrant-leaves"

enum hyd_pm_wire { HYD_PM_WIRE_1 = 1, HYD_PM_WIRE_2 = 2 };

/* A parsed command. Its strings point into the text. */
struct hyd_pm_cmd {
  struct {
    const char *key, *value;
  } field[HYD_PM_FIELDS];
  unsigned fields;
};

/* Parses text[0..n) in place, and writes text[n]. The text has neither line end nor length. 0, or
 * -1: it is no command, or has too many fields. */
int hyd_pm_parse(enum hyd_pm_wire wire, char *text, size_t n, struct hyd_pm_cmd *cmd);

/* The value of a key, or NULL; and as a number, or `otherwise` if it is none. */
const char *hyd_pm_field(const struct hyd_pm_cmd *cmd, const char *key);
long hyd_pm_number(const struct hyd_pm_cmd *cmd, const char *key, long otherwise);
int hyd_pm_is(const struct hyd_pm_cmd *cmd, const char *name);

/* The length before a PMI-2 command: 0..HYD_PM_LINE, or -1. */
long hyd_pm_length(const char prefix[HYD_PM_PREFIX]);

/* A command to be sent, made by begin, add ..., end. `bad`: some text did not fit, or cannot be
 * expressed in that wire format. */
struct hyd_pm_line {
  enum hyd_pm_wire wire;
  int bad;
  size_t n; /* after end: bytes to send */
  char text[HYD_PM_LINE + HYD_PM_PREFIX + 2];
};
void hyd_pm_begin(struct hyd_pm_line *line, enum hyd_pm_wire wire, const char *name);
void hyd_pm_add(struct hyd_pm_line *line, const char *key, const char *value);
int hyd_pm_end(struct hyd_pm_line *line); /* 0, or -1 if bad */

#endif
