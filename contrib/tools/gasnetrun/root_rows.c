/* SPDX-License-Identifier: BSD-3-Clause
 *
 * root_rows.c: gasnetrun top of a job over hosts (rows.h): all agents are asked for their rows;
 * what came when all have answered, or after a second, is written to the files of those that asked.
 */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "contrib/tools/gasnetrun/root.h"
#include "contrib/tools/gasnetrun/rows.h"
#include "core/diag/dump_signal.h"
#include "core/sys/clock.h"

#define ANSWER UINT64_C(1000000000)

static void begin_rows(struct hyd_root *root, uint64_t now) {
  struct hyd_root_rows *w = &root->rows;
  uint32_t seconds = 0;
  w->round++;
  w->end_ns = now + ANSWER;
  w->asking = w->asked;
  hyd_bytes_free(&w->got);
  for (uint32_t i = 0; i < root->hosts; i++) root->host[i].rows_came = 0;
  for (uint32_t i = 0; i < w->asking; i++)
    if (w->by[i].seconds > seconds) seconds = w->by[i].seconds;
  hyd_agents_send(root, &(struct hyd_message){.type = HYD_MSG_ROWS, .a = w->round, .c = seconds});
}

/* One that comes while others are answered waits for the next round. */
void hyd_root_rows_asked(struct hyd_root *root, pid_t asker, int value) {
  struct hyd_root_rows *w = &root->rows;
  if (w->asked == HYD_ROWS_ASKERS) return;
  w->by[w->asked].pid = asker;
  w->by[w->asked].seconds = (uint32_t)HYD_DUMP_ROWS_SECONDS(value);
  w->by[w->asked++].fd = HYD_DUMP_ROWS_FILE(value);
  if (w->end_ns == 0) begin_rows(root, hyd_now_ns());
}

void hyd_root_rows_take(struct hyd_host *host, const struct hyd_message *msg) {
  struct hyd_root_rows *w = &host->root->rows;
  if (w->end_ns == 0 || msg->a != w->round) return;
  (void)hyd_bytes_add(&w->got, msg->data, msg->n);
  host->rows_came |= msg->b == 1;
}

/* Only to a file that was made for it: the number comes from another process. */
static void answer_asker(const struct hyd_root *root, pid_t asker, int number, uint32_t silent) {
  const struct hyd_root_rows *w = &root->rows;
  uint64_t size = hyd_bytes_used(&w->got) + 4, word = size << 1 | 1;
  struct hyd_bytes head = {0};
  char path[64], name[128] = "";
  int fd;
  snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)asker, number);
  if (readlink(path, name, sizeof name - 1) < 0 || strstr(name, HYD_ROWS_FILE) == NULL) return;
  if ((fd = open(path, O_WRONLY | O_CLOEXEC)) < 0) return;
  if (hyd_bytes_u32(&head, silent) == 0 && pwrite(fd, hyd_bytes_at(&head), 4, 8) == 4 &&
      pwrite(fd, hyd_bytes_at(&w->got), (size_t)size - 4, 12) == (ssize_t)size - 4)
    (void)!pwrite(fd, &word, sizeof word, 0);
  hyd_bytes_free(&head);
  close(fd);
}

void hyd_root_rows_advance(struct hyd_root *root, uint64_t now) {
  struct hyd_root_rows *w = &root->rows;
  uint32_t silent = 0;
  if (w->end_ns == 0) return;
  for (uint32_t i = 0; i < root->hosts; i++)
    silent += !root->host[i].rows_came && root->host[i].state != HYD_HOST_OVER;
  if (silent && now < w->end_ns) return;
  for (uint32_t i = 0; i < w->asking; i++) answer_asker(root, w->by[i].pid, w->by[i].fd, silent);
  w->asked -= w->asking;
  memmove(w->by, w->by + w->asking, w->asked * sizeof w->by[0]);
  w->end_ns = 0;
  if (w->asked) begin_rows(root, now);
}
