/* SPDX-License-Identifier: BSD-3-Clause
 *
 * accessors.c: coindexed access as GCC 15 and 16 compile it (libcaf.md 4): the image that owns the
 * data runs a procedure of the program. The procedure may itself fetch from its caller, so it
 * cannot run in a handler: one thread runs procedures for other images, and a second thread answers
 * their fetches, as two images may access each other at once. For its own data an image runs the
 * procedure in the call. An access returns when its procedure has run, so sends keep their order.
 */
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/layers/caf/access.h"
#include "contrib/layers/caf/accessors.h"
#include "contrib/layers/caf/entries.h"
#include "contrib/layers/caf/stats.h"

enum { STACK = 8 << 20 };

/* The cb_token that a procedure gets: where the caller's add_data are. A list of the callbacks in
 * use tells them from tokens of coarrays. */
struct callback {
  struct callback *next;
  uint32_t rank;
  char *add_data;
};
static struct {
  pthread_mutex_t lock;
  struct callback *list;
} callbacks = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void add_callback(struct callback *c) {
  pthread_mutex_lock(&callbacks.lock);
  c->next = callbacks.list;
  callbacks.list = c;
  pthread_mutex_unlock(&callbacks.lock);
}

static void remove_callback(struct callback *c) {
  pthread_mutex_lock(&callbacks.lock);
  struct callback **p = &callbacks.list;
  while (*p != c) p = &(*p)->next;
  *p = c->next;
  pthread_mutex_unlock(&callbacks.lock);
}

static struct callback *find_callback(const void *token) {
  pthread_mutex_lock(&callbacks.lock);
  struct callback *c = callbacks.list;
  while (c && c != token) c = c->next;
  pthread_mutex_unlock(&callbacks.lock);
  return c;
}

/* --- where the data are --- */

static size_t described_bytes(const struct gfc_desc *d) {
  size_t n = d->elem_len;
  for (int i = 0; i < d->rank; i++) n *= gfc_extent(&d->dim[i]);
  return n;
}

static char *get_here(const struct caf_access *a, void *fn, void *add_data, void *base,
                      struct callback *cb, struct caf_accessed *answer, int32_t *free_it) {
  void *buffer = NULL;
  size_t dst_charlen = a->dst_charlen;
  answer->data = a->data;
  answer->data.d.base = NULL;
  *free_it = 0;
  ((caf_getter *)fn)(add_data, &a->caller_image,
                     a->has_data_desc ? (void *)&answer->data : (void *)&buffer, free_it, base, cb,
                     0, a->has_dst_charlen ? &dst_charlen : NULL,
                     a->has_src_charlen ? (const size_t *)&a->src_charlen : NULL);
  answer->dst_charlen = dst_charlen;
  if (a->has_data_desc) {
    answer->data_size = described_bytes(&answer->data.d);
    return answer->data.d.base;
  }
  answer->data_size = a->data_size * (a->has_dst_charlen ? dst_charlen : 1);
  return buffer;
}

/* Makes an answer in memory from malloc. */
static char *answer_of(struct caf_accessed *answer, const char *data, size_t *n_p) {
  *n_p = sizeof *answer + answer->data_size;
  char *bytes = malloc(*n_p);
  if (bytes == NULL)
    hyd_caf_fail(&(struct caf_status){0}, GFC_STAT_ALLOCATION,
                 "not enough memory for a coindexed access");
  memcpy(bytes, answer, sizeof *answer);
  if (answer->data_size) memcpy(bytes + sizeof *answer, data, answer->data_size);
  return bytes;
}

/* Runs the procedure on this image's memory. The procedure may change add_data and data. */
static char *access_here(struct caf_access *a, void *add_data, char *data, size_t *n_p) {
  struct caf_accessed answer = {0};
  struct callback cb = {NULL, a->caller_rank, a->callback};
  void *fn = hyd_caf_accessor(a->hash), *base = a->base;
  char *got = NULL;
  int32_t free_it = 0;
  if (a->has_coarray_desc) {
    a->coarray.d.base = a->base;
    base = &a->coarray;
  }
  answer.found = fn != NULL;
  add_callback(&cb);
  if (fn && a->kind == CAF_ACCESS_GET) {
    got = get_here(a, fn, add_data, base, &cb, &answer, &free_it);
  } else if (fn && a->kind == CAF_ACCESS_SEND) {
    a->data.d.base = data;
    ((caf_receiver *)fn)(add_data, &a->caller_image, base,
                         a->has_data_desc ? (void *)&a->data : (void *)data, &cb, 0,
                         a->has_dst_charlen ? (const size_t *)&a->dst_charlen : NULL,
                         a->has_src_charlen ? (const size_t *)&a->src_charlen : NULL);
  } else if (fn) {
    ((caf_presence *)fn)(add_data, &a->caller_image, &answer.result, base, &cb, 0);
  }
  remove_callback(&cb);
  char *bytes = answer_of(&answer, got, n_p);
  if (free_it) free(got);
  return bytes;
}

/* --- the threads that run procedures for other images --- */

struct queued {
  struct queued *next;
  uint32_t rank;
  uint64_t call;
  char *request;
};
static struct queue {
  gex_HSL_t lock;
  struct queued *first, **last;
  sem_t some;
} accesses = {.lock = GEX_HSL_INITIALIZER, .last = &accesses.first},
  answers = {.lock = GEX_HSL_INITIALIZER, .last = &answers.first};

void hyd_caf_queue(enum caf_op op, uint32_t rank, uint64_t call, char *request) {
  struct queue *to = op == CAF_OP_ACCESS ? &accesses : &answers;
  struct queued *q = malloc(sizeof *q);
  if (q == NULL) abort();
  *q = (struct queued){NULL, rank, call, request};
  gex_HSL_Lock(&to->lock);
  *to->last = q;
  to->last = &q->next;
  gex_HSL_Unlock(&to->lock);
  sem_post(&to->some);
}

static struct queued *take_queued(struct queue *from) {
  gex_HSL_Lock(&from->lock);
  struct queued *q = from->first;
  if (q && (from->first = q->next) == NULL) from->last = &from->first;
  gex_HSL_Unlock(&from->lock);
  return q;
}

static size_t padded_size(size_t n) { return (n + 15) & ~(size_t)15; }

static void *serve_queue(void *queue) {
  struct queue *from = queue;
  for (;;) {
    while (sem_wait(&from->some)) {
    }
    struct queued *q = take_queued(from);
    if (q == NULL) continue;
    struct caf_access *a = (struct caf_access *)(void *)q->request;
    char *add_data = q->request + padded_size(sizeof *a);
    size_t n;
    char *answer = access_here(a, add_data, add_data + padded_size(a->add_data_size), &n);
    hyd_caf_return(q->rank, q->call, answer, n);
    free(answer);
    free(q->request);
    free(q);
  }
  return NULL;
}

static void start_thread(struct queue *queue) {
  pthread_attr_t attr;
  pthread_t thread;
  sigset_t all, before;
  sem_init(&queue->some, 0, 0);
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before); /* signals are for the program's threads */
  pthread_attr_init(&attr);
  pthread_attr_setstacksize(&attr, STACK);
  pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
  if (pthread_create(&thread, &attr, serve_queue, queue))
    hyd_caf_fail(&(struct caf_status){0}, GFC_STAT_ERROR,
                 "no thread for accesses from other images");
  pthread_attr_destroy(&attr);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* Starts the threads in programs of GCC 15 and later: at the start of the job, or when the program
 * registers its first accessors. */
void hyd_caf_serve_accessors(void) {
  static bool running;
  if (running || hyd_caf.size == 1 || !hyd_caf_has_accessors()) return;
  running = true;
  start_thread(&accesses);
  start_thread(&answers);
  hyd_caf_poll_often();
}

/* --- the caller --- */

/* The target of an access: a coarray at an image, or the caller of the procedure that makes the
 * access. */
struct target {
  uint32_t rank;
  char *base;
  enum caf_op op;
  struct caf_status status;
  const char *statement;
};

static bool find_target(struct target *t, void *token, int image, int *stat, void **team,
                        int *team_number, const char *statement) {
  struct callback *cb = find_callback(token);
  *t = (struct target){.op = cb ? CAF_OP_CALLBACK : CAF_OP_ACCESS,
                       .status.stat = stat,
                       .statement = statement};
  (void)team_number; /* GCC 16's TEAM_NUMBER=: only the current team's number is supported */
  if (cb) {
    t->rank = cb->rank;
    t->base = cb->add_data;
    return true;
  }
  const struct caf_place *place =
      hyd_caf_place(token, image, team, &t->rank, &t->status, statement);
  if (place) t->base = place->owner;
  return place != NULL;
}

static void copy_desc(union gfc_full_desc *to, const struct gfc_desc *from) {
  memcpy(to, from, gfc_desc_size(from));
}

static void prepare_access(struct caf_access *a, const struct target *t, int kind, int hash,
                           void *add_data, size_t add_data_size, const struct gfc_desc *coarray,
                           const size_t *dst_charlen, const size_t *src_charlen) {
  *a = (struct caf_access){.kind = kind,
                           .hash = hash,
                           .caller_image = (int)hyd_caf.current->me + 1,
                           .caller_rank = hyd_caf.rank,
                           .base = t->base,
                           .callback = add_data,
                           .add_data_size = add_data_size,
                           .has_coarray_desc = coarray != NULL,
                           .has_dst_charlen = dst_charlen != NULL,
                           .has_src_charlen = src_charlen != NULL,
                           .dst_charlen = dst_charlen ? *dst_charlen : 0,
                           .src_charlen = src_charlen ? *src_charlen : 0};
  if (coarray) copy_desc(&a->coarray, coarray);
}

/* Makes an access; returns its answer, malloc'ed. NULL, after reporting an error. */
static char *access_at(const struct target *t, struct caf_access *a, void *add_data,
                       const char *data, size_t data_size) {
  struct caf_answer answer = {0};
  if (t->rank == hyd_caf.rank) {
    answer.data = access_here(a, add_data, (char *)data, &answer.n);
  } else {
    size_t head = padded_size(sizeof *a), extra = padded_size(a->add_data_size);
    char *bytes = calloc(1, head + extra + 1);
    if (bytes == NULL)
      hyd_caf_fail(&(struct caf_status){0}, GFC_STAT_ALLOCATION, "%s: not enough memory",
                   t->statement);
    memcpy(bytes, a, sizeof *a);
    if (a->add_data_size) memcpy(bytes + head, add_data, a->add_data_size);
    hyd_caf_call(t->rank, t->op, bytes, head + extra, data, data_size, &answer);
    free(bytes);
  }
  const struct caf_accessed *got = (const void *)answer.data;
  if (got->found) {
    hyd_caf_succeed_at(&t->status, t->rank, t->statement);
    return answer.data;
  }
  free(answer.data);
  hyd_caf_fail(&t->status, GFC_STAT_ERROR, "%s: the image does not know the access procedure %d",
               t->statement, a->hash);
  return NULL;
}

static struct caf_accessed *fetch_data(const struct target *t, const struct gfc_desc *coarray,
                                       const size_t *src_charlen, size_t dst_size,
                                       const size_t *dst_charlen, const struct gfc_desc *dst_desc,
                                       int hash, void *add_data, size_t add_data_size) {
  struct caf_access a;
  prepare_access(&a, t, CAF_ACCESS_GET, hash, add_data, add_data_size, coarray, dst_charlen,
                 src_charlen);
  a.data_size = dst_size;
  a.has_data_desc = dst_desc != NULL;
  if (dst_desc) copy_desc(&a.data, dst_desc);
  return (struct caf_accessed *)(void *)access_at(t, &a, add_data, NULL, 0);
}

void _gfortran_caf_get_from_remote(void *token, const struct gfc_desc *opt_src_desc,
                                   const size_t *opt_src_charlen, int image, size_t dst_size,
                                   void **dst_data, size_t *opt_dst_charlen,
                                   struct gfc_desc *opt_dst_desc, bool may_realloc_dst, int index,
                                   void *add_data, size_t add_data_size, int *stat, void **team,
                                   int *team_number) {
  struct target t;
  CAF_BEGIN(since);
  if (!find_target(&t, token, image, stat, team, team_number, "coindexed get")) return;
  struct caf_accessed *got =
      fetch_data(&t, opt_src_desc, opt_src_charlen, dst_size, opt_dst_charlen, opt_dst_desc, index,
                 add_data, add_data_size);
  if (got == NULL) return;
  if (opt_dst_charlen) *opt_dst_charlen = got->dst_charlen;
  if (may_realloc_dst && opt_dst_desc) {
    void *memory = realloc(opt_dst_desc->base, got->data_size ? got->data_size : 1);
    if (memory == NULL)
      hyd_caf_fail(&(struct caf_status){0}, GFC_STAT_ALLOCATION,
                   "coindexed get: not enough memory");
    memcpy(opt_dst_desc, &got->data, gfc_desc_size(&got->data.d));
    opt_dst_desc->base = *dst_data = memory;
  } else if (may_realloc_dst && *dst_data == NULL) {
    *dst_data = malloc(got->data_size ? got->data_size : 1);
  }
  if (got->data_size && *dst_data) memcpy(*dst_data, got + 1, got->data_size);
  CAF_STAT_END(CAF_K_GET, since, got->data_size);
  free(got);
}

/* Packs the data of a section, and describes them as packed. */
static char *pack(struct caf_access *a, const struct gfc_desc *d, const void *data, size_t *n_p) {
  struct caf_section from, packed;
  hyd_caf_section_of(&from, d, (char *)data, 0);
  *n_p = hyd_caf_section_elements(&from) * d->elem_len;
  char *memory = malloc(*n_p + 1);
  if (memory == NULL)
    hyd_caf_fail(&(struct caf_status){0}, GFC_STAT_ALLOCATION, "coindexed put: not enough memory");
  if (*n_p) {
    hyd_caf_section_packed(&packed, memory, &from.elem, &from);
    hyd_caf_copy(&packed, &from);
  }
  copy_desc(&a->data, d);
  a->data.d.span = (ptrdiff_t)d->elem_len;
  ptrdiff_t stride = 1;
  for (int i = 0; i < d->rank; i++) {
    a->data.d.dim[i].stride = stride;
    stride *= (ptrdiff_t)gfc_extent(&d->dim[i]);
  }
  return memory;
}

static void send_data(const struct target *t, struct gfc_desc *coarray, const size_t *dst_charlen,
                      size_t src_size, const void *src_data, const size_t *src_charlen,
                      const struct gfc_desc *src_desc, int hash, void *add_data,
                      size_t add_data_size) {
  struct caf_access a;
  prepare_access(&a, t, CAF_ACCESS_SEND, hash, add_data, add_data_size, coarray, dst_charlen,
                 src_charlen);
  size_t n = src_size * (src_charlen ? *src_charlen : 1);
  a.has_data_desc = src_desc != NULL;
  char *packed = src_desc ? pack(&a, src_desc, src_data, &n) : NULL;
  a.data_size = n;
  free(access_at(t, &a, add_data, packed ? packed : src_data, n));
  free(packed);
}

void _gfortran_caf_send_to_remote(void *token, struct gfc_desc *opt_dst_desc,
                                  const size_t *opt_dst_charlen, int image, size_t src_size,
                                  const void *src_data, const size_t *opt_src_charlen,
                                  const struct gfc_desc *opt_src_desc, int index, void *add_data,
                                  size_t add_data_size, int *stat, void **team, int *team_number) {
  struct target t;
  CAF_BEGIN(since);
  if (!find_target(&t, token, image, stat, team, team_number, "coindexed put")) return;
  send_data(&t, opt_dst_desc, opt_dst_charlen, src_size, src_data, opt_src_charlen, opt_src_desc,
            index, add_data, add_data_size);
  CAF_STAT_END(CAF_K_PUT, since, src_size);
}

/* GCC 15 passes 20 arguments; the 17th is scalar_transfer, as for GCC 16 (libcaf.md 4.2). */
void _gfortran_caf_transfer_between_remotes(
    void *dst_token, struct gfc_desc *opt_dst_desc, size_t *opt_dst_charlen, int dst_image,
    int dst_index, void *dst_add_data, size_t dst_add_data_size, void *src_token,
    const struct gfc_desc *opt_src_desc, const size_t *opt_src_charlen, int src_image,
    int src_index, void *src_add_data, size_t src_add_data_size, size_t src_size,
    bool scalar_transfer, int *dst_stat, int *src_stat, void **dst_team, int *dst_team_number,
    void **src_team, int *src_team_number) {
  struct target to, from;
  union gfc_full_desc none = {0};
  CAF_BEGIN(since);
  if (!CAF_GCC16) {
    src_stat = dst_stat;
    dst_team = src_team = NULL;
    dst_team_number = src_team_number = NULL;
  }
  if (!find_target(&from, src_token, src_image, src_stat, src_team, src_team_number,
                   "coindexed assignment") ||
      !find_target(&to, dst_token, dst_image, dst_stat, dst_team, dst_team_number,
                   "coindexed assignment"))
    return;
  struct caf_accessed *got =
      fetch_data(&from, opt_src_desc, opt_src_charlen, src_size, opt_src_charlen,
                 scalar_transfer ? NULL : &none.d, src_index, src_add_data, src_add_data_size);
  if (got == NULL) return;
  got->data.d.base = got + 1;
  send_data(&to, opt_dst_desc, opt_dst_charlen, src_size, got + 1, opt_src_charlen,
            scalar_transfer ? NULL : &got->data.d, dst_index, dst_add_data, dst_add_data_size);
  CAF_STAT_END(CAF_K_BOTH, since, got->data_size);
  free(got);
}

int32_t _gfortran_caf_is_present_on_remote(void *token, int image, int index, void *add_data,
                                           size_t add_data_size) {
  struct target t;
  struct caf_access a;
  if (token == NULL ||
      !find_target(&t, token, image, NULL, NULL, NULL, "ALLOCATED of a coindexed component"))
    return 0;
  prepare_access(&a, &t, CAF_ACCESS_PRESENT, index, add_data, add_data_size, NULL, NULL, NULL);
  struct caf_accessed *got = (struct caf_accessed *)(void *)access_at(&t, &a, add_data, NULL, 0);
  int32_t result = got ? got->result : 0;
  free(got);
  return result;
}
