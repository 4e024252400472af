/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fasta_replay.c: runs a libFuzzer target without libFuzzer: every file of the directories named,
 * then COUNT mutations of each (bytes changed, removed, doubled, and pieces of two files joined)
 * from a fixed SEED. Prints the seed and how many it ran.
 *
 *   fasta_replay SEED COUNT DIRECTORY...
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 4096
#define FILES 256

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct sample {
  size_t size;
  uint8_t data[LONGEST];
};

static struct sample sample[FILES];
static int samples;
static uint64_t state;

static uint64_t random_below(uint64_t n) {
  state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (state >> 33) % n;
}

static int load(const char *directory) {
  DIR *d = opendir(directory);
  struct dirent *e;
  if (!d) {
    perror(directory);
    return -1;
  }
  while (samples < FILES && (e = readdir(d)) != NULL) {
    char path[4096];
    FILE *f;
    if (e->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "%s/%s", directory, e->d_name);
    f = fopen(path, "rb");
    if (!f) continue;
    sample[samples].size = fread(sample[samples].data, 1, LONGEST, f);
    samples++;
    fclose(f);
  }
  closedir(d);
  return 0;
}

static void change(struct sample *s) {
  static const char likely[] = ">@+;\n\r \tACGTN\0I~";
  size_t at = random_below(s->size + 1), n = random_below(8) + 1;
  if (n > s->size - at) n = s->size - at;
  switch (random_below(4)) {
  case 0:
    if (n) s->data[at] = (uint8_t)random_below(256);
    break;
  case 1:
    if (n) s->data[at] = (uint8_t)likely[random_below(sizeof likely)];
    break;
  case 2:
    memmove(s->data + at, s->data + at + n, s->size - at - n);
    s->size -= n;
    break;
  default:
    if (s->size + n > LONGEST) break;
    memmove(s->data + at + n, s->data + at, s->size - at);
    s->size += n;
  }
}

static void join(struct sample *s, const struct sample *other) {
  size_t keep = random_below(s->size + 1), from = random_below(other->size + 1);
  size_t n = other->size - from;
  if (keep + n > LONGEST) n = LONGEST - keep;
  memcpy(s->data + keep, other->data + from, n);
  s->size = keep + n;
}

int main(int argc, char **argv) {
  static struct sample s;
  long count, ran = 0;
  if (argc < 4) {
    fprintf(stderr, "usage: %s SEED COUNT DIRECTORY...\n", argv[0]);
    return 2;
  }
  state = strtoull(argv[1], NULL, 10);
  count = strtol(argv[2], NULL, 10);
  for (int i = 3; i < argc; i++)
    if (load(argv[i]) != 0) return 1;
  printf("seed %s, %d files, %ld mutations of each\n", argv[1], samples, count);
  fflush(stdout);
  for (int i = 0; i < samples; i++)
    for (long m = 0; m <= count; m++, ran++) {
      s = sample[i];
      if (m && random_below(4) == 0) join(&s, &sample[random_below((uint64_t)samples)]);
      for (uint64_t c = m ? random_below(6) : 0; c > 0; c--) change(&s);
      LLVMFuzzerTestOneInput(s.data, s.size);
    }
  printf("%ld inputs passed\n", ran);
  return samples == 0;
}
