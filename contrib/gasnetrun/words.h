/* SPDX-License-Identifier: BSD-3-Clause
 *
 * words.h: a command as words, taken apart and quoted as a shell does.
 */
#ifndef HYD_GASNETRUN_WORDS_H
#define HYD_GASNETRUN_WORDS_H

#include <stdio.h>

struct hyd_words {
  char **word; /* ended by NULL once there is one */
  size_t n;
};

/* 0, or -1: out of memory; of split also a quote without its end. Split takes text apart at blanks,
 * with '...', "...", \. Nothing is expanded. */
int hyd_words_add(struct hyd_words *words, const char *word);
int hyd_words_split(struct hyd_words *words, const char *text);
void hyd_words_free(struct hyd_words *words);

/* Writes the word for a shell, in '...'. */
void hyd_quote(FILE *to, const char *word);

#endif
