/* SPDX-License-Identifier: BSD-3-Clause
 *
 * calls.c: remote calls: asks another image to run an operation on its memory, with requests and
 * answers of any size.
 *
 * A request is sent in medium messages. The handler of the last one to arrive runs the service and
 * replies with the first piece of the answer. The caller fetches the other pieces, several at a
 * time.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/layers/caf/caf.h"
#include "contrib/layers/caf/walk.h"

enum { WINDOW = 8 };

struct call {
  struct caf_answer *answer;
  _Atomic size_t received; /* bytes of the answer that have arrived, plus 1 once any has */
  size_t total;
  uint64_t rest;
};

struct rest {
  char *data;
  size_t n;
  _Atomic size_t left;
};

/* --- the target --- */

struct partial {
  struct partial *next;
  uint64_t call;
  uint32_t rank;
  size_t received;
  char *data;
};
static struct {
  gex_HSL_t lock;
  struct partial *list;
} partials = {.lock = GEX_HSL_INITIALIZER};

static caf_service *const services[] = {[CAF_OP_GET] = hyd_caf_serve_get,
                                        [CAF_OP_GET_BYTES] = hyd_caf_serve_bytes,
                                        [CAF_OP_PUT] = hyd_caf_serve_put,
                                        [CAF_OP_PRESENT] = hyd_caf_serve_present,
                                        [CAF_OP_TICKET] = hyd_caf_serve_ticket};

static void die(void) {
  hyd_caf_fail(&(struct caf_status){0}, GFC_STAT_ALLOCATION,
               "not enough memory for an access by reference");
}

static void reply(gex_Token_t token, const struct caf_piece *p, const char *data, size_t n) {
  gex_AM_SrcDesc_t sd =
      gex_AM_PrepareReplyMedium(token, NULL, sizeof *p + n, sizeof *p + n, NULL, 0, 0);
  char *to = gex_AM_SrcDescAddr(sd);
  memcpy(to, p, sizeof *p);
  memcpy(to + sizeof *p, data, n);
  gex_AM_CommitReplyMedium0(sd, CAF_AM_REPLY, sizeof *p + n);
}

static size_t reply_room(gex_Token_t token) {
  return gex_Token_MaxReplyMedium(token, NULL, GEX_FLAG_AM_PREPARE_LEAST_ALLOC, 0) -
         sizeof(struct caf_piece);
}

/* Answers that the ordered messages sent before this request are not carried out yet: ask again
 * after them. */
static void refuse_early(char **answer_p, size_t *n_p) {
  int32_t result = CAF_WALK_EARLY;
  *n_p = sizeof result;
  if ((*answer_p = malloc(*n_p)) == NULL) die();
  memcpy(*answer_p, &result, *n_p);
}

static void serve_request(gex_Token_t token, const struct caf_piece *request, const char *data) {
  char *answer = NULL;
  size_t n = 0, room = reply_room(token);
  if (hyd_caf_later_has_come(request->rank, request->rest))
    services[request->op](data, request->total, &answer, &n);
  else
    refuse_early(&answer, &n);
  struct caf_piece p = {.call = request->call, .total = n};
  if (n <= room) {
    reply(token, &p, answer, n);
    free(answer);
    return;
  }
  struct rest *rest = malloc(sizeof *rest);
  if (rest == NULL) die();
  rest->data = answer;
  rest->n = n;
  atomic_init(&rest->left, n - room);
  p.rest = (uint64_t)(uintptr_t)rest;
  reply(token, &p, answer, room);
}

/* Queues a request for another thread (accessors.c), which answers by request messages: only a
 * handler can reply. */
static void queue_request(const struct caf_piece *request, const char *data) {
  char *copy = malloc(request->total ? request->total : 1);
  if (copy == NULL) die();
  memcpy(copy, data, request->total);
  hyd_caf_queue((enum caf_op)request->op, request->rank, request->call, copy);
}

static void run_request(gex_Token_t token, const struct caf_piece *request, const char *data) {
  if (hyd_caf_is_ordered(request->op))
    hyd_caf_later_arrived(token, request, data);
  else if (request->op >= CAF_OP_ACCESS)
    queue_request(request, data);
  else
    serve_request(token, request, data);
}

void hyd_caf_return(uint32_t rank, uint64_t call, const char *data, size_t n) {
  struct caf_piece p = {.call = call, .total = n};
  size_t most =
      gex_AM_MaxRequestMedium(hyd_caf.all, rank, NULL, GEX_FLAG_AM_PREPARE_LEAST_ALLOC, 0) -
      sizeof p;
  do {
    size_t some = n - p.offset < most ? n - p.offset : most;
    gex_AM_SrcDesc_t sd = gex_AM_PrepareRequestMedium(hyd_caf.all, rank, NULL, sizeof p + some,
                                                      sizeof p + some, NULL, 0, 0);
    char *to = gex_AM_SrcDescAddr(sd);
    memcpy(to, &p, sizeof p);
    memcpy(to + sizeof p, data + p.offset, some);
    gex_AM_CommitRequestMedium0(sd, CAF_AM_RETURN, sizeof p + some);
    p.offset += some;
  } while (p.offset < n);
}

/* Stores a piece. Returns the whole request when the last piece has arrived, else NULL. */
static char *collect_request(const struct caf_piece *p, const char *data, size_t n) {
  struct partial **at, *part;
  char *whole = NULL;
  gex_HSL_Lock(&partials.lock);
  for (at = &partials.list; *at && ((*at)->call != p->call || (*at)->rank != p->rank);)
    at = &(*at)->next;
  part = *at;
  if (part == NULL) {
    part = malloc(sizeof *part);
    char *memory = malloc(p->total);
    if (part == NULL || memory == NULL) die();
    *part = (struct partial){NULL, p->call, p->rank, 0, memory};
    *at = part;
  }
  memcpy(part->data + p->offset, data, n);
  if ((part->received += n) == p->total) {
    whole = part->data;
    *at = part->next;
    free(part);
  }
  gex_HSL_Unlock(&partials.lock);
  return whole;
}

static void handle_request(gex_Token_t token, void *buf, size_t nbytes) {
  const struct caf_piece *p = buf;
  const char *data = (char *)buf + sizeof *p;
  size_t n = nbytes - sizeof *p;
  if (n == p->total) {
    run_request(token, p, data);
    return;
  }
  char *whole = collect_request(p, data, n);
  if (whole) run_request(token, p, whole);
  free(whole);
}

static uint64_t wide(gex_AM_Arg_t high, gex_AM_Arg_t low) {
  return (uint64_t)(uint32_t)high << 32 | (uint32_t)low;
}
#define HIGH(x) ((gex_AM_Arg_t)((uint64_t)(x) >> 32))
#define LOW(x) ((gex_AM_Arg_t)(uint64_t)(x))

static void handle_fetch(gex_Token_t token, gex_AM_Arg_t c1, gex_AM_Arg_t c0, gex_AM_Arg_t r1,
                         gex_AM_Arg_t r0, gex_AM_Arg_t o1, gex_AM_Arg_t o0, gex_AM_Arg_t n) {
  struct rest *rest = (struct rest *)(uintptr_t)wide(r1, r0);
  struct caf_piece p = {.call = wide(c1, c0), .total = rest->n, .offset = wide(o1, o0)};
  reply(token, &p, rest->data + p.offset, (size_t)n);
  if (atomic_fetch_sub(&rest->left, (size_t)n) == (size_t)n) {
    free(rest->data);
    free(rest);
  }
}

/* --- the caller --- */

static void handle_reply(gex_Token_t token, void *buf, size_t nbytes) {
  const struct caf_piece *p = buf;
  struct call *call = (struct call *)(uintptr_t)p->call;
  size_t n = nbytes - sizeof *p;
  (void)token;
  if (p->offset == 0) {
    call->total = p->total;
    call->rest = p->rest;
    call->answer->n = p->total;
    call->answer->data = malloc(p->total ? p->total : 1);
    if (call->answer->data == NULL) die();
  }
  memcpy(call->answer->data + p->offset, (char *)buf + sizeof *p, n);
  /* A1 pairs with A2: after it the caller sees these bytes. The first piece counts one more. */
  atomic_fetch_add_explicit(&call->received, n + (p->offset == 0), memory_order_release);
}

/* Pieces arrive in any order; the first to arrive allocates the memory. */
static void handle_return(gex_Token_t token, void *buf, size_t nbytes) {
  const struct caf_piece *p = buf;
  struct call *call = (struct call *)(uintptr_t)p->call;
  size_t n = nbytes - sizeof *p;
  (void)token;
  gex_HSL_Lock(&partials.lock);
  bool first = call->answer->data == NULL;
  if (first) {
    call->total = call->answer->n = p->total;
    call->answer->data = malloc(p->total ? p->total : 1);
    if (call->answer->data == NULL) die();
  }
  memcpy(call->answer->data + p->offset, (char *)buf + sizeof *p, n);
  gex_HSL_Unlock(&partials.lock);
  atomic_fetch_add_explicit(&call->received, n + first, memory_order_release); /* A1 */
}

gex_AM_Entry_t hyd_caf_handlers[] = {
    {CAF_AM_REQUEST, (gex_AM_Fn_t)handle_request, GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REQUEST, 0, NULL,
     "caf request"},
    {CAF_AM_FETCH, (gex_AM_Fn_t)handle_fetch, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 7, NULL,
     "caf fetch"},
    {CAF_AM_REPLY, (gex_AM_Fn_t)handle_reply, GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REPLY, 0, NULL,
     "caf reply"},
    {CAF_AM_RETURN, (gex_AM_Fn_t)handle_return, GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REQUEST, 0, NULL,
     "caf return"},
    {CAF_AM_DONE, (gex_AM_Fn_t)hyd_caf_handle_done, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REPLY, 3, NULL,
     "caf done"},
    {CAF_AM_WAKE, (gex_AM_Fn_t)hyd_caf_handle_wake, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 0,
     NULL, "caf wake"},
    {CAF_AM_NAMED, (gex_AM_Fn_t)hyd_caf_handle_named, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 2,
     NULL, "caf named"},
};
const size_t hyd_caf_handler_count = sizeof hyd_caf_handlers / sizeof hyd_caf_handlers[0];

/* Copies the bytes offset to offset + n of head followed by body. */
static void copy_part(char *to, const char *head, size_t head_size, const char *body, size_t offset,
                      size_t n) {
  size_t first = offset < head_size ? head_size - offset : 0;
  if (first > n) first = n;
  memcpy(to, head + offset, first);
  if (n > first) memcpy(to + first, body + (offset + first - head_size), n - first);
}

static size_t received(struct call *call) { /* A2 */
  return atomic_load_explicit(&call->received, memory_order_acquire);
}

static void fetch_rest(uint32_t rank, struct call *call, size_t first, size_t piece) {
  size_t asked = first;
  while (asked < call->total) {
    size_t n = call->total - asked < piece ? call->total - asked : piece;
    GASNET_BLOCKUNTIL(asked + 1 - received(call) < WINDOW * piece);
    gex_AM_RequestShort7(hyd_caf.all, rank, CAF_AM_FETCH, 0, HIGH((uintptr_t)call),
                         LOW((uintptr_t)call), HIGH(call->rest), LOW(call->rest), HIGH(asked),
                         LOW(asked), (gex_AM_Arg_t)n);
    asked += n;
  }
  GASNET_BLOCKUNTIL(received(call) == call->total + 1);
}

void hyd_caf_request(uint32_t rank, struct caf_piece *p, const void *head, size_t head_size,
                     const void *body, size_t body_size) {
  size_t most =
      gex_AM_MaxRequestMedium(hyd_caf.all, rank, NULL, GEX_FLAG_AM_PREPARE_LEAST_ALLOC, 0) -
      sizeof *p;
  p->total = head_size + body_size;
  p->rank = hyd_caf.rank;
  do {
    size_t n = p->total - p->offset < most ? p->total - p->offset : most;
    gex_AM_SrcDesc_t sd = gex_AM_PrepareRequestMedium(hyd_caf.all, rank, NULL, sizeof *p + n,
                                                      sizeof *p + n, NULL, 0, 0);
    char *to = gex_AM_SrcDescAddr(sd);
    memcpy(to, p, sizeof *p);
    copy_part(to + sizeof *p, head, head_size, body, p->offset, n);
    gex_AM_CommitRequestMedium0(sd, CAF_AM_REQUEST, sizeof *p + n);
    p->offset += n;
  } while (p->offset < p->total);
}

void hyd_caf_call(uint32_t rank, int op, const void *head, size_t head_size, const void *body,
                  size_t body_size, struct caf_answer *answer) {
  struct call call = {.answer = answer};
  struct caf_piece p = {.call = (uint64_t)(uintptr_t)&call,
                        .op = op,
                        .rest = hyd_caf_later_sent(rank)};
  answer->data = NULL;
  hyd_caf_request(rank, &p, head, head_size, body, body_size);
  if (op >= CAF_OP_ACCESS) {
    GASNET_BLOCKUNTIL(received(&call) > 0 && received(&call) == call.total + 1);
    return;
  }
  GASNET_BLOCKUNTIL(received(&call) > 0);
  size_t first = received(&call) - 1;
  if (first < call.total) fetch_rest(rank, &call, first, first);
}

void hyd_caf_call_behind(uint32_t rank, int op, const void *head, size_t head_size,
                         const void *body, size_t body_size, struct caf_answer *answer) {
  hyd_caf_call(rank, op, head, head_size, body, body_size, answer);
  if (hyd_caf_result_of(answer) != CAF_WALK_EARLY) return;
  free(answer->data);
  hyd_caf_complete_later();
  hyd_caf_call(rank, op, head, head_size, body, body_size, answer);
}
