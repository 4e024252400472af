/* SPDX-License-Identifier: BSD-3-Clause
 *
 * words.c: see words.h. A template is filled from left to right, and what was filled in is not
 * looked at again, so that an argument %N stays what it is. Words quoted for a shell are so only if
 * they have a letter that a shell could understand: a path then survives quotes of the user's
 * around it.
 */
#include "contrib/tools/gasnetrun/words.h"

#include <stdlib.h>
#include <string.h>

#include "contrib/tools/gasnetrun/run.h"

int hyd_words_add_part(struct hyd_words *w, const char *text, size_t n) {
  char **more = realloc(w->word, (w->n + 2) * sizeof *more);
  if (more == NULL) return -1;
  w->word = more;
  w->word[w->n + 1] = NULL;
  return (w->word[w->n] = strndup(text, n)) != NULL && ++w->n ? 0 : -1;
}

int hyd_words_add(struct hyd_words *w, const char *word) {
  return hyd_words_add_part(w, word, strlen(word));
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

/* --- templates ------------------------------------------------------------ */

static const char plain[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:,@%+=";

static const struct hyd_place *find_place(const struct hyd_template *t, char letter) {
  const struct hyd_place *p = t->place;
  while (p->letter && p->letter != letter) p++;
  return letter && p->letter ? p : NULL;
}

static void print_place(FILE *to, const struct hyd_place *p) {
  if (!p->words) fputs(p->text, to);
  for (char *const *w = p->words; w && *w; w++) {
    if (w > p->words) fputc(' ', to);
    if (**w && (*w)[strspn(*w, plain)] == '\0')
      fputs(*w, to);
    else
      hyd_quote(to, *w);
  }
}

static __attribute__((noreturn)) void unknown(const struct hyd_template *t, const char *letter) {
  char list[160] = "";
  for (const struct hyd_place *p = t->place; p->letter; p++) {
    size_t n = strlen(list);
    snprintf(list + n, sizeof list - n, " %%%c (%s),", p->letter, p->means);
  }
  hyd_wrong("%s=%.60s: %%%.1s has no meaning there; expected%s or %%%%", t->name, t->text, letter,
            list);
}

static char *filled_text(const struct hyd_template *t, const char *text) {
  char *filled = NULL;
  size_t n;
  FILE *to = open_memstream(&filled, &n);
  for (const char *p = text; to && *p; p++) {
    const struct hyd_place *here = *p == '%' ? find_place(t, p[1]) : NULL;
    if (here)
      print_place(to, here);
    else if (*p == '%' && p[1] != '%')
      unknown(t, p + 1);
    else
      fputc(*p, to);
    p += *p == '%';
  }
  if (to == NULL || fclose(to)) hyd_wrong("%s: out of memory", t->name);
  return filled;
}

char *hyd_template_text(const struct hyd_template *t) { return filled_text(t, t->text); }

static int add_filled(struct hyd_words *words, const struct hyd_template *t, const char *word) {
  const struct hyd_place *whole =
      word[0] == '%' && word[1] && !word[2] ? find_place(t, word[1]) : NULL;
  char *text;
  int bad = 0;
  for (char *const *w = whole ? whole->words : NULL; w && *w && !bad; w++)
    bad = hyd_words_add(words, *w);
  if (whole && whole->words) return bad;
  text = filled_text(t, word);
  bad = hyd_words_add(words, text);
  free(text);
  return bad;
}

void hyd_template_words(struct hyd_words *words, const struct hyd_template *t) {
  struct hyd_words parts = {0};
  if (hyd_words_split(&parts, t->text) || parts.n == 0)
    hyd_wrong("%s=%.60s: an unterminated quote, or no command", t->name, t->text);
  for (size_t i = 0; i < parts.n; i++)
    if (add_filled(words, t, parts.word[i])) hyd_wrong("%s: out of memory", t->name);
  if (words->n == 0) hyd_wrong("%s=%.60s: no command", t->name, t->text);
  hyd_words_free(&parts);
}

int hyd_template_has(const char *text, char letter) {
  for (const char *p = text; (p = strchr(p, '%')) != NULL && p[1]; p += 2)
    if (p[1] == letter) return 1;
  return 0;
}
