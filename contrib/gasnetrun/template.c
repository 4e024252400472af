/* SPDX-License-Identifier: BSD-3-Clause
 *
 * template.c: a template is filled from left to right, and what was filled in is not looked at
 * again, so that an argument %N stays what it is. Words quoted for a shell are so only if they have
 * a letter that a shell could understand: a path then survives quotes of the person's own around
 * it.
 */
#include "contrib/gasnetrun/template.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/gasnetrun/bytes.h"
#include "contrib/gasnetrun/ssh_cmd.h"

static const char plain[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:,@%+=";

static int add_quoted(struct hyd_bytes *to, const char *word) {
  int bad;
  if (*word && word[strspn(word, plain)] == '\0') return hyd_bytes_add(to, word, strlen(word));
  bad = hyd_bytes_add(to, "'", 1);
  for (; *word && !bad; word++)
    bad = *word == '\'' ? hyd_bytes_add(to, "'\\''", 4) : hyd_bytes_add(to, word, 1);
  return bad || hyd_bytes_add(to, "'", 1);
}

static const struct hyd_place *find(const struct hyd_place *place, size_t places, char letter) {
  for (size_t i = 0; i < places; i++)
    if (letter && place[i].letter == letter) return &place[i];
  return NULL;
}

static int fill(struct hyd_bytes *to, const struct hyd_place *p) {
  int bad = p->words ? 0 : hyd_bytes_add(to, p->text, strlen(p->text));
  for (size_t i = 0; p->words && p->words[i] && !bad; i++)
    bad = (i && hyd_bytes_add(to, " ", 1)) || add_quoted(to, p->words[i]);
  return bad;
}

static void unknown(char letter, const struct hyd_place *place, size_t places, char *why,
                    size_t size) {
  const char shown[3] = {'%', letter, '\0'};
  int n = snprintf(why, size, "%s has no meaning there; expected", shown);
  for (size_t i = 0; i < places && n > 0 && (size_t)n < size; i++)
    n += snprintf(why + n, size - (size_t)n, " %%%c (%s),", place[i].letter, place[i].means);
  if (n > 0 && (size_t)n < size) snprintf(why + n, size - (size_t)n, " or %%%%");
}

/* The text with its places filled, and a zero byte. */
static int expand(struct hyd_bytes *to, const char *text, const struct hyd_place *place,
                  size_t places, char *why, size_t size) {
  int bad = 0;
  for (const char *p = text; *p && !bad; p++) {
    const struct hyd_place *here = *p == '%' ? find(place, places, p[1]) : NULL;
    if (*p == '%' && p[1] != '%' && here == NULL) {
      unknown(p[1], place, places, why, size);
      return -1;
    }
    bad = here ? fill(to, here) : hyd_bytes_add(to, p, 1);
    p += *p == '%';
  }
  if (bad || hyd_bytes_add(to, "", 1)) {
    snprintf(why, size, "out of memory");
    return -1;
  }
  return 0;
}

/* --- words ---------------------------------------------------------------- */

/* A row of words that has its end at every time. */
struct row {
  char **word;
  size_t n;
};

static int push(struct row *row, const char *word) {
  char **more = realloc(row->word, (row->n + 2) * sizeof *more);
  if (more == NULL) return -1;
  row->word = more;
  if ((row->word[row->n] = strdup(word)) == NULL) return -1;
  row->word[++row->n] = NULL;
  return 0;
}

static int push_expanded(struct row *row, const char *word, const struct hyd_place *place,
                         size_t places, char *why, size_t size) {
  const struct hyd_place *whole =
      word[0] == '%' && word[1] && word[2] == '\0' ? find(place, places, word[1]) : NULL;
  struct hyd_bytes text = {0};
  int bad = 0;
  if (whole && whole->words) {
    for (char *const *w = whole->words; *w && !bad; w++) bad = push(row, *w);
  } else {
    if (expand(&text, word, place, places, why, size))
      bad = 1;
    else
      bad = push(row, hyd_bytes_at(&text));
    hyd_bytes_free(&text);
  }
  if (bad && *why == '\0') snprintf(why, size, "out of memory");
  return bad;
}

char **hyd_template_words(const char *text, const struct hyd_place *place, size_t places, char *why,
                          size_t why_size) {
  size_t count = 0;
  char **words = hyd_words(text, &count);
  struct row row = {0};
  int bad = words == NULL || count == 0;
  why[0] = '\0';
  if (bad) snprintf(why, why_size, "a quote without its end, or no command");
  for (size_t i = 0; i < count && !bad; i++)
    bad = push_expanded(&row, words[i], place, places, why, why_size);
  free(words);
  if (!bad && row.n) return row.word;
  if (*why == '\0') snprintf(why, why_size, "no command");
  hyd_template_free(row.word);
  return NULL;
}

void hyd_template_free(char **words) {
  for (size_t i = 0; words && words[i]; i++) free(words[i]);
  free(words);
}

char *hyd_template_text(const char *text, const struct hyd_place *place, size_t places, char *why,
                        size_t why_size) {
  struct hyd_bytes to = {0};
  why[0] = '\0';
  if (expand(&to, text, place, places, why, why_size) == 0)
    return to.p; /* nothing was taken from its front */
  hyd_bytes_free(&to);
  return NULL;
}

int hyd_template_has(const char *text, char letter) {
  for (const char *p = text; (p = strchr(p, '%')) != NULL && p[1]; p += 2)
    if (p[1] == letter) return 1;
  return 0;
}
