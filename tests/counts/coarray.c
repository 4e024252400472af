/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coarray.c: what gfortran calls for a[2] = x and x = a[2], where a is a scalar coarray and image 2
 * shares memory with image 1.
 */
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "contrib/layers/caf/entries.h"
#include "tests/counts/count.h"

enum { STATIC_COARRAY = 0, REAL = 3, KIND = 8, NAP_US = 1000, MOST_NAPS = 60000 };

static void *token;
static double here;
static struct gfc_desc there_desc = {.elem_len = KIND, .type = REAL, .span = KIND};
static struct gfc_desc here_desc = {.base = &here, .elem_len = KIND, .type = REAL, .span = KIND};

static void put_scalar(void) {
  _gfortran_caf_send(token, 0, 2, &there_desc, NULL, &here_desc, KIND, KIND, 0, NULL, NULL);
}
static void get_scalar(void) {
  _gfortran_caf_get(token, 0, 2, &there_desc, NULL, &here_desc, KIND, KIND, 0, NULL);
}
static void do_nothing(void) {}

int main(int argc, char **argv) {
  _Atomic int *is_counted =
      mmap(NULL, sizeof *is_counted, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (is_counted == MAP_FAILED) return 1;
  _gfortran_caf_init(&argc, &argv);
  _gfortran_caf_register(KIND, STATIC_COARRAY, &token, &there_desc, NULL, NULL, 0);
  _gfortran_caf_sync_all(NULL, NULL, 0);
  if (_gfortran_caf_this_image(0) == 1) {
    count_row("nothing", do_nothing);
    count_row("coarray: a[2] = x", put_scalar);
    count_row("coarray: x = a[2]", get_scalar);
    atomic_store_explicit(is_counted, 1, memory_order_release); /* pairs with the load */
  }
  for (int i = 0; i < MOST_NAPS && !atomic_load_explicit(is_counted, memory_order_acquire); i++)
    usleep(NAP_US);
  _gfortran_caf_sync_all(NULL, NULL, 0);
  _gfortran_caf_finalize();
  return 0;
}
