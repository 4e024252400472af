/* SPDX-License-Identifier: BSD-3-Clause
 *
 * words.c: see words.h.
 */
#include "contrib/gasnetrun/words.h"

#include <stdlib.h>
#include <string.h>

int hyd_words_add(struct hyd_words *w, const char *word) {
  char **more = realloc(w->word, (w->n + 2) * sizeof *more);
  if (more == NULL) return -1;
  w->word = more;
  w->word[w->n + 1] = NULL;
  return (w->word[w->n] = strdup(word)) != NULL && ++w->n ? 0 : -1;
}

static int is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

/* The word at *text_p, written to `to`. 1; 0 at the end of the text; -1: a quote without its end.
 */
static int next_word(const char **text_p, char *to) {
  const char *p = *text_p;
  char quote = '\0';
  while (is_blank(*p)) p++;
  if (*p == '\0') return 0;
  for (; *p && (quote || !is_blank(*p)); p++) {
    if (quote && *p == quote)
      quote = '\0';
    else if (!quote && (*p == '\'' || *p == '"'))
      quote = *p;
    else if (*p == '\\' && quote != '\'' && p[1])
      *to++ = *++p;
    else
      *to++ = *p;
  }
  *to = '\0';
  *text_p = p;
  return quote ? -1 : 1;
}

int hyd_words_split(struct hyd_words *w, const char *text) {
  char *word = malloc(strlen(text) + 1);
  int rc = word ? 1 : -1;
  while (rc > 0 && (rc = next_word(&text, word)) > 0)
    if (hyd_words_add(w, word)) rc = -1;
  free(word);
  return rc;
}

void hyd_words_free(struct hyd_words *w) {
  for (size_t i = 0; i < w->n; i++) free(w->word[i]);
  free(w->word);
  *w = (struct hyd_words){0};
}

void hyd_quote(FILE *to, const char *word) {
  fputc('\'', to);
  for (; *word; word++)
    if (*word == '\'')
      fputs("'\\''", to);
    else
      fputc(*word, to);
  fputc('\'', to);
}
