/* SPDX-License-Identifier: BSD-3-Clause
 *
 * random.c: RANDOM_INIT for images (libcaf.md 3.12); libgfortran's own function knows no images.
 */
#include <stdlib.h>
#include <sys/random.h>

#include "contrib/layers/caf/caf.h"
#include "contrib/layers/caf/entries.h"

/* libgfortran's function. At most one argument is not NULL; if all are NULL, it makes a new
 * seed. */
extern void _gfortran_random_seed_i4(int32_t *size, struct gfc_desc *put, struct gfc_desc *get)
    __attribute__((weak));

enum { MOST_WORDS = 64 };

static uint64_t
next_number(uint64_t *state) { /* splitmix64: distinct states give unrelated sequences */
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static void set_seed(uint64_t state) {
  int32_t n = 0, words[MOST_WORDS];
  _gfortran_random_seed_i4(&n, NULL, NULL);
  if (n > MOST_WORDS) n = MOST_WORDS;
  for (int i = 0; i < n; i++) words[i] = (int32_t)next_number(&state);
  struct gfc_desc *d = calloc(1, sizeof *d + sizeof d->dim[0]);
  if (d == NULL) return;
  *d = (struct gfc_desc){.base = words, .elem_len = 4, .rank = 1, .type = GFC_INTEGER, .span = 4};
  d->dim[0] = (struct gfc_dim){1, 1, n};
  _gfortran_random_seed_i4(NULL, d, NULL);
  free(d);
}

/* A random number of this run that all images share: image 1 chooses it at the start. */
uint64_t hyd_caf_run_number(void) {
  uint64_t number = 0;
  if (hyd_caf.rank == 0 && getrandom(&number, sizeof number, 0) != sizeof number)
    number = (uint64_t)(uintptr_t)&number;
  hyd_caf_max(hyd_caf.initial, &number, 1);
  return number;
}

void _gfortran_caf_random_init(bool repeatable, bool image_distinct) {
  static uint64_t calls;
  hyd_caf_start();
  if (_gfortran_random_seed_i4 == NULL) return;
  uint64_t image = image_distinct ? hyd_caf.rank + 1 : 0;
  if (repeatable)
    set_seed(0x1234567u + (image << 32));
  else if (image_distinct)
    _gfortran_random_seed_i4(NULL, NULL, NULL);
  else
    set_seed(hyd_caf.run_number + ++calls);
}
