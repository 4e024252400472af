/* SPDX-License-Identifier: BSD-3-Clause
 *
 * misuse.c: every call of netvm.h with wrong arguments: the code, and a line that says why.
 */
#include "features.h"

#define WRONG(code, text, call) expect(call, code, text, #call)

static void expect(int rc, int code, const char *text, const char *call) {
  if (rc == code && strstr(hyd_nv_why(), text)) return;
  fprintf(stderr, "rank %u: %s: %d, \"%s\"; expected %d, \"%s\"\n", ft_me, call, rc, hyd_nv_why(),
          code, text);
  ft_failures++;
}

#define BAD GASNET_ERR_BAD_ARG
#define FAR ((uint64_t)PAGES * PAGE)

static char local[64];
static hyd_nv_seg_t seg, other, mine;

static void on_nothing(uint32_t notf, void *arg) { (void)notf, (void)arg; }

/* All that may wait, before registration (code NOT_INIT) or in an armed handler (NOT_READY). */
static void waiting_calls(int code, const char *text) {
  uint32_t old;
  hyd_nv_channel_t channel;
  void *msg;
  size_t n;
  WRONG(code, text, hyd_nv_import(0, 1, &seg));
  WRONG(code, text, hyd_nv_readF(mine, 0, local, 1));
  WRONG(code, text, hyd_nv_flushR());
  WRONG(code, text, hyd_nv_flushW());
  WRONG(code, text, hyd_nv_flushRW());
  WRONG(code, text, hyd_nv_flushRemote());
  WRONG(code, text, hyd_nv_notfSpin(1, 0));
  WRONG(code, text, hyd_nv_notfWait(1, 0));
  WRONG(code, text, hyd_nv_notfQWait(&old, 0));
  WRONG(code, text, hyd_nv_testandset(mine, 0, &old));
  WRONG(code, text, hyd_nv_incr(mine, 0, &old));
  WRONG(code, text, hyd_nv_decr(mine, 0, &old));
  WRONG(code, text, hyd_nv_swap(mine, 0, 0, &old));
  WRONG(code, text, hyd_nv_cswap(mine, 0, 0, 0, &old));
  WRONG(code, text, hyd_nv_acquire(mine, 0));
  WRONG(code, text, hyd_nv_release(mine, 0));
  WRONG(code, text, hyd_nv_initQ(mine, 0, 0));
  WRONG(code, text, hyd_nv_insertQ(mine, 0));
  WRONG(code, text, hyd_nv_waitQ(mine, 0));
  WRONG(code, text, hyd_nv_removeQ(mine, 0));
  WRONG(code, text, hyd_nv_Swait(mine, 0));
  WRONG(code, text, hyd_nv_Ssignal(mine, 0));
  WRONG(code, text, hyd_nv_mbegin(mine, 0));
  WRONG(code, text, hyd_nv_mend(mine, 0));
  WRONG(code, text, hyd_nv_cvwait(mine, 0, 0));
  WRONG(code, text, hyd_nv_cvsignal(mine, 0, 0));
  WRONG(code, text, hyd_nv_channelReceiver(3, ft_arena, 4, 64, &channel));
  WRONG(code, text, hyd_nv_channelSender(0, 3, &channel));
  WRONG(code, text, hyd_nv_send(1, local, 1));
  WRONG(code, text, hyd_nv_recv(1, &msg, &n, 0));
  WRONG(code, text, hyd_nv_channelClose(1));
}

void misuse_before(gex_Client_t client, gex_EP_t ep, gex_TM_t tm) {
  const int code = GASNET_ERR_NOT_INIT;
  const char *text = "before hyd_nv_register";
  struct hyd_nv_settings none = {.arena = 0};
  uint64_t offset;
  uint32_t notf;
  size_t bytes = 1;
  gex_System_SetVerboseErrors(0);
  WRONG(BAD, "NULL", hyd_nv_register(client, ep, tm, NULL));
  WRONG(BAD, "team of all", hyd_nv_register(client, ep, GEX_TM_INVALID, &none));
  WRONG(BAD, "0 bytes", hyd_nv_register(client, ep, tm, &none));
  CHECK(hyd_nv_arena(&bytes) == NULL && bytes == 0 && hyd_nv_size(1) == 0);
  CHECK(hyd_nv_arena_segment() == GEX_SEGMENT_INVALID);
  waiting_calls(code, text);
  WRONG(code, text, hyd_nv_poll());
  WRONG(code, text, hyd_nv_export(1, local, 1, &seg));
  WRONG(code, text, hyd_nv_unexport(1));
  WRONG(code, text, hyd_nv_exportLookup(local, &seg, &offset));
  WRONG(code, text, hyd_nv_unimport(1));
  WRONG(code, text, hyd_nv_importLookup(0, local, &seg, &offset));
  WRONG(code, text, hyd_nv_write(1, 0, local, 1));
  WRONG(code, text, hyd_nv_writeF(1, 0, local, 1));
  WRONG(code, text, hyd_nv_writeN(1, 0, local, 1, 1));
  WRONG(code, text, hyd_nv_writeFN(1, 0, local, 1, 1));
  WRONG(code, text, hyd_nv_read(1, 0, local, 1));
  WRONG(code, text, hyd_nv_notfTest(1, &offset));
  WRONG(code, text, hyd_nv_notfAck(1));
  WRONG(code, text, hyd_nv_notfArm(1, on_nothing, NULL));
  WRONG(code, text, hyd_nv_notfDisarm(1));
  WRONG(code, text, hyd_nv_notfQRemove(&notf));
  gex_System_SetVerboseErrors(1);
}

static int handled;
static void on_waiting(uint32_t notf, void *arg) {
  (void)notf, (void)arg;
  waiting_calls(GASNET_ERR_NOT_READY, "armed handler");
  handled++;
}

static void in_handler(void) {
  OK(hyd_nv_notfArm(3, on_waiting, NULL));
  OK(hyd_nv_writeFN(mine, 0, NULL, 0, 3));
  for (int i = 0; i < 1000000 && !handled; i++) hyd_nv_poll();
  CHECK(handled == 1);
  OK(hyd_nv_notfDisarm(3));
}

static void registration(void) {
  gex_Client_t client = GEX_CLIENT_INVALID;
  struct hyd_nv_settings s = {.arena = PAGE};
  WRONG(BAD, "second time", hyd_nv_register(client, GEX_EP_INVALID, GEX_TM_INVALID, &s));
}

static void segments(void) {
  uint64_t offset;
  WRONG(BAD, "NULL", hyd_nv_export(9, ft_arena, PAGE, NULL));
  WRONG(BAD, "some of the arena", hyd_nv_export(9, local, sizeof local, &seg));
  WRONG(BAD, "some of the arena", hyd_nv_export(9, ft_arena, 0, &seg));
  WRONG(BAD, "some of the arena", hyd_nv_export(9, ft_arena - PAGE, PAGE, &seg));
  WRONG(BAD, "some of the arena", hyd_nv_export(9, ft_arena + FAR - 8, 16, &seg));
  WRONG(BAD, "overlap", hyd_nv_export(9, ft_arena + PAGE, PAGE, &seg));
  WRONG(BAD, "hyd_nv_export", hyd_nv_unexport(0));
  WRONG(BAD, "hyd_nv_import", hyd_nv_unimport(0x12345));
  WRONG(BAD, "hyd_nv_import", hyd_nv_unimport(ft_seg[ft_me]));
  WRONG(BAD, "NULL", hyd_nv_import(0, 1, NULL));
  WRONG(BAD, "expected 0 to", hyd_nv_import(ft_ranks, 1, &seg));
  WRONG(GASNET_ERR_RESOURCE, "exports no name 99", hyd_nv_import(0, 99, &seg));
  WRONG(BAD, "no export", hyd_nv_exportLookup(local, &seg, &offset));
  WRONG(BAD, "NULL", hyd_nv_exportLookup(local, NULL, &offset));
  WRONG(BAD, "no import", hyd_nv_importLookup(0, local, &seg, &offset));
  WRONG(BAD, "expected 0 to", hyd_nv_importLookup(ft_ranks, local, &seg, &offset));
  WRONG(BAD, "NULL", hyd_nv_importLookup(0, local, &seg, NULL));
  OK(hyd_nv_exportLookup(ft_arena + 100, &seg, &offset));
  CHECK(seg == ft_seg[ft_me] && offset == 100);
  CHECK(hyd_nv_size(seg) == FAR && hyd_nv_size(77) == 0);
  if (ft_ranks > 1) WRONG(BAD, "hyd_nv_export", hyd_nv_unexport(ft_seg[ft_next()]));
}

static void released(void) {
  uint64_t offset;
  const char *there;
  OK(hyd_nv_import(ft_me, 1, &other));
  there = ft_arena;
  OK(hyd_nv_importLookup(ft_me, there + 5, &seg, &offset));
  CHECK(seg == other && offset == 5);
  OK(hyd_nv_unimport(other));
  WRONG(BAD, "segment", hyd_nv_unimport(other));
  WRONG(BAD, "segment", hyd_nv_writeF(other, 0, local, 1));
  OK(hyd_nv_import(ft_me, 1, &seg)); /* in the same place */
  WRONG(BAD, "segment", hyd_nv_writeF(other, 0, local, 1));
  OK(hyd_nv_unimport(seg));
  ft_barrier();
  OK(hyd_nv_unexport(ft_seg[ft_me]));
  WRONG(BAD, "segment", hyd_nv_unexport(ft_seg[ft_me]));
  WRONG(BAD, "segment", hyd_nv_readF(ft_seg[ft_me], 0, local, 1));
  OK(hyd_nv_export(2, ft_arena, PAGE, &seg));
  WRONG(BAD, "another export", hyd_nv_export(2, ft_arena + 2 * PAGE, PAGE, &other));
  OK(hyd_nv_unexport(seg));
  OK(hyd_nv_export(1, ft_arena, FAR, &ft_seg[ft_me]));
  ft_barrier();
}

static void transfers(void) {
  seg = mine;
  WRONG(BAD, "segment 0x0", hyd_nv_write(0, 0, local, 1));
  WRONG(BAD, "within", hyd_nv_write(seg, FAR, local, 1));
  WRONG(BAD, "within", hyd_nv_writeF(seg, FAR - 1, local, 2));
  WRONG(BAD, "within", hyd_nv_writeF(seg, 8, local, SIZE_MAX));
  WRONG(BAD, "within", hyd_nv_writeN(seg, UINT64_MAX, local, 2, 1));
  WRONG(BAD, "NULL", hyd_nv_writeFN(seg, 0, NULL, 2, 1));
  WRONG(BAD, "segment", hyd_nv_writeFN(0xffffffff, 0, local, 2, 1));
  WRONG(BAD, "NULL", hyd_nv_read(seg, 0, NULL, 2));
  WRONG(BAD, "within", hyd_nv_readF(seg, FAR - 1, local, 2));
  OK(hyd_nv_write(seg, FAR, NULL, 0));
  OK(hyd_nv_flushRW());
}

static void notifications(void) {
  uint64_t pending;
  WRONG(BAD, "below 1024", hyd_nv_notfTest(1024, &pending));
  WRONG(BAD, "NULL", hyd_nv_notfTest(1, NULL));
  WRONG(BAD, "below 1024", hyd_nv_notfAck(5000));
  WRONG(GASNET_ERR_NOT_READY, "none is pending", hyd_nv_notfAck(1));
  WRONG(BAD, "below 1024", hyd_nv_notfSpin(1024, 0));
  WRONG(BAD, "below 1024", hyd_nv_notfWait(1024, 0));
  WRONG(BAD, "below 1024", hyd_nv_notfArm(1024, NULL, NULL));
  WRONG(BAD, "handler is NULL", hyd_nv_notfArm(1, NULL, NULL));
  WRONG(BAD, "not armed", hyd_nv_notfDisarm(1));
  WRONG(BAD, "NULL", hyd_nv_notfQRemove(NULL));
  WRONG(BAD, "NULL", hyd_nv_notfQWait(NULL, 0));
}

static void armed(void) {
  uint64_t pending;
  OK(hyd_nv_notfArm(3, on_nothing, NULL));
  WRONG(BAD, "armed", hyd_nv_notfTest(3, &pending));
  WRONG(BAD, "armed", hyd_nv_notfAck(3));
  WRONG(BAD, "armed", hyd_nv_notfSpin(3, 0));
  WRONG(BAD, "armed", hyd_nv_notfWait(3, 0));
  OK(hyd_nv_notfDisarm(3));
}

static void synchronisation(void) {
  uint32_t old;
  seg = mine;
  WRONG(BAD, "multiple of 4", hyd_nv_incr(seg, 2, &old));
  WRONG(BAD, "within", hyd_nv_decr(seg, FAR - 2, &old));
  WRONG(BAD, "segment", hyd_nv_testandset(0, 0, &old));
  WRONG(BAD, "multiple of 4", hyd_nv_swap(seg, 1, 0, &old));
  WRONG(BAD, "within", hyd_nv_cswap(seg, FAR, 0, 0, &old));
  WRONG(BAD, "multiple of 4", hyd_nv_acquire(seg, 3));
  WRONG(BAD, "does not hold", hyd_nv_release(seg, 4));
  WRONG(BAD, "does not hold", hyd_nv_mend(seg, 4));
  WRONG(BAD, "segment", hyd_nv_mbegin(0, 4));
  WRONG(BAD, "multiple of 32", hyd_nv_initQ(seg, 16, 0));
  WRONG(BAD, "multiple of 32", hyd_nv_insertQ(seg, 8));
  WRONG(BAD, "does not stand", hyd_nv_waitQ(seg, 32));
  WRONG(BAD, "within", hyd_nv_removeQ(seg, FAR));
  WRONG(BAD, "multiple of 32", hyd_nv_Swait(seg, 4));
  WRONG(BAD, "segment", hyd_nv_Ssignal(0, 32));
  WRONG(BAD, "not in the monitor", hyd_nv_cvwait(seg, 4, 32));
  WRONG(BAD, "not in the monitor", hyd_nv_cvsignal(seg, 4, 32));
}

/* Each in its own memory. */
static void held(void) {
  memset(ft_arena, 0, PAGE);
  OK(hyd_nv_acquire(mine, 4));
  WRONG(BAD, "holds the lock", hyd_nv_acquire(mine, 4));
  WRONG(BAD, "multiple of 32", hyd_nv_cvwait(mine, 4, 8));
  OK(hyd_nv_release(mine, 4));
  OK(hyd_nv_initQ(mine, 32, 0));
  OK(hyd_nv_insertQ(mine, 32));
  WRONG(BAD, "stands in the queue", hyd_nv_insertQ(mine, 32));
  OK(hyd_nv_removeQ(mine, 32));
  OK(hyd_nv_waitQ(mine, 32));
  for (uint32_t i = 0; i < HYD_NV_NODES; i++) OK(hyd_nv_acquire(mine, 512 + 4 * i));
  WRONG(GASNET_ERR_RESOURCE, "already", hyd_nv_acquire(mine, 4));
  for (uint32_t i = 0; i < HYD_NV_NODES; i++) OK(hyd_nv_release(mine, 512 + 4 * i));
}

static void channels(void) {
  hyd_nv_channel_t in = 0, out = 0, third;
  void *msg;
  size_t n;
  WRONG(BAD, "NULL", hyd_nv_channelReceiver(3, ft_arena, 4, 100, NULL));
  WRONG(BAD, "slots", hyd_nv_channelReceiver(3, ft_arena, 1, 100, &in));
  WRONG(BAD, "slots", hyd_nv_channelReceiver(3, ft_arena, HYD_NV_SLOTS + 1, 100, &in));
  WRONG(BAD, "bytes", hyd_nv_channelReceiver(3, ft_arena, 4, 0, &in));
  WRONG(BAD, "multiple of 64", hyd_nv_channelReceiver(3, ft_arena + 8, 4, 100, &in));
  WRONG(BAD, "overlap", hyd_nv_channelReceiver(3, ft_arena, 4, 100, &in));
  WRONG(BAD, "NULL", hyd_nv_channelSender(0, 3, NULL));
  WRONG(GASNET_ERR_RESOURCE, "exports no name", hyd_nv_channelSender(0, 3, &out));
  WRONG(BAD, "expected 0 to", hyd_nv_channelSender(ft_ranks, 3, &out));
  memset(ft_arena, 0, 64);
  WRONG(BAD, "no channel", hyd_nv_channelSender(ft_me, 1, &out));
  WRONG(BAD, "not open", hyd_nv_send(0, local, 1));
  WRONG(BAD, "not open", hyd_nv_recv(0x101, &msg, &n, 0));
  WRONG(BAD, "not open", hyd_nv_channelClose(0));
  ft_barrier();
  OK(hyd_nv_unexport(ft_seg[ft_me]));
  OK(hyd_nv_channelReceiver(3, ft_arena, 4, 100, &in));
  OK(hyd_nv_channelSender(ft_me, 3, &out));
  WRONG(BAD, "has a sender", hyd_nv_channelSender(ft_me, 3, &third));
  WRONG(BAD, "expected at most 100", hyd_nv_send(out, local, 101));
  WRONG(BAD, "expected at most 100", hyd_nv_send(out, NULL, 1));
  WRONG(BAD, "sender's end", hyd_nv_send(in, local, 1));
  WRONG(BAD, "receiver's end", hyd_nv_recv(out, &msg, &n, 0));
  WRONG(BAD, "NULL", hyd_nv_recv(in, NULL, &n, 0));
  OK(hyd_nv_channelClose(out));
  OK(hyd_nv_channelClose(in));
  WRONG(BAD, "not open", hyd_nv_channelClose(in));
  OK(hyd_nv_export(1, ft_arena, FAR, &ft_seg[ft_me]));
}

static void import_again(void) {
  ft_barrier();
  for (gex_Rank_t r = 0; r < ft_ranks; r++) {
    if (r == ft_me) continue;
    OK(hyd_nv_unimport(ft_seg[r]));
    OK(hyd_nv_import(r, 1, &ft_seg[r]));
  }
  ft_barrier();
}

void misuse(void) {
  gex_System_SetVerboseErrors(0);
  mine = ft_seg[ft_me];
  registration();
  segments();
  transfers();
  notifications();
  armed();
  in_handler();
  synchronisation();
  held();
  channels();
  import_again();
  released();
  import_again();
  gex_System_SetVerboseErrors(1);
}
