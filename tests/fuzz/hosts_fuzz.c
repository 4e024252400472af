/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hosts_fuzz.c: libFuzzer target for lists of hosts (contrib/tools/gasnetrun/hosts.h) and for ssh's
 * options (contrib/tools/gasnetrun/words.h): the input is a file of hosts, a list of hosts, and
 * options. No name that is taken could be an option of ssh's or mean anything to a shell; words are
 * as a shell would have them.
 *
 * Built with clang: -fsanitize=fuzzer,address,undefined. Without libFuzzer, fasta_replay.c runs it.
 */
#include "contrib/tools/gasnetrun/hosts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/tools/gasnetrun/run.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(int condition) {
  if (!condition) abort();
}

static jmp_buf refused;

/* In place of gasnetrun's own: one line is said. */
void hyd_wrong(const char *fmt, ...) {
  char line[256];
  va_list ap;
  int n;
  va_start(ap, fmt);
  n = vsnprintf(line, sizeof line, fmt, ap);
  va_end(ap);
  must(n > 0 && (size_t)n < sizeof line);
  longjmp(refused, 1);
}

static void check_name(const char *name) {
  must(*name != '\0' && *name != '-' && strlen(name) <= HYD_MAX_HOST_NAME);
  must(strpbrk(name, " \t\n\r;|&<>$`'\"\\(){}*?#~!,=") == NULL);
}

static void check_shares(uint32_t ranks, uint32_t hosts) {
  uint32_t sum = 0;
  for (uint32_t i = 0; i < hosts; i++) {
    uint32_t share = hyd_hosts_share(ranks, hosts, i);
    must(share == ranks / hosts || share == ranks / hosts + 1);
    must(i == 0 || share <= hyd_hosts_share(ranks, hosts, i - 1));
    sum += share;
  }
  must(sum == ranks);
}

static void check_hosts(const char *text, size_t n, enum hyd_hosts_form form) {
  static struct hyd_hosts hosts;
  size_t all;
  snprintf(hosts.source, sizeof hosts.source, "here");
  if (setjmp(refused) == 0) hyd_hosts_parse(&hosts, form, text, n);
  for (size_t i = 0; i < hosts.names.n; i++) check_name(hosts.names.word[i]);
  all = hosts.names.n;
  hyd_hosts_unique(&hosts);
  must(hosts.names.n <= all && (all == 0 || hosts.names.n > 0));
  for (size_t i = 0; i < hosts.names.n && i < 50; i++)
    for (size_t j = 0; j < i; j++) must(strcmp(hosts.names.word[i], hosts.names.word[j]) != 0);
  if (hosts.names.n) check_shares((uint32_t)n, (uint32_t)hosts.names.n);
  hyd_words_free(&hosts.names);
}

static void check_words(const char *text) {
  struct hyd_words words = {0}, argv = {0};
  size_t letters = 0;
  int bad = hyd_words_split(&words, text);
  for (size_t i = 0; i < words.n; i++) letters += strlen(words.word[i]);
  must(letters <= strlen(text) && (words.n == 0 || words.word[words.n] == NULL));
  must(hyd_ssh_command(&argv, "ssh -4", text, "host", "/opt/it's here/gasnetrun") == bad);
  must(bad || (argv.n > 3 && strcmp(argv.word[argv.n - 2], "host") == 0 &&
               strcmp(argv.word[argv.n - 1], "exec '/opt/it'\\''s here/gasnetrun' --agent") == 0));
  hyd_words_free(&argv);
  hyd_words_free(&words);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  must(text != NULL);
  memcpy(text, data, size);
  text[size] = '\0';
  check_words(text);
  text = realloc(text, size ? size : 1); /* with nothing behind it */
  must(text != NULL);
  check_hosts(text, size, HYD_HOSTS_LINES);
  check_hosts(text, size, HYD_HOSTS_LIST);
  free(text);
  return 0;
}
