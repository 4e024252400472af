/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pm_text_fuzz.c: libFuzzer target for the commands of PMI (core/boot/pmi_text.h). The input's
 * first byte chooses the wire format; the rest is a command, with its length before it in the
 * second. Whatever it is, it is refused, or what it was taken for can be written again and is then
 * read as the same.
 *
 * Built with clang: -fsanitize=fuzzer,address,undefined. Without libFuzzer, fasta_replay.c runs it.
 */
#include "core/boot/pmi_text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(int condition) {
  if (!condition) abort();
}

/* Writes *cmd, reads that, and compares. A PMI-1 value with a blank in it cannot be written. */
static void check_again(enum hyd_pm_wire wire, const struct hyd_pm_cmd *cmd) {
  static struct hyd_pm_line line;
  struct hyd_pm_cmd again;
  size_t skip = wire == HYD_PM_WIRE_2 ? HYD_PM_PREFIX : 0;
  hyd_pm_begin(&line, wire, hyd_pm_field(cmd, "cmd"));
  for (unsigned i = 0; i < cmd->fields; i++)
    hyd_pm_add(&line, cmd->field[i].key, cmd->field[i].value);
  if (hyd_pm_end(&line)) return;
  must(line.n <= sizeof line.text);
  if (skip) must(hyd_pm_length(line.text) == (long)(line.n - skip));
  if (cmd->fields + 1 > HYD_PM_FIELDS) return;
  must(hyd_pm_parse(wire, line.text + skip, line.n - skip - !skip, &again) == 0);
  must(again.fields == cmd->fields + 1);
  for (unsigned i = 0; i < cmd->fields; i++) {
    must(strcmp(again.field[i + 1].key, cmd->field[i].key) == 0);
    must(strcmp(again.field[i + 1].value, cmd->field[i].value) == 0);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct hyd_pm_cmd cmd;
  enum hyd_pm_wire wire;
  long length;
  char *text;
  if (size < 1) return 0;
  wire = data[0] & 1 ? HYD_PM_WIRE_1 : HYD_PM_WIRE_2;
  data++;
  size--;
  length = (long)size;
  if (wire == HYD_PM_WIRE_2 && size >= HYD_PM_PREFIX) {
    length = hyd_pm_length((const char *)data);
    must(length >= -1 && length <= HYD_PM_LINE);
    data += HYD_PM_PREFIX;
    size -= HYD_PM_PREFIX;
    if (length < 0 || (size_t)length > size) length = (long)size;
  }
  text = malloc((size_t)length + 1); /* with nothing behind it */
  must(text != NULL);
  memcpy(text, data, (size_t)length);
  if (hyd_pm_parse(wire, text, (size_t)length, &cmd) == 0) {
    must(cmd.fields >= 1 && cmd.fields <= HYD_PM_FIELDS && hyd_pm_field(&cmd, "cmd") != NULL);
    (void)hyd_pm_number(&cmd, "rc", 0);
    (void)hyd_pm_is(&cmd, "put");
    check_again(wire, &cmd);
  }
  free(text);
  return 0;
}
