/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pmi_text.h: the commands of PMI as text. PMI-1: "cmd=put kvsname=k key=a value=b\n". PMI-2: a
 * length of six characters, then "cmd=kvs-put;key=a;value=b;", a ';' within a value being doubled.
 * Both sides use it: the clients (pm_pmi.c) and gasnetrun's server (pmi_server.c).
 */
#ifndef HYD_BOOT_PMI_TEXT_H
#define HYD_BOOT_PMI_TEXT_H

#include <stddef.h>

#define HYD_PM_LINE 4096 /* bytes of a command at most */
#define HYD_PM_FIELDS 24
#define HYD_PM_PREFIX 6 /* characters of the length before a PMI-2 command */
/* Key under which a rank puts the status it gives the job. */
#define HYD_PM_LEAVES "hydrant-leaves"

enum hyd_pm_wire { HYD_PM_WIRE_1 = 1, HYD_PM_WIRE_2 = 2 };

/* A command taken apart; strings point into it. */
struct hyd_pm_cmd {
  struct {
    const char *key, *value;
  } field[HYD_PM_FIELDS];
  unsigned fields;
};

/* Takes text[0..n) apart, in place; text[n] is written. No line end in it, no length before it. 0,
 * or -1: no command, or one with too many fields. */
int hyd_pm_parse(enum hyd_pm_wire wire, char *text, size_t n, struct hyd_pm_cmd *cmd);

/* Value of a key, or NULL; as a whole number, or `otherwise` if there is none. */
const char *hyd_pm_field(const struct hyd_pm_cmd *cmd, const char *key);
long hyd_pm_number(const struct hyd_pm_cmd *cmd, const char *key, long otherwise);
int hyd_pm_is(const struct hyd_pm_cmd *cmd, const char *name);

/* The length before a PMI-2 command: 0..HYD_PM_LINE, or -1. */
long hyd_pm_length(const char prefix[HYD_PM_PREFIX]);

/* A command to be sent: begin, add..., end. Where `bad` is set, something did not fit, or cannot be
 * said in that wire format; nothing was written past the end. */
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
