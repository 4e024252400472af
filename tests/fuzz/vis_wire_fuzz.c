/* SPDX-License-Identifier: BSD-3-Clause
 *
 * vis_wire_fuzz.c: libFuzzer target for the descriptions that VIS messages begin with
 * (vis/fragment.h). The input is 8 bytes that choose direction and window, and a message. Whatever
 * it is, it is refused, or what it names is read or written as the handlers do: nothing outside of
 * the window is touched, and nothing behind the end of the message is read.
 *
 * The window lies in two pages at a fixed address, because messages hold addresses, with pages that
 * cannot be touched on both sides; what it leaves of its pages must not change.
 *
 * Built with clang: -fsanitize=fuzzer,address,undefined. Without libFuzzer, fasta_replay.c runs it.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "vis/fragment.h"

#define PAGE 4096u
#define PLACE ((unsigned char *)(uintptr_t)0x50000000)
#define MOST_ANSWERED 65536u /* as on_get refuses what does not fit in a message */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(int condition) {
  if (!condition) abort();
}

static unsigned char *pages(void) {
  static unsigned char *at;
  char *all;
  if (at) return at;
  all = mmap(PLACE - PAGE, 4 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE,
             -1, 0);
  must(all == (char *)PLACE - PAGE);
  must(mprotect(PLACE, 2 * PAGE, PROT_READ | PROT_WRITE) == 0);
  return at = PLACE;
}

/* At the beginning or the end of the two pages, or in their middle; of any size, 0 too. */
static struct hyd_vis_view choose_window(const uint8_t *choice) {
  uintptr_t size = (choice[1] | choice[2] << 8) % (2 * PAGE + 1), lo = (uintptr_t)pages();
  if (choice[0] & 2)
    lo += 2 * PAGE - size;
  else if (choice[0] & 4)
    lo += (2 * PAGE - size) / 2;
  return (struct hyd_vis_view){lo, size, lo};
}

/* As on_put of am.c. */
static void put(const char *message, size_t n, const struct hyd_vis_view *window) {
  struct hyd_vis_side side;
  struct hyd_vis_iter it;
  size_t bytes, described;
  if (!hyd_vis_parse(message, n, window, &side, &it, &bytes, &described)) return;
  must(described <= n);
  if (bytes != n - described) return;
  hyd_vis_scatter(&it, message + described, bytes);
}

/* As on_get. */
static void get(const char *message, size_t n, const struct hyd_vis_view *window) {
  struct hyd_vis_side side;
  struct hyd_vis_iter it;
  size_t bytes, described;
  char *answer;
  if (!hyd_vis_parse(message, n, window, &side, &it, &bytes, &described)) return;
  if (described != n || bytes > MOST_ANSWERED) return;
  answer = malloc(bytes ? bytes : 1);
  must(answer != NULL);
  hyd_vis_gather(answer, &it, bytes);
  free(answer);
}

static void check_outside(const struct hyd_vis_view *window) {
  static unsigned char untouched[2 * PAGE];
  size_t before = window->lo - (uintptr_t)pages(), end = before + window->size;
  if (untouched[0] == 0) memset(untouched, 0x5a, sizeof untouched);
  must(memcmp(pages(), untouched, before) == 0);
  must(memcmp(pages() + end, untouched, 2 * PAGE - end) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct hyd_vis_view window;
  char *message;
  if (size < 8) return 0;
  window = choose_window(data);
  message = malloc(size - 8 ? size - 8 : 1); /* aligned, and with nothing behind it */
  must(message != NULL);
  memcpy(message, data + 8, size - 8);
  memset(pages(), 0x5a, 2 * PAGE);
  if (data[0] & 1)
    get(message, size - 8, &window);
  else
    put(message, size - 8, &window);
  check_outside(&window);
  free(message);
  return 0;
}
