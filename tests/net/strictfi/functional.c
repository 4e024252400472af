/* SPDX-License-Identifier: BSD-3-Clause
 *
 * functional.c: what a provider for FI_EP_RDM promises by the man pages of libfabric
 * (fi_getinfo(3), fi_endpoint(3), fi_msg(3), fi_rma(3), fi_atomic(3), fi_cq(3), fi_av(3), fi_mr(3),
 * fi_domain(3)), test by test, each between two endpoints of a process of its own.
 *
 *   functional PROVIDER [TEST]
 *
 * A line for each test; status 0: all passed. What a provider does not offer is skipped.
 */
#include "functional.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

const char *provider;
struct side a, b;
size_t message_most, rma_most;
struct fi_context2 context[CONTEXTS];
struct told told[CONTEXTS], of_none;
static unsigned used, failures;

#define PARTS 3
#define PART_MOST ((size_t)200 * 1024)
#define PATIENCE 20 /* seconds */
/* Since libfabric 1.22; numbers of FI_OPT_ENDPOINT. */
enum { MAX_MSG_SIZE = 12, MAX_RMA_SIZE = 14 };

const struct pair_form usual_form = {.queue = 128,
                                     .format = FI_CQ_FORMAT_DATA,
                                     .wait = FI_WAIT_NONE,
                                     .pages = PARTS * PART_MOST / PAGE + 1};

void fail(const char *file, int line, const char *what) {
  printf("#   %s:%d: %s\n", file, line, what);
  if (++failures > 5) exit(1);
}
void check_is(const char *file, int line, const char *call, long rc, long expected) {
  if (rc == expected) return;
  printf("#   %s:%d: %s: %ld (%s), expected %ld\n", file, line, call, rc,
         rc < 0 ? fi_strerror((int)-rc) : "", expected);
  if (++failures > 5) exit(1);
}

/* --- going on -------------------------------------------------------------- */

struct fi_context2 *new_context(void) {
  unsigned i = used++ % CONTEXTS;
  told[i] = (struct told){0};
  return &context[i];
}
struct told *told_of(const struct fi_context2 *c) {
  return &told[c - context];
}

static struct told *told_for(const void *op_context) {
  const struct fi_context2 *c = op_context;
  return c >= context && c < context + CONTEXTS ? told_of(c) : &of_none;
}

static void look_at(struct fid_cq *cq) {
  struct fi_cq_err_entry err = {0};
  struct fi_cq_data_entry e;
  ssize_t n;
  while ((n = fi_cq_read(cq, &e, 1)) > 0) {
    struct told *t = told_for(e.op_context);
    t->e = e;
    t->n++;
  }
  if (n == -FI_EAVAIL && fi_cq_readerr(cq, &err, 0) == 1) {
    struct told *t = told_for(err.op_context);
    t->err = err.err;
    t->n++;
  } else if (n != -FI_EAGAIN)
    check_is(__FILE__, __LINE__, "fi_cq_read", n, -FI_EAGAIN);
}
void look(void) { look_at(a.tx), look_at(a.rx), look_at(b.tx), look_at(b.rx); }

void await(const struct told *t, unsigned n) {
  time_t end = time(NULL) + PATIENCE;
  while (t->n < n && time(NULL) <= end) look();
  CHECK(t->n >= n);
  if (t->n < n) exit(1); /* what comes next would wait in vain, too */
}
void idle(void) {
  for (int i = 0; i < 200; i++) look();
}

/* --- the pair -------------------------------------------------------------- */

static size_t most(const struct side *s, int option) {
  size_t n = 0, len = sizeof n;
  if (fi_getopt(&s->ep->fid, FI_OPT_ENDPOINT, option, &n, &len) || n == 0)
    n = pair_info->ep_attr->max_msg_size;
  return n < PART_MOST ? n : PART_MOST;
}

struct fi_info *usable(const struct fi_info *list) {
  for (const struct fi_info *i = list; i; i = i->next)
    if (i->ep_attr->max_msg_size > 1024 && i->domain_attr->mr_key_size <= 8) return fi_dupinfo(i);
  exit(1);
}

void open_pair(const struct pair_form *form, struct fi_info *hints) {
  struct fi_info *own = hints ? hints : pair_hints(provider), *list = NULL;
  pair_must(fi_getinfo(FI_VERSION(1, 17), NULL, NULL, 0, own, &list), "fi_getinfo");
  pair_info = usable(list);
  fi_freeinfo(list);
  fi_freeinfo(own);
  pair_must(fi_fabric(pair_info->fabric_attr, &pair_fabric, NULL), "fi_fabric");
  pair_open_side(&a, form);
  pair_open_side(&b, form);
  pair_enable_side(&a, form);
  pair_enable_side(&b, form);
  pair_join(&a, &b);
  pair_join(&b, &a);
  message_most = most(&a, MAX_MSG_SIZE);
  rma_most = most(&a, MAX_RMA_SIZE);
}
void close_pair(void) {
  pair_close_side(&a);
  pair_close_side(&b);
  IS(fi_close(&pair_fabric->fid), 0);
  fi_freeinfo(pair_info);
}

char *part(const struct side *s, int number) { return s->memory + (size_t)number * PART_MOST; }
void fill(char *at, size_t n, unsigned seed) {
  for (size_t i = 0; i < n; i++) at[i] = (char)(seed + i * 7 + i / 251);
}
int is_filled(const char *at, size_t n, unsigned seed) {
  for (size_t i = 0; i < n; i++)
    if (at[i] != (char)(seed + i * 7 + i / 251)) return 0;
  return 1;
}
struct told *receive(struct side *s, size_t n) {
  struct fi_context2 *c = new_context();
  TRY(fi_recv(s->ep, part(s, 1), n, pair_desc(s), FI_ADDR_UNSPEC, c));
  return told_of(c);
}
int writes_take_receives(void) { return (pair_info->mode & FI_RX_CQ_DATA) != 0; }

/* --- the tests ------------------------------------------------------------- */

static int is_offered(uint64_t caps) {
  struct fi_info *h = pair_hints(provider), *list = NULL;
  int rc;
  h->caps |= caps;
  rc = fi_getinfo(FI_VERSION(1, 17), NULL, NULL, 0, h, &list);
  fi_freeinfo(list);
  fi_freeinfo(h);
  return rc == 0;
}

static int child(const struct test *t) {
  if (t->needs && !is_offered(t->needs)) return 77;
  t->run();
  return failures != 0;
}

static int run(const struct test *t) {
  int status = 1;
  pid_t pid;
  fflush(stdout);
  if ((pid = fork()) == 0) exit(child(t));
  if (pid < 0 || waitpid(pid, &status, 0) != pid) return 1;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
    printf("ok %s # SKIP it is not offered\n", t->name);
  else
    printf("%s %s\n", status ? "not ok" : "ok", t->name);
  return status != 0 && !(WIFEXITED(status) && WEXITSTATUS(status) == 77);
}

int main(int argc, char **argv) {
  const struct test *lists[] = {asks, moves};
  int failed = 0;
  if (argc < 2) return 2;
  provider = argv[1];
  if (!is_offered(0)) return 77; /* and it is loaded, for all tests */
  for (int k = 0; k < 2; k++)
    for (const struct test *t = lists[k]; t->name; t++)
      if (argc < 3 || strcmp(argv[2], t->name) == 0) failed += run(t);
  return failed != 0;
}
