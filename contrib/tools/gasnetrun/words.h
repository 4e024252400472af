/* SPDX-License-Identifier: BSD-3-Clause
 *
 * words.h: a command as words, taken apart and quoted as a shell does; a user's commands, with
 * places for what a job needs (GASNET_MPIRUN_CMD, GASNET_CSPAWN_CMD; gasnet-env-launch.md 4, 5).
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
int hyd_words_add_part(struct hyd_words *words, const char *text, size_t n); /* n bytes of it */
int hyd_words_split(struct hyd_words *words, const char *text);
void hyd_words_free(struct hyd_words *words);

/* Writes the word for a shell, in '...'. */
void hyd_quote(FILE *to, const char *word);

/* What stands for %letter: a text, or words. %% is always %. */
struct hyd_place {
  char letter;
  const char *text;
  char *const *words; /* in place of text: ended by NULL */
  const char *means;  /* for messages */
};

struct hyd_template {
  const char *name, *text;   /* of the variable; its value */
  struct hyd_place place[6]; /* ended by one without a letter */
};

/* The template taken apart as a shell does, and its places filled. Words that are a place's become
 * words as they are if the place is a word of its own, and are quoted for a shell within a longer
 * one. A template that cannot be filled ends gasnetrun (run.h); so below. */
void hyd_template_words(struct hyd_words *words, const struct hyd_template *t);
/* The template as a text for a shell, its places filled with words quoted where they need it. To be
 * freed. */
char *hyd_template_text(const struct hyd_template *t);
/* Whether %letter is in a text. */
int hyd_template_has(const char *text, char letter);

/* --- the command that starts an agent on another host: ssh_cmd.c ------------- */

/* ssh [options] HOST "exec 'AGENT' --agent". 0, or -1: `cmd` or `options` cannot be read. */
int hyd_ssh_command(struct hyd_words *argv, const char *cmd, const char *options, const char *host,
                    const char *agent);
/* Takes what such a command says about host keys away if ssh's own files (ssh_config(5)) say
 * something else, as ssh tells. */
void hyd_ssh_obey_files(char **argv);

#endif
