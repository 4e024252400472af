/* SPDX-License-Identifier: BSD-3-Clause
 *
 * answers.c: questions to other threads and their answers, and the thread that answers while the
 * program computes: a polling one if some memory of the job is not mapped, else one that sleeps
 * until a thread of the host rings.
 */
#include "contrib/layers/upc/answers.h"

#include <string.h>

#include "contrib/layers/common/doorbell.h"
#include "contrib/layers/common/progress.h"
#include "contrib/layers/upc/control.h"
#include "contrib/layers/upc/report.h"

static upc_serve_fn *const serve[UPC_QUESTIONS] = {
    hyd_upc_serve_fill,  hyd_upc_serve_global_get, hyd_upc_serve_is_global, hyd_upc_serve_free,
    hyd_upc_serve_freed, hyd_upc_serve_mark,       hyd_upc_serve_give_back, hyd_upc_serve_raise,
    hyd_upc_serve_pts,   hyd_upc_serve_name,       hyd_upc_serve_word};

struct waiting {
  void *answer;
  size_t n;
  _Atomic int arrived;
};

static gex_AM_Arg_t high_half(const void *p) {
  return (gex_AM_Arg_t)(uint32_t)((uint64_t)(uintptr_t)p >> 32);
}
static gex_AM_Arg_t low_half(const void *p) { return (gex_AM_Arg_t)(uint32_t)(uintptr_t)p; }

static void handle_ask(gex_Token_t token, void *request, size_t n, gex_AM_Arg_t question,
                       gex_AM_Arg_t high, gex_AM_Arg_t low) {
  union {
    uint64_t align;
    char bytes[UPC_ASK_BYTES];
  } in = {0}, out = {0};
  gex_Token_Info_t info;
  gex_Token_Info(token, &info, GEX_TI_SRCRANK);
  memcpy(in.bytes, request, n);
  serve[question](info.gex_srcrank, in.bytes, out.bytes);
  gex_AM_ReplyMedium2(token, UPC_AM_ANSWER, out.bytes, sizeof out.bytes, GEX_EVENT_NOW, 0, high,
                      low);
}

static void handle_answer(gex_Token_t token, void *answer, size_t n, gex_AM_Arg_t high,
                          gex_AM_Arg_t low) {
  struct waiting *w = (struct waiting *)(uintptr_t)((uint64_t)(uint32_t)high << 32 | (uint32_t)low);
  (void)token;
  (void)atomic_load_explicit(&w->arrived, memory_order_acquire); /* A4 pairs with A3 */
  if (w->n) memcpy(w->answer, answer, w->n < n ? w->n : n);
  atomic_store_explicit(&w->arrived, 1, memory_order_release); /* A1 pairs with A2 */
}

void hyd_upc_ask(uint32_t thread, enum upc_question question, const void *request, size_t n,
                 void *answer, size_t answer_n) {
  if (thread == hyd_upc.rank) {
    union {
      uint64_t align;
      char bytes[UPC_ASK_BYTES];
    } out = {0};
    serve[question](thread, request, out.bytes);
    if (answer_n) memcpy(answer, out.bytes, answer_n);
    return;
  }
  struct waiting w = {answer, answer_n, 0};
  /* A3: the messages order what the handler reads, too, by way of another process. */
  atomic_store_explicit(&w.arrived, 0, memory_order_release);
  gex_AM_RequestMedium3(hyd_upc.all, thread, UPC_AM_ASK, (void *)(uintptr_t)request, n,
                        GEX_EVENT_NOW, 0, (gex_AM_Arg_t)question, high_half(&w), low_half(&w));
  if (hyd_upc.all_mapped) hyd_doorbell_ring(&hyd_upc_control(thread)->doorbell);
  GASNET_BLOCKUNTIL(atomic_load_explicit(&w.arrived, memory_order_acquire)); /* A2 */
}

static gex_AM_Entry_t handlers[] = {{UPC_AM_ASK, (gex_AM_Fn_t)handle_ask,
                                     GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REQUEST, 3, NULL, "upc ask"},
                                    {UPC_AM_ANSWER, (gex_AM_Fn_t)handle_answer,
                                     GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REPLY, 2, NULL, "upc answer"},
                                    {UPC_AM_LINK, (gex_AM_Fn_t)hyd_upc_handle_link,
                                     GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 3, NULL,
                                     "upc lock queue"},
                                    {UPC_AM_GRANT, (gex_AM_Fn_t)hyd_upc_handle_grant,
                                     GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 1, NULL,
                                     "upc lock grant"},
                                    {UPC_AM_END, (gex_AM_Fn_t)hyd_upc_handle_end,
                                     GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 4, NULL, "upc end"}};

void hyd_upc_register_handlers(void) {
  gex_EP_RegisterHandlers(hyd_upc.ep, handlers, sizeof handlers / sizeof handlers[0]);
}

static void poll_messages(void) { gasnet_AMPoll(); }

void hyd_upc_answer_always(void) {
  if (hyd_upc.size == 1) return;
  int error = hyd_upc.all_mapped
                  ? hyd_doorbell_attend(&hyd_upc_control(hyd_upc.rank)->doorbell, poll_messages)
                  : hyd_poll_often();
  if (error) hyd_upc_warn("no thread for progress: threads answer late while they compute");
}
