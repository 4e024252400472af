/* SPDX-License-Identifier: BSD-3-Clause
 *
 * template.c: a template is filled from left to right, and what was filled in is not looked at
 * again, so that an argument %N stays what it is. Words quoted for a shell are so only if they have
 * a letter that a shell could understand: a path then survives quotes of the user's around it.
 */
#include "contrib/gasnetrun/template.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char plain[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:,@%+=";

static const struct hyd_place *find(const struct hyd_place *place, size_t places, char letter) {
  for (size_t i = 0; i < places; i++)
    if (letter && place[i].letter == letter) return &place[i];
  return NULL;
}

static void fill(FILE *to, const struct hyd_place *p) {
  if (!p->words) fputs(p->text, to);
  for (char *const *w = p->words; w && *w; w++) {
    if (w > p->words) fputc(' ', to);
    if (**w && (*w)[strspn(*w, plain)] == '\0')
      fputs(*w, to);
    else
      hyd_quote(to, *w);
  }
}

static void unknown(char letter, const struct hyd_place *place, size_t places, char *why,
                    size_t size) {
  const char shown[3] = {'%', letter, '\0'};
  int n = snprintf(why, size, "%s has no meaning there; expected", shown);
  for (size_t i = 0; i < places && n > 0 && (size_t)n < size; i++)
    n += snprintf(why + n, size - (size_t)n, " %%%c (%s),", place[i].letter, place[i].means);
  if (n > 0 && (size_t)n < size) snprintf(why + n, size - (size_t)n, " or %%%%");
}

char *hyd_template_text(const char *text, const struct hyd_place *place, size_t places, char *why,
                        size_t size) {
  char *filled = NULL;
  size_t n;
  FILE *to = open_memstream(&filled, &n);
  int bad = 0;
  snprintf(why, size, "out of memory");
  if (to == NULL) return NULL;
  for (const char *p = text; *p && !bad; p++) {
    const struct hyd_place *here = *p == '%' ? find(place, places, p[1]) : NULL;
    bad = *p == '%' && p[1] != '%' && here == NULL;
    if (bad)
      unknown(p[1], place, places, why, size);
    else if (here)
      fill(to, here);
    else
      fputc(*p, to);
    p += *p == '%' && !bad;
  }
  if (fclose(to) == 0 && !bad) return filled;
  free(filled);
  return NULL;
}

/* --- words ---------------------------------------------------------------- */

static int add_filled(struct hyd_words *words, const char *word, const struct hyd_place *place,
                      size_t places, char *why, size_t size) {
  const struct hyd_place *whole =
      word[0] == '%' && word[1] && word[2] == '\0' ? find(place, places, word[1]) : NULL;
  char *text;
  int bad = 0;
  for (char *const *w = whole ? whole->words : NULL; w && *w && !bad; w++)
    bad = hyd_words_add(words, *w);
  if (whole && whole->words) return bad;
  text = hyd_template_text(word, place, places, why, size);
  bad = text == NULL || hyd_words_add(words, text);
  free(text);
  return bad;
}

int hyd_template_words(struct hyd_words *words, const char *text, const struct hyd_place *place,
                       size_t places, char *why, size_t size) {
  struct hyd_words parts = {0};
  int bad = 0;
  snprintf(why, size, "out of memory");
  if (hyd_words_split(&parts, text) || parts.n == 0) {
    snprintf(why, size, "a quote without its end, or no command");
    bad = -1;
  }
  for (size_t i = 0; i < parts.n && !bad; i++)
    bad = add_filled(words, parts.word[i], place, places, why, size);
  if (!bad && words->n == 0) snprintf(why, size, "no command");
  hyd_words_free(&parts);
  return bad || words->n == 0 ? -1 : 0;
}

int hyd_template_has(const char *text, char letter) {
  for (const char *p = text; (p = strchr(p, '%')) != NULL && p[1]; p += 2)
    if (p[1] == letter) return 1;
  return 0;
}
