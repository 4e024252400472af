/* SPDX-License-Identifier: BSD-3-Clause
 *
 * agent_input.c: what ranks read. Bytes wait in rank->input until the rank's pipe takes them;
 * gasnetrun is told how many all ranks here have taken, and sends no more than HYD_AGENT_WINDOW
 * ahead. Where rank 0 alone reads, the agent keeps the other end of the pipe open, too, and says in
 * the end how much the rank has read: gasnetrun gives the rest back (root_input.c).
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>

#include "contrib/tools/gasnetrun/agent.h"
#include "core/sys/fd.h"

int hyd_input_is_for(const struct hyd_agent *a, uint32_t rank) {
  enum hyd_input input = a->spec.input;
  return input == HYD_INPUT_ALL || input == HYD_INPUT_INIT ||
         (input == HYD_INPUT_FIRST && rank == 0);
}

static void tell_taken(struct hyd_agent *a) {
  uint64_t least = a->input_came;
  for (struct hyd_rank *p = a->rank; p < hyd_ranks_end(a); p++)
    if (p->in >= 0 && p->fed < least) least = p->fed;
  if (least > a->input_told) hyd_agent_tell(a, HYD_MSG_TOOK, (uint32_t)(least - a->input_told));
  a->input_told = least;
}

static void end_input(struct hyd_rank *p) {
  hyd_bytes_free(&p->input);
  hyd_fd_close(&p->in);
}

static void input_ready(void *ctx, short revents) {
  struct hyd_rank *p = ctx;
  size_t n = hyd_bytes_used(&p->input);
  ssize_t done = n ? write(p->in, hyd_bytes_at(&p->input), n) : 0;
  if (done > 0) {
    p->input.start += (size_t)done;
    p->fed += (uint64_t)done;
  }
  if ((done < 0 && errno != EAGAIN && errno != EINTR) || (revents & POLLERR) ||
      (p->agent->input_ended && hyd_bytes_used(&p->input) == 0))
    end_input(p);
  tell_taken(p->agent);
}

int hyd_input_came(struct hyd_agent *a, const char *data, size_t n) {
  if (a->input_came + n - a->input_told > HYD_AGENT_WINDOW) return -1;
  a->input_came += n;
  a->input_ended |= n == 0;
  for (struct hyd_rank *p = a->rank; p < hyd_ranks_end(a); p++) {
    if (p->in < 0) continue;
    if (hyd_bytes_add(&p->input, data, n) || (n == 0 && hyd_bytes_used(&p->input) == 0))
      end_input(p);
  }
  tell_taken(a);
  return 0;
}

void hyd_input_joined(struct hyd_rank *p) {
  if (p->agent->spec.input != HYD_INPUT_INIT || p->rank == 0) return;
  end_input(p);
  tell_taken(p->agent);
}

void hyd_input_over(struct hyd_rank *p) {
  int unread = 0;
  uint64_t n;
  end_input(p);
  if (p->look >= 0 && ioctl(p->look, FIONREAD, &unread) == 0) {
    n = p->fed - (uint64_t)unread;
    hyd_agent_send(p->agent, &(struct hyd_message){.type = HYD_MSG_READ,
                                                   .a = (uint32_t)n,
                                                   .b = (uint32_t)(n >> 32)});
  }
  hyd_fd_close(&p->look);
  tell_taken(p->agent);
}

void hyd_input_watch(struct hyd_agent *a) {
  for (struct hyd_rank *p = a->rank; p < hyd_ranks_end(a); p++)
    if (hyd_bytes_used(&p->input)) hyd_loop_add(&a->loop, p->in, POLLOUT, input_ready, p);
}
