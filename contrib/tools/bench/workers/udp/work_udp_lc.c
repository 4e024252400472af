/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_udp_lc.c: large puts by datagrams whose source the client wants back early: with
 * GEX_EVENT_NOW, and with an event for local completion. Each window of puts lies between two
 * windows of the same puts with GEX_EVENT_DEFER, and is compared with the mean of these.
 */
#include "work_udp.h"

enum { H_END = GEX_AM_INDEX_BASE };

#define MOST ((size_t)4 << 20)    /* bytes of the largest put */
#define WINDOW ((size_t)16 << 20) /* bytes of a window's puts */
#define PUTS (WINDOW / 65536)     /* of a window at most */
#define ENOUGH_NS 25e9            /* no further round after so long: other work has the cores */

static const size_t sizes[] = {65536, 256 << 10, 1 << 20, MOST};
#define SIZES (sizeof sizes / sizeof *sizes)

static volatile uint32_t ends;
static unsigned char *theirs;

static void on_end(gex_Token_t token) {
  (void)token;
  ends++;
}
static gex_AM_Entry_t handler[] = {
    {H_END, (gex_AM_Fn_t)on_end, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 0, NULL, "end"}};

/* ---- puts ---------------------------------------------------------------- */

enum form { DEFER, NOW, EVENT };
static const char *const form_name[] = {"DEFER", "NOW", "event"};

/* All puts of a window are outstanding, or each is waited for. */
static const struct shape {
  const char *name;
  int one_by_one;
} shapes[] = {{"put stream", 0}, {"puts one by one", 1}};
#define SHAPES (sizeof shapes / sizeof *shapes)

static gex_Event_t put(struct hyd_bw *w, enum form form, size_t n, gex_Event_t *local) {
  gex_Event_t *lc = form == DEFER ? GEX_EVENT_DEFER : form == NOW ? GEX_EVENT_NOW : local;
  return gex_RMA_PutNB(w->tm, 1, theirs, w->mine + HYD_BW_HEAD, n, lc, 0);
}

static void do_puts(struct hyd_bw *w, const struct shape *shape, enum form form, size_t n) {
  static gex_Event_t root[PUTS], local[PUTS];
  size_t count = WINDOW / n, each = shape->one_by_one ? 1 : count;
  memset(local, 0, sizeof local);
  for (size_t at = 0; at < count; at += each) {
    for (size_t i = 0; i < each; i++) root[i] = put(w, form, n, &local[i]);
    gex_Event_WaitAll(local, each, 0);
    gex_Event_WaitAll(root, each, 0);
  }
}

/* One window; MB/s at rank 0. */
static double time_window(struct hyd_bw *w, const struct shape *shape, enum form form, size_t n) {
  if (!hyd_bw_begin_window(w, &ends)) return 0;
  double start = hyd_bn_now();
  do_puts(w, shape, form, n);
  double ns = hyd_bn_now() - start;
  gex_AM_RequestShort0(w->tm, 1, H_END, 0);
  return (double)WINDOW * 1e3 / ns;
}

/* ---- the job ------------------------------------------------------------- */

/* The figures of one shape and size. */
struct figures {
  struct hyd_bw_series form[3];
};

static void measure(struct hyd_bw *w, const struct shape *shape, size_t n, struct figures *f,
                    bool warms_up) {
  double before = time_window(w, shape, DEFER, n);
  for (enum form form = NOW; form <= EVENT; form++) {
    double rate = time_window(w, shape, form, n), after = time_window(w, shape, DEFER, n);
    if (!warms_up && w->rank == 0) hyd_bw_add(&f->form[form], rate, rate / ((before + after) / 2));
    before = after;
  }
  if (!warms_up && w->rank == 0) hyd_bn_add(&f->form[DEFER].value, before);
}

static void report_figures(struct hyd_bw *w, const struct shape *shape, size_t n, struct figures *f,
                           const char *mode) {
  char name[64];
  for (enum form form = DEFER; form <= EVENT; form++) {
    snprintf(name, sizeof name, "%s, %s, %s", shape->name, form_name[form], mode);
    hyd_bw_report(w, name, (long)n, "MB/s", &f->form[form].value, "DEFER",
                  form == DEFER ? NULL : &f->form[form].ratio);
  }
}

void hyd_bw_udp_lc(struct hyd_bw *w, int argc, char **argv) {
  static struct figures f[SHAPES][SIZES];
  const char *mode = getenv("GASNET_UDP_SECURITY");
  hyd_bw_init(w, argc, argv);
  hyd_bw_register(w, handler, 1);
  hyd_bw_attach(w, HYD_BW_HEAD + MOST);
  hyd_bw_pin(w);
  memset(w->mine, 1, w->bytes);
  theirs = hyd_bw_owner(w, 1) + HYD_BW_HEAD;
  double end = hyd_bn_now() + ENOUGH_NS;
  for (int round = -1; round < w->amount && hyd_bw_again(w, end); round++) /* one warms up */
    for (size_t i = 0; i < SHAPES * SIZES; i++)
      measure(w, &shapes[i / SIZES], sizes[i % SIZES], &f[i / SIZES][i % SIZES], round < 0);
  for (size_t i = 0; w->rank == 0 && i < SHAPES * SIZES; i++)
    report_figures(w, &shapes[i / SIZES], sizes[i % SIZES], &f[i / SIZES][i % SIZES],
                   mode ? mode : "mac");
}
