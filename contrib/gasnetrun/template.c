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

#include "contrib/gasnetrun/bytes.h"

static const char plain[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:,@%+=";

static int add_word(struct hyd_bytes *to, const char *word) {
  int is_plain = *word && word[strspn(word, plain)] == '\0';
  return is_plain ? hyd_bytes_add(to, word, strlen(word)) : hyd_add_quoted(to, word);
}

static const struct hyd_place *find(const struct hyd_place *place, size_t places, char letter) {
  for (size_t i = 0; i < places; i++)
    if (letter && place[i].letter == letter) return &place[i];
  return NULL;
}

static int fill(struct hyd_bytes *to, const struct hyd_place *p) {
  int bad = p->words ? 0 : hyd_bytes_add(to, p->text, strlen(p->text));
  for (size_t i = 0; p->words && p->words[i] && !bad; i++)
    bad = (i && hyd_bytes_add(to, " ", 1)) || add_word(to, p->words[i]);
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

static int add_filled(struct hyd_words *words, const char *word, const struct hyd_place *place,
                      size_t places, char *why, size_t size) {
  const struct hyd_place *whole =
      word[0] == '%' && word[1] && word[2] == '\0' ? find(place, places, word[1]) : NULL;
  struct hyd_bytes text = {0};
  int bad = 0;
  if (whole && whole->words) {
    for (char *const *w = whole->words; *w && !bad; w++) bad = hyd_words_add(words, *w);
    return bad;
  }
  bad = expand(&text, word, place, places, why, size) || hyd_words_add(words, hyd_bytes_at(&text));
  hyd_bytes_free(&text);
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
