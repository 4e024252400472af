/* SPDX-License-Identifier: BSD-3-Clause
 *
 * client.c: two endpoints in a process, which talk to each other by libfabric.
 *
 *   client CASE good|bad PROVIDER
 *
 * "good" keeps the rule that the case is about, "bad" breaks it: of strict, that is the end.
 * Status 0: all went well; 3: the provider has refused a call, as it should.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "pair.h"

static struct side a, b;
static struct fi_context2 context[16];
static int is_bad, reads_tx = 1;
static struct pair_form form = {.queue = 64,
                                .format = FI_CQ_FORMAT_DATA,
                                .wait = FI_WAIT_NONE,
                                .pages = 4};

/* --- going on ------------------------------------------------------------- */

static void look(struct side *s) {
  struct fi_cq_data_entry e;
  while (reads_tx && fi_cq_read(s->tx, &e, 1) > 0) s->sent++;
  while (fi_cq_read(s->rx, &e, 1) > 0) s->received += (e.flags & FI_RECV) != 0;
}
static void look_at_both(void) { look(&a), look(&b); }

static void until(const unsigned *count, unsigned n) {
  time_t end = time(NULL) + 20;
  while (*count < n) {
    look_at_both();
    if (time(NULL) <= end) continue;
    fprintf(stderr, "client: nothing comes\n");
    exit(1);
  }
}
#define TRY(call)                                                                                  \
  do {                                                                                             \
    long rc_;                                                                                      \
    while ((rc_ = (call)) == -FI_EAGAIN) look_at_both();                                           \
    pair_must(rc_, #call);                                                                         \
  } while (0)

/* --- opening -------------------------------------------------------------- */

static void both(void) {
  pair_enable_side(&a, &form);
  pair_enable_side(&b, &form);
  pair_join(&a, &b);
  pair_join(&b, &a);
}
static uint64_t address(const struct side *s) { return pair_address(s, 2 * PAGE); }

/* --- operations from a to b ----------------------------------------------- */

static void receive(struct side *s, size_t n, uint64_t flags) {
  struct iovec v = {s->memory + PAGE, n};
  void *d = pair_desc(s);
  static unsigned used;
  struct fi_msg m = {&v, d ? &d : NULL, 1, FI_ADDR_UNSPEC, &context[8 + used++ % 8], 0};
  TRY(fi_recvmsg(s->ep, &m, flags));
}
static struct iovec from;
static void write_on(size_t n, uint64_t key, uint64_t at, void *with) {
  static struct fi_rma_iov there;
  static void *d;
  static struct fi_msg_rma m;
  from = (struct iovec){a.memory, n};
  there = (struct fi_rma_iov){at, n, key};
  d = pair_desc(&a);
  m = (struct fi_msg_rma){&from, d ? &d : NULL, 1, a.peer, &there, 1, with, 0};
  TRY(fi_writemsg(a.ep, &m, FI_COMPLETION | FI_DELIVERY_COMPLETE));
}
static void write_one(void) {
  write_on(64, fi_mr_key(b.mr), address(&b), &context[0]);
  until(&a.sent, 1);
}
static void send_one(void) {
  receive(&b, PAGE, 0);
  TRY(fi_send(a.ep, a.memory, 100, pair_desc(&a), a.peer, &context[0]));
  until(&b.received, 1);
  until(&a.sent, 1);
}

/* --- cases ---------------------------------------------------------------- */

static void local(void) {
  both();
  receive(&b, PAGE, 0);
  TRY(fi_send(a.ep, a.memory, 100, is_bad ? NULL : pair_desc(&a), a.peer, &context[0]));
  until(&b.received, 1);
}
static void allocated(void) {
  both();
  write_one();
  if (is_bad) munmap(b.memory, 3 * PAGE);
  write_on(64, fi_mr_key(b.mr), address(&b), &context[0]);
  until(&a.sent, 2);
}
static void key(void) {
  both();
  write_on(64, fi_mr_key(b.mr) + (unsigned)is_bad, address(&b), &context[0]);
  until(&a.sent, 1);
}
static void origin(void) {
  both();
  write_on(64, fi_mr_key(b.mr), is_bad ? (uintptr_t)b.memory : address(&b), &context[0]);
  until(&a.sent, 1);
}
static void endpoint(void) {
  both();
  write_one();
  if (is_bad) fi_close(&a.ep->fid);
}
static void access_of(void) {
  struct fid_mr *mr;
  both();
  mr = pair_registered(&b, b.memory, 3 * PAGE, is_bad ? FI_REMOTE_READ : FI_REMOTE_WRITE);
  write_on(64, fi_mr_key(mr), address(&b), &context[0]);
  until(&a.sent, 1);
  fi_close(&mr->fid);
}
static void same_context(void) {
  both();
  write_on(64, fi_mr_key(b.mr), address(&b), &context[0]);
  write_on(64, fi_mr_key(b.mr), address(&b), &context[is_bad ? 0 : 1]);
  until(&a.sent, 2);
}
static void context_written(void) {
  both();
  write_on(64, fi_mr_key(b.mr), address(&b), &context[0]);
  if (is_bad) memset(&context[0], 0, sizeof context[0]);
  until(&a.sent, 1);
}
static void iov(void) {
  both();
  write_on(64, fi_mr_key(b.mr), address(&b), &context[0]);
  if (is_bad) from.iov_len = 65;
  until(&a.sent, 1);
}
static void buffer(void) {
  both();
  write_on(64, fi_mr_key(b.mr), address(&b), &context[0]);
  if (is_bad) a.memory[5] = 'x';
  until(&a.sent, 1);
  a.memory[5] = 'x';
}
static void size(void) {
  both();
  receive(&b, PAGE, 0);
  TRY(fi_inject(a.ep, a.memory, is_bad ? pair_info->tx_attr->inject_size + 1 : 8, a.peer));
  until(&b.received, 1);
}
static void overrun(void) {
  both();
  send_one();
  for (unsigned i = 0; i < 6; i++) receive(&b, 100, 0);
  reads_tx = !is_bad;
  for (unsigned i = 0; i < 6; i++)
    TRY(fi_send(a.ep, a.memory, 100, pair_desc(&a), a.peer, &context[i]));
  until(&b.received, 7);
}
static void room(void) {
  long rc = 0;
  both();
  send_one();
  for (size_t i = 0; rc == 0 && i < pair_info->tx_attr->size + (unsigned)is_bad; i++)
    rc = is_bad || i < 8 ? fi_send(a.ep, a.memory, 100, pair_desc(&a), a.peer, &context[i % 8]) : 0;
  pair_must(rc, "fi_send");
}
static void peer(void) {
  both();
  if (is_bad) pair_join(&a, &b);
  send_one();
}
static void more(void) {
  struct iovec v;
  struct fi_msg m;
  both();
  v = (struct iovec){a.memory, 100};
  m = (struct fi_msg){&v, NULL, 1, a.peer, &context[0], 0};
  receive(&b, 100, 0);
  receive(&b, 100, 0);
  TRY(fi_sendmsg(a.ep, &m, FI_COMPLETION | FI_MORE));
  m.context = &context[1];
  if (!is_bad) TRY(fi_sendmsg(a.ep, &m, FI_COMPLETION));
  until(&b.received, 2);
}
static void *looks(void *side) {
  for (time_t end = time(NULL) + 5; time(NULL) < end;) look(side);
  return NULL;
}
static void thread(void) {
  pthread_t t;
  both();
  send_one();
  if (!is_bad) return;
  pthread_create(&t, NULL, looks, &a);
  looks(&a);
  pthread_join(t, NULL);
}
static void option(void) {
  size_t n = 256;
  if (is_bad) fi_setopt(&a.ep->fid, FI_OPT_ENDPOINT, FI_OPT_MIN_MULTI_RECV, &n, sizeof n);
  both();
  pair_must(fi_setopt(&a.ep->fid, FI_OPT_ENDPOINT, FI_OPT_MIN_MULTI_RECV, &n, sizeof n),
            "fi_setopt");
}
static void multi(void) {
  size_t n = is_bad ? 64 : 256;
  both();
  pair_must(fi_setopt(&b.ep->fid, FI_OPT_ENDPOINT, FI_OPT_MIN_MULTI_RECV, &n, sizeof n),
            "fi_setopt");
  receive(&b, 700, FI_MULTI_RECV);
  for (unsigned i = 0; i < 4; i++) {
    if (!is_bad && i % 2 == 0 && i) receive(&b, 700, FI_MULTI_RECV);
    TRY(fi_send(a.ep, a.memory, 200, pair_desc(&a), a.peer, &context[0]));
    until(&a.sent, i + 1);
    until(&b.received, i + 1);
  }
}
static void repost(void) {
  both();
  receive(&b, 700, FI_MULTI_RECV);
  TRY(fi_send(a.ep, a.memory, 100, pair_desc(&a), a.peer, &context[0]));
  while (a.sent == 0) look(&a), (void)fi_cq_read(b.rx, NULL, 0);
  if (!is_bad) until(&b.received, 1);
  receive(&b, 700, FI_MULTI_RECV);
}
static void closed(void) {
  both();
  send_one();
  if (is_bad) pair_registered(&a, a.memory, PAGE, FI_SEND);
}
static void asked(void) {
  struct iovec v;
  struct fi_msg m;
  both();
  v = (struct iovec){a.memory, 100};
  m = (struct fi_msg){&v, NULL, 1, a.peer, &context[0], 0};
  receive(&b, 100, 0);
  TRY(fi_sendmsg(a.ep, &m, FI_COMPLETION | (is_bad ? FI_FENCE : 0)));
  until(&b.received, 1);
}

static const struct {
  const char *name;
  void (*run)(void);
} cases[] = {{"local", local},
             {"allocated", allocated},
             {"key", key},
             {"origin", origin},
             {"endpoint", endpoint},
             {"access", access_of},
             {"context", same_context},
             {"context-written", context_written},
             {"iov", iov},
             {"buffer", buffer},
             {"size", size},
             {"overrun", overrun},
             {"room", room},
             {"peer", peer},
             {"more", more},
             {"thread", thread},
             {"option", option},
             {"multi", multi},
             {"repost", repost},
             {"closed", closed},
             {"asked", asked}};

static void ask(const char *provider) {
  struct fi_info *h = pair_hints(provider);
  h->caps |= FI_MULTI_RECV;
  if (fi_getinfo(FI_VERSION(1, 17), NULL, NULL, 0, h, &pair_info)) {
    h->caps &= ~FI_MULTI_RECV;
    pair_must(fi_getinfo(FI_VERSION(1, 17), NULL, NULL, 0, h, &pair_info), "fi_getinfo");
  }
  fi_freeinfo(h);
  pair_must(fi_fabric(pair_info->fabric_attr, &pair_fabric, NULL), "fi_fabric");
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  is_bad = strcmp(argv[2], "bad") == 0;
  if (strcmp(argv[1], "overrun") == 0) form.queue = is_bad ? 4 : 16;
  if (strcmp(argv[1], "room") == 0) form.queue = 4096;
  ask(argv[3]);
  pair_open_side(&a, &form);
  pair_open_side(&b, &form);
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    if (strcmp(cases[i].name, argv[1]) == 0) cases[i].run();
  pair_close_side(&a);
  pair_close_side(&b);
  return 0;
}
