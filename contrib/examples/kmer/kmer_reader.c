/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kmer_reader.c: a state machine over a buffer. Each state has one function that takes bytes until
 * it has an event to report or the state changes; when the buffer is used up it is filled again and
 * the same state goes on, so that where the reads end never matters. `NONE` means "go on".
 */
#include "kmer_reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define NONE ((enum kmer_event)3)

void kmer_reader_init(struct kmer_reader *r, kmer_read_fn *read, void *ctx) {
  memset(r, 0, offsetof(struct kmer_reader, buf));
  r->read = read;
  r->ctx = ctx;
  r->line = 1;
}

__attribute__((format(printf, 2, 3))) static enum kmer_event fail(struct kmer_reader *r,
                                                                  const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  vsnprintf(r->error, sizeof r->error, format, ap);
  va_end(ap);
  r->state = KMER_FINISHED;
  return KMER_ERROR;
}

/* "line 3: `what` 'x'", with bytes that are no characters in hexadecimal. */
static enum kmer_event fail_byte(struct kmer_reader *r, const char *what, unsigned char c) {
  const char *binary = (c < 32 && c != '\t') || c == 127 ? " (is this a binary file?)" : "";
  if (c > 32 && c < 127)
    return fail(r, "line %llu: %s, found '%c'", (unsigned long long)r->line, what, c);
  return fail(r, "line %llu: %s, found byte 0x%02x%s", (unsigned long long)r->line, what, c,
              binary);
}

static int is_letter(unsigned char c) {
  unsigned char lower = c | 0x20;
  return (lower >= 'a' && lower <= 'z') || c == '-' || c == '.' || c == '*';
}

static int is_blank(unsigned char c) { return c == ' ' || c == '\t' || c == '\r'; }

static enum kmer_event new_record(struct kmer_reader *r) {
  r->state = KMER_IN_HEADER;
  r->letters = r->quality = r->letter_lines = 0;
  return KMER_RECORD;
}

static enum kmer_event not_sequences(struct kmer_reader *r) {
  char shown[16] = "";
  size_t n = r->end - r->at < 4 ? r->end - r->at : 4;
  for (size_t i = 0; i < n; i++) sprintf(shown + 3 * i, " %02x", r->buf[r->at + i]);
  return fail(r,
              "is neither FASTA nor FASTQ: it starts with the bytes%s; expected '>' or '@', "
              "plain or compressed by gzip",
              shown);
}

static enum kmer_event take_start(struct kmer_reader *r) {
  for (; r->at < r->end; r->at++) {
    unsigned char c = r->buf[r->at];
    if (c == '>' || c == '@') {
      r->format = (char)c;
      r->at++;
      return new_record(r);
    }
    if (c == '\n')
      r->line++;
    else if (!is_blank(c))
      return not_sequences(r);
  }
  return NONE;
}

/* Skips the rest of a line of text: a header, a comment, a '+' line. */
static enum kmer_event take_text(struct kmer_reader *r, enum kmer_reader_state next) {
  for (; r->at < r->end; r->at++) {
    unsigned char c = r->buf[r->at];
    if (c == '\n') {
      r->line++;
      r->at++;
      r->state = next;
      return NONE;
    }
    if ((c < 32 && !is_blank(c)) || c == 127) return fail_byte(r, "expected text in a header", c);
  }
  return NONE;
}

static enum kmer_event take_line_start(struct kmer_reader *r) {
  unsigned char c = r->buf[r->at];
  if (r->format == '>' && c == '>') {
    r->at++;
    return new_record(r);
  }
  if (r->format == '>' && c == ';') {
    r->state = KMER_IN_COMMENT;
    return NONE;
  }
  if (r->format == '@' && c == '+') {
    r->at++;
    r->state = KMER_IN_PLUS;
    return NONE;
  }
  r->state = KMER_IN_LINE;
  r->letter_lines += c != '\n' && c != '\r';
  return NONE;
}

static enum kmer_event take_letters(struct kmer_reader *r, const unsigned char **text, size_t *n) {
  size_t from = r->at, at = from;
  unsigned char c;
  while (at < r->end && is_letter(r->buf[at])) at++;
  r->at = at;
  if (at > from) {
    *text = r->buf + from;
    *n = at - from;
    r->letters += *n;
    return KMER_BASES;
  }
  c = r->buf[r->at];
  if (c == '\n') {
    r->line++;
    r->state = KMER_AT_LINE;
  } else if (!is_blank(c)) {
    return fail_byte(r, "expected letters of a sequence", c);
  }
  r->at++;
  return NONE;
}

static enum kmer_event bad_quality(struct kmer_reader *r) {
  return fail(r, "line %llu: a FASTQ record has %llu letters but %s%llu quality characters",
              (unsigned long long)r->line, (unsigned long long)r->letters,
              r->quality > r->letters ? "at least " : "", (unsigned long long)r->quality);
}

/* When the letters stood on one line, so must the quality: a short one is noticed where it is. */
static enum kmer_event take_quality(struct kmer_reader *r) {
  for (; r->at < r->end; r->at++) {
    unsigned char c = r->buf[r->at];
    if (c == '\n') {
      if (r->quality < r->letters && r->letter_lines < 2) return bad_quality(r);
      r->line++;
      if (r->quality < r->letters) continue;
      r->at++;
      r->state = KMER_BETWEEN;
      return NONE;
    }
    if (is_blank(c)) continue;
    if (c < 33 || c > 126) return fail_byte(r, "expected quality characters", c);
    if (++r->quality > r->letters) return bad_quality(r);
  }
  return NONE;
}

static enum kmer_event take_between(struct kmer_reader *r) {
  for (; r->at < r->end; r->at++) {
    unsigned char c = r->buf[r->at];
    if (c == '@') {
      r->at++;
      return new_record(r);
    }
    if (c == '\n')
      r->line++;
    else if (!is_blank(c))
      return fail_byte(r, "expected '@' and the next FASTQ record", c);
  }
  return NONE;
}

/* May the input end in this state? */
static enum kmer_event at_end(struct kmer_reader *r) {
  enum kmer_reader_state was = r->state;
  r->state = KMER_FINISHED;
  if (was == KMER_AT_START)
    return fail(r, r->bytes ? "holds blank lines only, no sequence" : "is empty");
  if (was == KMER_IN_HEADER)
    return fail(r, "line %llu: ends inside a header: is the file cut short?",
                (unsigned long long)r->line);
  if (r->format == '>' || was == KMER_BETWEEN) return KMER_END;
  if ((was == KMER_IN_QUALITY || was == KMER_IN_PLUS) && r->quality == r->letters) return KMER_END;
  return fail(r, "line %llu: ends inside a FASTQ record: is the file cut short?",
              (unsigned long long)r->line);
}

/* Reads more when all has been used. False at the end of input, or with *ev set on failure. */
static int refill(struct kmer_reader *r, enum kmer_event *ev) {
  const char *why = "cannot be read";
  long got;
  if (r->at < r->end) return 1;
  got = r->eof ? 0 : r->read(r->ctx, r->buf, sizeof r->buf, &why);
  if (got > 0) {
    r->at = 0;
    r->end = (size_t)got;
    r->bytes += (uint64_t)got;
    return 1;
  }
  r->eof = 1;
  *ev = got < 0 ? fail(r, "%s", why) : at_end(r);
  return 0;
}

static enum kmer_event step(struct kmer_reader *r, const unsigned char **text, size_t *n) {
  switch (r->state) {
  case KMER_AT_START: return take_start(r);
  case KMER_IN_HEADER: return take_text(r, KMER_AT_LINE);
  case KMER_AT_LINE: return take_line_start(r);
  case KMER_IN_LINE: return take_letters(r, text, n);
  case KMER_IN_COMMENT: return take_text(r, KMER_AT_LINE);
  case KMER_IN_PLUS: return take_text(r, r->letters ? KMER_IN_QUALITY : KMER_BETWEEN);
  case KMER_IN_QUALITY: return take_quality(r);
  case KMER_BETWEEN: return take_between(r);
  case KMER_FINISHED: break;
  }
  return r->error[0] ? KMER_ERROR : KMER_END;
}

enum kmer_event kmer_reader_next(struct kmer_reader *r, const unsigned char **text, size_t *n) {
  enum kmer_event ev = NONE;
  while (ev == NONE) {
    if (r->state != KMER_FINISHED && !refill(r, &ev)) return ev;
    ev = step(r, text, n);
  }
  return ev;
}
