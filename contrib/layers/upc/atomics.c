/* SPDX-License-Identifier: BSD-3-Clause
 *
 * atomics.c: upc_atomic.h (libupc.md 4.2). A domain is one of the library's, of the type of the
 * same size; a domain of pointers-to-shared is operated on by their owner, as a pointer may have 16
 * bytes and compares without its phase. The object that the program sees is a global block whose
 * part on each thread has the number of the domain there.
 */
#include <string.h>

#include "contrib/layers/upc/answers.h"
#include "contrib/layers/upc/entries.h"
#include "contrib/layers/upc/heap.h"
#include "contrib/layers/upc/job.h"
#include "contrib/layers/upc/libraries.h"
#include "contrib/layers/upc/order.h"
#include "contrib/layers/upc/report.h"
#include "contrib/layers/upc/stats.h"

#define INTEGER_OPS                                                                                \
  (UPC_ADD | UPC_MULT | UPC_AND | UPC_OR | UPC_XOR | UPC_MIN | UPC_MAX | UPC_GET | UPC_SET |       \
   UPC_CSWAP | UPC_SUB | UPC_INC | UPC_DEC)
#define FLOAT_OPS (INTEGER_OPS & ~(UPC_AND | UPC_OR | UPC_XOR))
#define PTS_OPS (UPC_GET | UPC_SET | UPC_CSWAP)
#define WITHOUT_OPERAND (UPC_GET | UPC_INC | UPC_DEC)

static const struct kind {
  const char *name;
  gex_DT_t type; /* 0: pointers-to-shared, or no type of atomics */
  upc_op_t ops;
} kinds[UPC_TYPES] = {[UPC_INT] = {"UPC_INT", GEX_DT_I32, INTEGER_OPS},
                      [UPC_UINT] = {"UPC_UINT", GEX_DT_U32, INTEGER_OPS},
                      [UPC_LONG] = {"UPC_LONG", sizeof(long) == 8 ? GEX_DT_I64 : GEX_DT_I32,
                                    INTEGER_OPS},
                      [UPC_ULONG] = {"UPC_ULONG", sizeof(long) == 8 ? GEX_DT_U64 : GEX_DT_U32,
                                     INTEGER_OPS},
                      [UPC_LLONG] = {"UPC_LLONG", GEX_DT_I64, INTEGER_OPS},
                      [UPC_ULLONG] = {"UPC_ULLONG", GEX_DT_U64, INTEGER_OPS},
                      [UPC_INT32] = {"UPC_INT32", GEX_DT_I32, INTEGER_OPS},
                      [UPC_UINT32] = {"UPC_UINT32", GEX_DT_U32, INTEGER_OPS},
                      [UPC_INT64] = {"UPC_INT64", GEX_DT_I64, INTEGER_OPS},
                      [UPC_UINT64] = {"UPC_UINT64", GEX_DT_U64, INTEGER_OPS},
                      [UPC_FLOAT] = {"UPC_FLOAT", GEX_DT_FLT, FLOAT_OPS},
                      [UPC_DOUBLE] = {"UPC_DOUBLE", GEX_DT_DBL, FLOAT_OPS},
                      [UPC_PTS] = {"UPC_PTS", 0, PTS_OPS}};

static const struct operation {
  upc_op_t op;
  const char *name;
  gex_OP_t plain, fetching; /* plain 0: always fetches */
} operations[] = {{UPC_ADD, "UPC_ADD", GEX_OP_ADD, GEX_OP_FADD},
                  {UPC_MULT, "UPC_MULT", GEX_OP_MULT, GEX_OP_FMULT},
                  {UPC_AND, "UPC_AND", GEX_OP_AND, GEX_OP_FAND},
                  {UPC_OR, "UPC_OR", GEX_OP_OR, GEX_OP_FOR},
                  {UPC_XOR, "UPC_XOR", GEX_OP_XOR, GEX_OP_FXOR},
                  {UPC_MIN, "UPC_MIN", GEX_OP_MIN, GEX_OP_FMIN},
                  {UPC_MAX, "UPC_MAX", GEX_OP_MAX, GEX_OP_FMAX},
                  {UPC_GET, "UPC_GET", 0, GEX_OP_GET},
                  {UPC_SET, "UPC_SET", GEX_OP_SET, GEX_OP_SWAP},
                  {UPC_CSWAP, "UPC_CSWAP", GEX_OP_CAS, GEX_OP_FCAS},
                  {UPC_SUB, "UPC_SUB", GEX_OP_SUB, GEX_OP_FSUB},
                  {UPC_INC, "UPC_INC", GEX_OP_INC, GEX_OP_FINC},
                  {UPC_DEC, "UPC_DEC", GEX_OP_DEC, GEX_OP_FDEC}};
enum { OPERATIONS = sizeof operations / sizeof operations[0] };

static const struct operation *find_operation(upc_op_t op) {
  for (int i = 0; i < OPERATIONS; i++)
    if (operations[i].op == op) return &operations[i];
  return NULL;
}

/* --- domains --- */

static struct domain { /* kept by each thread in its part of the block */
  uint64_t mark;       /* tells a domain from other memory */
  gex_AD_t ad;
  const struct kind *kind;
  upc_op_t ops;
} * domain_at(uint64_t offset) {
  return (struct domain *)(void *)(hyd_upc.here + offset);
}
#define DOMAIN_MARK UINT64_C(0x68796475706361)

static const struct domain *find_domain(pts_t p, const char *caller) {
  if (pts_is_null(p) || pts_thread(p) != 0 || pts_offset(p) < hyd_upc.statics ||
      pts_offset(p) >= hyd_upc.control || domain_at(pts_offset(p))->mark != DOMAIN_MARK)
    hyd_upc_fail("%s: not an atomics domain", caller);
  return domain_at(pts_offset(p));
}

static gex_OP_t library_ops(upc_op_t ops) {
  gex_OP_t result = 0;
  for (int i = 0; i < OPERATIONS; i++)
    if (ops & operations[i].op) result |= operations[i].plain | operations[i].fetching;
  return result;
}

static const struct kind *check_kind(upc_type_t type, upc_op_t ops) {
  const struct kind *kind = type > 0 && type < UPC_TYPES ? &kinds[type] : NULL;
  if (kind == NULL || kind->name == NULL) hyd_upc_fail("unsupported atomic type: 0x%x", type);
  if (ops == 0 || (ops & ~kind->ops))
    hyd_upc_fail("one/more requested atomic operations (0x%lx) unsupported for type `%s'",
                 ops & ~kind->ops, kind->name);
  return kind;
}

pts_t upc_all_atomicdomain_alloc(upc_type_t type, upc_op_t ops, upc_atomichint_t hint) {
  const struct kind *kind = check_kind(type, ops);
  uint64_t offset = hyd_upc.rank == 0 ? hyd_upc_global_get(sizeof(struct domain)) : 0;
  (void)hint;
  hyd_upc_share(&offset, sizeof offset, 0);
  if (offset == 0) hyd_upc_fail("insufficient UPC dynamic shared memory");
  struct domain *d = domain_at(offset);
  *d = (struct domain){DOMAIN_MARK, NULL, kind, ops};
  if (kind->type) gex_AD_Create(&d->ad, hyd_upc.all, kind->type, library_ops(ops), 0);
  hyd_upc_meet();
  return pts_make(0, offset, 0);
}

void upc_all_atomicdomain_free(pts_t p) {
  if (pts_is_null(p)) return;
  struct domain *d = domain_at(pts_offset(p));
  find_domain(p, "upc_all_atomicdomain_free");
  hyd_upc_meet();
  if (d->kind->type) gex_AD_Destroy(d->ad);
  d->mark = 0;
  hyd_upc_meet();
  if (hyd_upc.rank == 0) hyd_upc_block_free(0, pts_offset(p), UPC_BLOCK);
}

int upc_atomic_isfast(upc_type_t type, upc_op_t ops, pts_t target) {
  check_kind(type, ops);
  return type != UPC_PTS && pts_thread(target) < hyd_upc.size && hyd_upc.mapped[pts_thread(target)]
             ? UPC_ATOMIC_PERFORMANCE_FAST
             : UPC_ATOMIC_PERFORMANCE_NOT_FAST;
}

int upc_atomic_query(upc_type_t type, upc_op_t ops, pts_t target) {
  return upc_atomic_isfast(type, ops, target);
}

/* --- operations --- */

static const struct operation *check_operation(const struct domain *d, const void *fetch,
                                               upc_op_t op, const void *operand1,
                                               const void *operand2) {
  const struct operation *o = find_operation(op);
  if (op & (op - 1)) hyd_upc_fail("atomic operation (0x%lx) may have only a single bit set", op);
  if (o == NULL) hyd_upc_fail("invalid atomic operation (0x%lx)", op);
  if ((op & d->ops) == 0) hyd_upc_fail("invalid operation (%s) for specified domain", o->name);
  if (op == UPC_GET && fetch == NULL)
    hyd_upc_fail("atomic operation `%s' requires a non-NULL fetch pointer", o->name);
  if ((operand1 == NULL) != ((op & WITHOUT_OPERAND) != 0))
    hyd_upc_fail("atomic operation `%s' requires a %sNULL operand1 pointer", o->name,
                 operand1 ? "" : "non-");
  if ((operand2 == NULL) != (op != UPC_CSWAP))
    hyd_upc_fail("atomic operation `%s' requires a %sNULL operand2 pointer", o->name,
                 operand2 ? "" : "non-");
  return o;
}

struct pts_request {
  uint64_t offset, op;
  pts_t operand1, operand2;
};

static bool same_place(pts_t a, pts_t b) {
  if (pts_is_null(a) || pts_is_null(b)) return pts_is_null(a) && pts_is_null(b);
  return pts_thread(a) == pts_thread(b) && pts_offset(a) == pts_offset(b);
}

void hyd_upc_serve_pts(uint32_t asker, const void *request, void *answer) {
  static gex_HSL_t lock = GEX_HSL_INITIALIZER;
  const struct pts_request *r = request;
  pts_t *target = (pts_t *)(void *)(hyd_upc.here + r->offset), old;
  (void)asker;
  gex_HSL_Lock(&lock);
  old = *target;
  if (r->op == UPC_SET) *target = r->operand1;
  if (r->op == UPC_CSWAP && same_place(old, r->operand1)) *target = r->operand2;
  gex_HSL_Unlock(&lock);
  memcpy(answer, &old, sizeof old);
}

static void operate_on_pts(void *fetch, upc_op_t op, pts_t target, const void *operand1,
                           const void *operand2) {
  struct pts_request r = {.offset = pts_offset(target), .op = op};
  pts_t old;
  if (operand1) memcpy(&r.operand1, operand1, sizeof r.operand1);
  if (operand2) memcpy(&r.operand2, operand2, sizeof r.operand2);
  hyd_upc_ask(pts_thread(target), UPC_ASK_PTS, &r, sizeof r, &old, sizeof old);
  if (fetch) memcpy(fetch, &old, sizeof old);
}

#define OPERATE(suffix, type)                                                                      \
  static void operate_##suffix(gex_AD_t ad, void *fetch, uint32_t thread, void *at, gex_OP_t op,   \
                               const void *operand1, const void *operand2) {                       \
    type a = 0, b = 0, old = 0;                                                                    \
    if (operand1) memcpy(&a, operand1, sizeof a);                                                  \
    if (operand2) memcpy(&b, operand2, sizeof b);                                                  \
    gex_Event_Wait(gex_AD_OpNB_##suffix(ad, &old, thread, at, op, a, b, 0));                       \
    if (fetch) memcpy(fetch, &old, sizeof old);                                                    \
  }
OPERATE(I32, int32_t)
OPERATE(U32, uint32_t)
OPERATE(I64, int64_t)
OPERATE(U64, uint64_t)
OPERATE(FLT, float)
OPERATE(DBL, double)

static void operate_by_library(const struct domain *d, void *fetch, const struct operation *o,
                               pts_t target, const void *operand1, const void *operand2) {
  gex_OP_t op = fetch ? o->fetching : o->plain;
  uint32_t thread = pts_thread(target);
  void *at = hyd_upc.owner[thread] + pts_offset(target);
  switch (d->kind->type) {
  case GEX_DT_I32: operate_I32(d->ad, fetch, thread, at, op, operand1, operand2); break;
  case GEX_DT_U32: operate_U32(d->ad, fetch, thread, at, op, operand1, operand2); break;
  case GEX_DT_I64: operate_I64(d->ad, fetch, thread, at, op, operand1, operand2); break;
  case GEX_DT_U64: operate_U64(d->ad, fetch, thread, at, op, operand1, operand2); break;
  case GEX_DT_FLT: operate_FLT(d->ad, fetch, thread, at, op, operand1, operand2); break;
  default: operate_DBL(d->ad, fetch, thread, at, op, operand1, operand2);
  }
}

void upc_atomic_relaxed(pts_t domain, void *fetch, upc_op_t op, pts_t target, const void *operand1,
                        const void *operand2) {
  const struct domain *d = find_domain(domain, "upc_atomic_relaxed");
  const struct operation *o = check_operation(d, fetch, op, operand1, operand2);
  hyd_upc_check(pts_thread(target), pts_offset(target), sizeof(uint32_t));
  hyd_upc_count(UPC_N_ATOMIC, 0);
  hyd_upc_complete_puts_of(pts_thread(target),
                           hyd_upc.owner[pts_thread(target)] + pts_offset(target), sizeof(pts_t));
  if (d->kind->type)
    operate_by_library(d, fetch, o, target, operand1, operand2);
  else
    operate_on_pts(fetch, op, target, operand1, operand2);
}

void upc_atomic_strict(pts_t domain, void *fetch, upc_op_t op, pts_t target, const void *operand1,
                       const void *operand2) {
  hyd_upc_fence();
  upc_atomic_relaxed(domain, fetch, op, target, operand1, operand2);
  hyd_upc_fence();
}
