/* SPDX-License-Identifier: BSD-3-Clause
 *
 * messages.c: a request, its handler and the reply's, step by step; and a poll that finds nothing.
 */
#include "tests/counts/messages.h"
#include "tests/counts/count.h"
#include "tests/counts/job.h"

enum { PING = GEX_AM_INDEX_BASE, PONG, MEDIUM_PING, MEDIUM_PONG, DROP };

static void on_ping(gex_Token_t token) { gex_AM_ReplyShort0(token, PONG, 0); }
static void on_pong(gex_Token_t token) { (void)token; }
static void on_medium_ping(gex_Token_t token, void *buf, size_t n) {
  (void)buf;
  gex_AM_ReplyMedium0(token, MEDIUM_PONG, job_local, n, GEX_EVENT_NOW, 0);
}
static void on_data(gex_Token_t token, void *buf, size_t n) { (void)token, (void)buf, (void)n; }

#define SHORT GEX_FLAG_AM_SHORT
#define MEDIUM GEX_FLAG_AM_MEDIUM
#define REQUEST GEX_FLAG_AM_REQUEST
#define REPLY GEX_FLAG_AM_REPLY
gex_AM_Entry_t count_handlers[COUNT_HANDLERS] = {
    {PING, (gex_AM_Fn_t)on_ping, SHORT | REQUEST, 0, NULL, "ping"},
    {PONG, (gex_AM_Fn_t)on_pong, SHORT | REPLY, 0, NULL, "pong"},
    {MEDIUM_PING, (gex_AM_Fn_t)on_medium_ping, MEDIUM | REQUEST, 0, NULL, "medium ping"},
    {MEDIUM_PONG, (gex_AM_Fn_t)on_data, MEDIUM | REPLY, 0, NULL, "medium pong"},
    {DROP, (gex_AM_Fn_t)on_data, MEDIUM | REQUEST, 0, NULL, "drop"},
};

static void send_short(void) { gex_AM_RequestShort0(job.tm, job.peer, PING, 0); }
static void send_medium(void) {
  gex_AM_RequestMedium0(job.tm, job.peer, MEDIUM_PING, job_local, job.n, GEX_EVENT_NOW, 0);
}
static void send_one_way(void) {
  gex_AM_RequestMedium0(job.tm, job.peer, DROP, job_local, job.n, GEX_EVENT_NOW, 0);
}
static void poll_once(void) { gasnet_AMPoll(); }
static void do_nothing(void) {}

void count_messages(void) {
  static const struct exchange exchanges[] = {
      {{"Short: inject", "Short: poll, deliver, reply", "Short: poll, deliver reply"},
       {send_short, poll_once, poll_once}},
      {{"Medium 8 B: inject", "Medium 8 B: poll, deliver, reply",
        "Medium 8 B: poll, deliver reply"},
       {send_medium, poll_once, poll_once}},
      {{"Medium 512 B: inject", "Medium 512 B: poll, deliver, reply",
        "Medium 512 B: poll, deliver reply"},
       {send_medium, poll_once, poll_once}},
      {{"Medium 8 B, one-way: inject", "Medium 8 B, one-way: poll, deliver", NULL},
       {send_one_way, poll_once, do_nothing}},
      /* The last step has a message: many polls in a row that find nothing look at the clock. */
      {{"poll of nothing", NULL, NULL}, {poll_once, send_one_way, poll_once}}};
  static const size_t bytes[] = {0, 8, 512, 8, 8};
  for (size_t i = 0; i < sizeof exchanges / sizeof *exchanges; i++) {
    job.n = bytes[i];
    job_exchange(&exchanges[i]);
  }
}
