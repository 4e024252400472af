/* SPDX-License-Identifier: BSD-3-Clause
 *
 * start.c: starts the job at the first call of the library; if the program has static coarrays, a
 * constructor makes it before main.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/layers/caf/caf.h"
#include "contrib/layers/caf/entries.h"
#include "contrib/layers/caf/stats.h"
#include "contrib/layers/caf/teams.h"
#include "contrib/layers/common/launch.h"
#include "contrib/layers/common/progress.h"

struct caf_job hyd_caf;

static void refuse_value(const char *what, const char *value, const char *expected) {
  fprintf(stderr, "Fortran coarrays: %s=%.60s; expected %s\n", what, value, expected);
  _exit(1);
}

/* A program that was started without a launcher has GFORTRAN_NUM_IMAGES images, or one. */
static void choose_images(void) {
  const char *value = getenv("GFORTRAN_NUM_IMAGES");
  char *end;
  if (hyd_is_launched()) return;
  if (value == NULL || *value == '\0') value = "1";
  long n = strtol(value, &end, 10);
  if (*end || n < 1 || n > 4096)
    refuse_value("GFORTRAN_NUM_IMAGES", value, "a number of images from 1 to 4096");
  setenv("GASNET_PSHM_NODES", value, 1);
}

/* Reads GFORTRAN_SHARED_MEMORY_SIZE: bytes, or with a suffix k, m or g. */
static size_t wanted_memory(void) {
  const char *value = getenv("GFORTRAN_SHARED_MEMORY_SIZE"), *units = "kmg";
  char *end;
  if (value == NULL || *value == '\0') return (size_t)1 << 34;
  unsigned long long n = strtoull(value, &end, 10);
  const char *unit = *end ? strchr(units, *end | 0x20) : NULL;
  int shift = unit ? 10 * (int)(unit - units + 1) : 0;
  if (n == 0 || (*end && (unit == NULL || end[1])) || n > SIZE_MAX >> shift)
    refuse_value("GFORTRAN_SHARED_MEMORY_SIZE", value, "bytes, or a number with k, M or g");
  return (size_t)n << shift;
}

static void attach(void) {
  gex_Segment_t segment;
  size_t size = wanted_memory(), most = gasnet_getMaxLocalSegmentSize();
  if (size > most) size = most;
  size = (size + GASNET_PAGESIZE - 1) / GASNET_PAGESIZE * GASNET_PAGESIZE;
  if (gex_Segment_Attach(&segment, hyd_caf.all, size)) {
    fprintf(stderr,
            "Fortran coarrays: image %u: no memory of %zu bytes; GFORTRAN_SHARED_MEMORY_SIZE sets "
            "the size\n",
            hyd_caf.rank + 1, size);
    gasnet_exit(1);
  }
  if (!hyd_heap_init(&hyd_caf.heap, gex_Segment_QueryAddr(segment), size)) gasnet_exit(1);
}

void hyd_caf_poll_often(void) {
  if (hyd_caf.size > 1 && hyd_poll_often())
    fprintf(stderr,
            "Fortran coarrays: image %u: no thread for progress; images answer late while they "
            "compute\n",
            hyd_caf.rank + 1);
}

/* Finds the segments of all images. */
static void look_around(void) {
  bool all_mapped = true;
  hyd_caf.segment = calloc(hyd_caf.size, sizeof *hyd_caf.segment);
  hyd_caf.sync_count = calloc(hyd_caf.size, sizeof *hyd_caf.sync_count);
  if (hyd_caf.segment == NULL || hyd_caf.sync_count == NULL) gasnet_exit(1);
  for (uint32_t i = 0; i < hyd_caf.size; i++) {
    void *owner = NULL, *mapped = NULL;
    uintptr_t size = 0;
    gex_Event_Wait(gex_EP_QueryBoundSegmentNB(hyd_caf.all, i, &owner, &mapped, &size, 0));
    hyd_caf.segment[i] = (struct caf_segment){owner, mapped, size};
    if (mapped == NULL) all_mapped = false;
  }
  if (!all_mapped) hyd_caf_poll_often();
}

/* Closes standard input, which only image 1 reads. */
static void close_input(void) {
  int fd = open("/dev/null", O_RDONLY);
  if (fd < 0) return;
  dup2(fd, STDIN_FILENO);
  if (fd != STDIN_FILENO) close(fd);
}

/* After init, main installs libgfortran's handler of SIGQUIT. The library ends the images of an
 * aborted job by that signal, and each would print a backtrace. */
static struct sigaction at_quit;

void hyd_caf_handle_quit(void) {
  struct sigaction now;
  Dl_info where;
  hyd_caf.handles_quit = true;
  if (sigaction(SIGQUIT, NULL, &now) == 0 && now.sa_handler != SIG_IGN &&
      dladdr((void *)(uintptr_t)now.sa_handler, &where) && where.dli_fname &&
      strstr(where.dli_fname, "libgfortran"))
    sigaction(SIGQUIT, &at_quit, NULL);
}

void hyd_caf_begin(int *argc, char ***argv) {
  int failure;
  hyd_caf.started = hyd_caf.handles_quit = true; /* until init */
  choose_images();
  if (gex_Client_Init(&hyd_caf.client, &hyd_caf.ep, &hyd_caf.all, "CAF", argc, argv, 0) ||
      gex_EP_RegisterHandlers(hyd_caf.ep, hyd_caf_handlers, hyd_caf_handler_count)) {
    fprintf(stderr, "Fortran coarrays: the job cannot start\n");
    _exit(1);
  }
  hyd_caf.rank = gex_System_QueryJobRank();
  hyd_caf.size = gex_System_QueryJobSize();
  attach();
  look_around();
  if (hyd_caf.rank) close_input();
  gex_AD_Create(&hyd_caf.words, hyd_caf.all, GEX_DT_U32,
                GEX_OP_AND | GEX_OP_OR | GEX_OP_XOR | GEX_OP_ADD | GEX_OP_FAND | GEX_OP_FOR |
                    GEX_OP_FXOR | GEX_OP_FADD | GEX_OP_SET | GEX_OP_GET | GEX_OP_FCAS,
                0);
  hyd_caf_initial_team();
  hyd_caf.syncs = hyd_caf_coarray(hyd_caf.initial, (hyd_caf.size + 1) * sizeof(uint32_t),
                                  GFC_COARRAY_STATIC, &failure);
  if (hyd_caf.syncs == NULL) {
    fprintf(stderr, "Fortran coarrays: image %u: not enough memory for %u images\n",
            hyd_caf.rank + 1, hyd_caf.size);
    gasnet_exit(1);
  }
  hyd_caf_serve_accessors();
  hyd_caf.run_number = hyd_caf_run_number();
  const char *stats = getenv("CAF_STATS");
  hyd_caf.careful = hyd_caf.stats = stats && *stats && strcmp(stats, "0") != 0;
}

void _gfortran_caf_init(int *argc, char ***argv) {
  if (!hyd_caf.started) hyd_caf_begin(argc, argv);
  sigaction(SIGQUIT, NULL, &at_quit);
  hyd_caf_barrier(hyd_caf.initial); /* all images have initialised their static coarrays */
  hyd_caf.handles_quit = false;
}
