/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kmer_reader_test.c: FASTA and FASTQ texts, each read in pieces of every size from 1 byte on, and
 * what the reader says to damaged ones; gzip files through zlib, whole, cut short and altered.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include <zlib.h>

#include "kmer_input.h"
#include "kmer_reader.h"

struct source {
  const char *text;
  size_t length, piece;
};

static long read_source(void *ctx, void *buf, size_t n, const char **why) {
  struct source *s = ctx;
  (void)why;
  if (n > s->piece) n = s->piece;
  if (n > s->length) n = s->length;
  memcpy(buf, s->text, n);
  s->text += n;
  s->length -= n;
  return (long)n;
}

/* Reads all of a text; out becomes "|letters" per record, then "!error" if it ends in one. */
static void read_text(const char *text, size_t length, size_t piece, char *out, size_t size) {
  static struct kmer_reader r;
  struct source s = {text, length, piece};
  const unsigned char *p = NULL;
  size_t n = 0, at = 0;
  enum kmer_event ev;
  kmer_reader_init(&r, read_source, &s);
  while ((ev = kmer_reader_next(&r, &p, &n)) > 0) {
    if (ev == KMER_RECORD) {
      p = (const unsigned char *)"|";
      n = 1;
    }
    assert_true(at + n < size);
    memcpy(out + at, p, n);
    at += n;
  }
  out[at] = 0;
  if (ev == KMER_ERROR) snprintf(out + at, size - at, "!%s", r.error);
  assert_int_equal(kmer_reader_next(&r, &p, &n), ev); /* the end stays the end */
}

static void expect(const char *text, const char *want) {
  size_t length = strlen(text);
  for (size_t piece = 1; piece <= length + 1; piece++) {
    char got[1000];
    read_text(text, length, piece, got, sizeof got);
    assert_string_equal(got, want);
  }
}

static void expect_error(const char *text, const char *part) {
  size_t length = strlen(text);
  for (size_t piece = 1; piece <= length + 1; piece++) {
    char got[1000];
    read_text(text, length, piece, got, sizeof got);
    assert_non_null(strchr(got, '!'));
    if (!strstr(strchr(got, '!'), part)) fail_msg("'%s' lacks '%s'", got, part);
    assert_null(strchr(got, '\n'));
  }
}

static void fasta(void **state) {
  (void)state;
  expect(">a\nACGT\n", "|ACGT");
  expect(">a\nACGT", "|ACGT");
  expect(">a description > with\tall\nACGT\nNNac\n>b\n\n>c\nT\n\n\n", "|ACGTNNac||T");
  expect("\n \r\n>a\r\nAC\r\nGT\r\n", "|ACGT");
  expect(">a\nAC GT\tAC\n;comment 123\nG-T.*\n", "|ACGTACG-T.*");
  expect(">a\n>b\n", "||");
  expect(">\xc3\xa9 \xff\nA\n", "|A");
}

static void fastq(void **state) {
  (void)state;
  expect("@r\nACGT\n+\nIIII\n", "|ACGT");
  expect("@r\nACGT\n+r\n@+>~", "|ACGT");
  expect("@r\r\nACG\r\n+\r\n!!!\r\n@s\r\nT\r\n+\r\n@\r\n", "|ACG|T");
  expect("@r\nAC\nGT\n+\n@I\nII\n@s\nA\n+\n+\n\n", "|ACGT|A");
  expect("@r\n\n+\n\n@s\nA\n+\nI\n", "||A");
  expect("@r\n\n+\n", "|");
}

static void damaged(void **state) {
  (void)state;
  expect_error("", "is empty");
  expect_error("\n\n  \n", "no sequence");
  expect_error("ACGT\n", "neither FASTA nor FASTQ");
  expect_error("\x7f"
               "ELF\2",
               "7f");
  expect_error(">a\nAC\1GT\n", "line 2: expected letters of a sequence, found byte 0x01");
  expect_error(">a\nACGT\nAC5\n", "line 3: expected letters of a sequence, found '5'");
  expect_error(">a\x02\nA\n", "line 1: expected text in a header, found byte 0x02");
  expect_error(">a", "ends inside a header");
  expect_error("@r\nACGT\n+\nIII\n@s\nA\n+\nI\n", "line 4: a FASTQ record has 4 letters but 3");
  expect_error("@r\nACGT\n+\nIIIII\n", "line 4: a FASTQ record has 4 letters but at least 5");
  expect_error("@r\nAC\nGT\n+\nIIIII\n", "4 letters but at least 5");
  expect_error("@r\nACGT\n+\nI I\x7f", "line 4: expected quality characters");
  expect_error("@r\nACGT\n+\nIII", "ends inside a FASTQ record");
  expect_error("@r\nACGT\n+", "ends inside a FASTQ record");
  expect_error("@r\nACGT\n", "ends inside a FASTQ record");
  expect_error("@r\nACGT\n+\nIIII\n>s\nA\n", "line 5: expected '@' and the next FASTQ record");
  expect_error("@HD\tVN:1.0\n@SQ\tSN:x\n", "line 2: expected letters of a sequence, found '@'");
}

static void nul_bytes_are_no_letters(void **state) {
  char got[300];
  (void)state;
  read_text(">a\nAC\0GT\n", 9, 100, got, sizeof got);
  assert_non_null(strstr(got, "line 2: expected letters of a sequence, found byte 0x00"));
}

/* A line longer than the buffer comes in pieces, and nothing of it is lost. */
static void a_line_longer_than_the_buffer(void **state) {
  enum { LETTERS = 3 * KMER_READER_BUFFER + 17 };
  static struct kmer_reader r;
  char *text = malloc(LETTERS + 4);
  struct source s = {text, LETTERS + 4, 1 << 20};
  const unsigned char *p;
  size_t n, sum = 0;
  enum kmer_event ev;
  (void)state;
  assert_non_null(text);
  memcpy(text, ">a\n", 3);
  memset(text + 3, 'C', LETTERS);
  text[LETTERS + 3] = '\n';
  kmer_reader_init(&r, read_source, &s);
  while ((ev = kmer_reader_next(&r, &p, &n)) > 0)
    if (ev == KMER_BASES) sum += n;
  assert_int_equal(ev, KMER_END);
  assert_int_equal(sum, LETTERS);
  free(text);
}

static long read_fails(void *ctx, void *buf, size_t n, const char **why) {
  (void)ctx, (void)buf, (void)n;
  *why = "the disk is on fire";
  return -1;
}

static void a_failing_read_is_reported_as_it_is(void **state) {
  static struct kmer_reader r;
  const unsigned char *p;
  size_t n;
  (void)state;
  kmer_reader_init(&r, read_fails, NULL);
  assert_int_equal(kmer_reader_next(&r, &p, &n), KMER_ERROR);
  assert_string_equal(r.error, "the disk is on fire");
}

/* ---- files --------------------------------------------------------------- */

struct sum {
  uint64_t records, letters;
};
static void sum_record(void *ctx) { ((struct sum *)ctx)->records++; }
static void sum_bases(void *ctx, const unsigned char *text, size_t n) {
  (void)text;
  ((struct sum *)ctx)->letters += n;
}

static char path[] = "kmer_reader_test.XXXXXX";

static int make_path(void **state) {
  int fd = mkstemp(path);
  (void)state;
  return fd < 0 || close(fd) != 0;
}

static int drop_path(void **state) {
  (void)state;
  return unlink(path);
}

/* path becomes a gzip file of 1000 records, in two members; returns its size. */
static long write_gz(void) {
  struct stat st;
  uint32_t x = 1;
  for (int member = 0; member < 2; member++) {
    gzFile gz = gzopen(path, member ? "ab" : "wb");
    assert_non_null(gz);
    for (int i = 0; i < 500; i++) {
      char dna[61] = "";
      for (int j = 0; j < 60; j++) dna[j] = "ACGT"[(x = x * 1664525 + 1013904223) >> 30];
      gzprintf(gz, ">r%d\n%s\n", i, dna);
    }
    assert_int_equal(gzclose(gz), Z_OK);
  }
  assert_int_equal(stat(path, &st), 0);
  return (long)st.st_size;
}

static int read_path(struct sum *sum, char *error) {
  char *paths[] = {path, path};
  struct kmer_visitor v = {sum_record, sum_bases, NULL, sum};
  memset(sum, 0, sizeof *sum);
  return kmer_files_read(paths, 2, &v, error);
}

static void gzip_files_one_after_the_other(void **state) {
  char error[KMER_ERROR_TEXT];
  struct sum sum;
  (void)state;
  write_gz();
  assert_int_equal(read_path(&sum, error), 0);
  assert_int_equal(sum.records, 2000);
  assert_int_equal(sum.letters, 120000);
}

/* Wherever the file is cut, it is an error, unless between the members: that is a whole file. */
static void a_gzip_file_cut_short_anywhere(void **state) {
  char error[KMER_ERROR_TEXT];
  struct sum sum;
  long size = write_gz();
  int whole = 0;
  (void)state;
  for (long cut = size - 1; cut > 1; cut -= cut > size - 40 || cut < 40 ? 1 : 501) {
    write_gz();
    assert_int_equal(truncate(path, cut), 0);
    if (read_path(&sum, error) == 0) {
      whole++;
      continue;
    }
    if (!strstr(error, "too early") && !strstr(error, "neither FASTA"))
      fail_msg("cut at %ld: %s", cut, error);
    assert_non_null(strstr(error, path));
  }
  assert_true(whole <= 1);
}

static void an_altered_gzip_file(void **state) {
  char error[KMER_ERROR_TEXT];
  struct sum sum;
  long size = write_gz();
  FILE *f = fopen(path, "r+b");
  (void)state;
  assert_non_null(f);
  assert_int_equal(fseek(f, size - 7, SEEK_SET), 0); /* in the checksum */
  assert_int_equal(fwrite("xyz", 1, 3, f), 3);
  assert_int_equal(fclose(f), 0);
  assert_int_equal(read_path(&sum, error), -1);
  assert_non_null(strstr(error, "damaged"));
}

static void files_that_cannot_be_input(void **state) {
  static char none[] = "/nonexistent/x.fa", dir[] = "/", device[] = "/dev/null";
  char *paths[] = {path}, *missing[] = {none}, *directory[] = {dir}, *special[] = {device};
  char error[KMER_ERROR_TEXT];
  uint64_t bytes;
  (void)state;
  assert_int_equal(truncate(path, 0), 0);
  assert_int_equal(kmer_files_look(paths, 1, &bytes, error), -1);
  assert_non_null(strstr(error, "is empty"));
  assert_int_equal(kmer_files_look(missing, 1, &bytes, error), -1);
  assert_string_equal(error, "/nonexistent/x.fa: No such file or directory");
  assert_int_equal(kmer_files_look(directory, 1, &bytes, error), -1);
  assert_non_null(strstr(error, "is a directory"));
  assert_int_equal(kmer_files_look(special, 1, &bytes, error), -1);
  assert_non_null(strstr(error, "not a regular file"));
  assert_int_equal(truncate(path, 7), 0);
  assert_int_equal(kmer_files_look(paths, 1, &bytes, error), 0);
  assert_int_equal(bytes, 7);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fasta),
      cmocka_unit_test(fastq),
      cmocka_unit_test(damaged),
      cmocka_unit_test(nul_bytes_are_no_letters),
      cmocka_unit_test(a_line_longer_than_the_buffer),
      cmocka_unit_test(a_failing_read_is_reported_as_it_is),
      cmocka_unit_test(gzip_files_one_after_the_other),
      cmocka_unit_test(a_gzip_file_cut_short_anywhere),
      cmocka_unit_test(an_altered_gzip_file),
      cmocka_unit_test(files_that_cannot_be_input),
  };
  return cmocka_run_group_tests(tests, make_path, drop_path);
}
