/* SPDX-License-Identifier: BSD-3-Clause
 *
 * answers.h: questions to other threads, which their message handlers answer.
 */
#ifndef HYD_UPC_ANSWERS_H
#define HYD_UPC_ANSWERS_H
#include "contrib/layers/upc/job.h"

enum upc_question {
  UPC_ASK_FILL,       /* memset (remote.c) */
  UPC_ASK_GLOBAL_GET, /* thread 0: a global block (heap.c) */
  UPC_ASK_IS_GLOBAL,  /* thread 0: whether a global block begins at an offset */
  UPC_ASK_FREE,       /* a block of this thread's, or a global one */
  UPC_ASK_FREED,      /* a node of this thread's: its lock was freed (locks.c) */
  UPC_ASK_MARK,       /* thread 0: the asker's local part reaches down to an offset */
  UPC_ASK_GIVE_BACK,  /* what is free at the lower end of the thread's part */
  UPC_ASK_RAISE,      /* thread 0: a thread has given back */
  UPC_ASK_PTS,        /* an atomic operation on a pointer-to-shared (atomics.c) */
  UPC_ASK_NAME,       /* thread 0: whether the name of a barrier differs (meet.c) */
  UPC_ASK_WORD,       /* an atomic operation on a word of the run time (words.c) */
  UPC_QUESTIONS
};
enum { UPC_ASK_BYTES = 96 }; /* of a request or an answer at most */

/* The layers' answers: `answer` has UPC_ASK_BYTES. Run by handlers, or by hyd_upc_ask itself if the
 * thread is this one. */
typedef void upc_serve_fn(uint32_t asker, const void *request, void *answer);
upc_serve_fn hyd_upc_serve_fill, hyd_upc_serve_global_get, hyd_upc_serve_is_global,
    hyd_upc_serve_free, hyd_upc_serve_freed, hyd_upc_serve_mark, hyd_upc_serve_give_back,
    hyd_upc_serve_raise, hyd_upc_serve_pts, hyd_upc_serve_name, hyd_upc_serve_word;

/* Asks a thread and waits for its answer. */
void hyd_upc_ask(uint32_t thread, enum upc_question question, const void *request, size_t n,
                 void *answer, size_t answer_n);

/* Message handlers of other files, by index. */
enum { UPC_AM_ASK = GEX_AM_INDEX_BASE, UPC_AM_ANSWER, UPC_AM_LINK, UPC_AM_GRANT, UPC_AM_END };
void hyd_upc_handle_link(gex_Token_t token, gex_AM_Arg_t node, gex_AM_Arg_t thread,
                         gex_AM_Arg_t behind);
void hyd_upc_handle_grant(gex_Token_t token, gex_AM_Arg_t node);
void hyd_upc_handle_end(gex_Token_t token, gex_AM_Arg_t what, gex_AM_Arg_t thread,
                        gex_AM_Arg_t value, gex_AM_Arg_t steps);
void hyd_upc_register_handlers(void);

/* Starts the thread that answers while the program computes; of a job of one thread none. */
void hyd_upc_answer_always(void);

#endif
