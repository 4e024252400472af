/* SPDX-License-Identifier: BSD-3-Clause
 *
 * messages.c: every rank sends its neighbour a text, which comes back.
 */
#include "client.h"

static gex_AM_Index_t echo_index, back_index;
static char heard[64];
static volatile int back;

static void echo(gex_Token_t token, void *text, size_t n, gex_AM_Arg_t value) {
  gex_AM_ReplyMedium1(token, back_index, text, n, GEX_EVENT_NOW, 0, value + 1);
}

static void come_back(gex_Token_t token, void *text, size_t n, gex_AM_Arg_t value) {
  (void)token;
  memcpy(heard, text, n);
  back = value;
}

void register_handlers(struct client *c) {
  gex_AM_Entry_t table[] = {{0, (gex_AM_Fn_t)echo, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_MEDIUM, 1,
                             NULL, "echo"},
                            {0, (gex_AM_Fn_t)come_back, GEX_FLAG_AM_REPLY | GEX_FLAG_AM_MEDIUM, 1,
                             NULL, "back"}};
  CHECK(gex_EP_RegisterHandlers(c->ep, table, 2));
  echo_index = table[0].gex_index;
  back_index = table[1].gex_index;
}

int ring_of_messages(struct client *c) {
  char text[64];
  size_t n = (size_t)snprintf(text, sizeof text, "from %u", (unsigned)c->rank) + 1;
  CHECK(gex_AM_RequestMedium1(c->tm, c->next, echo_index, text, n, GEX_EVENT_NOW, 0, 41));
  GASNET_BLOCKUNTIL(back != 0);
  return back != 42 || strcmp(heard, text) != 0;
}
