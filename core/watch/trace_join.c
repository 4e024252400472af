/* SPDX-License-Identifier: BSD-3-Clause
 *
 * trace_join.c: see trace_join.h. Chrome's trace event format, which Perfetto reads too: a process
 * is a rank, times are microseconds.
 */
#include "core/watch/trace_join.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/sys/file_limit.h"
#include "core/watch/trace_flows.h"
#include "core/watch/trace_ops.h"
#include "core/watch/wait_reason.h"

struct writer {
  FILE *f;
  struct hyd_parts ps;
  struct hyd_flows flows;
  uint64_t events, overwritten, refused;
};

/* --- pieces --------------------------------------------------------------- */

static void put_text(FILE *f, const char *text) {
  fputc('"', f);
  for (const unsigned char *p = (const unsigned char *)text; *p; p++) {
    if (*p == '"' || *p == '\\')
      fprintf(f, "\\%c", *p);
    else if (*p < ' ' || *p >= 127)
      fprintf(f, "\\u%04x", *p);
    else
      fputc(*p, f);
  }
  fputc('"', f);
}

static void begin_line(struct writer *w, char phase, uint32_t rank, uint32_t area) {
  fprintf(w->f, ",\n{\"ph\":\"%c\",\"pid\":%u,\"tid\":%u", phase, rank, area);
}

static void put_times(struct writer *w, double begin, double end) {
  fprintf(w->f, ",\"ts\":%.3f", begin / 1000);
  if (end >= 0) fprintf(w->f, ",\"dur\":%.3f", (end > begin ? end - begin : 0) / 1000);
}

static void put_name(struct writer *w, const char *name, const char *more, char group) {
  fputs(",\"name\":", w->f);
  if (more) {
    char both[160];
    snprintf(both, sizeof both, "%s %s", name, more);
    put_text(w->f, both);
  } else {
    put_text(w->f, name);
  }
  fprintf(w->f, ",\"cat\":\"%c\"", group);
}

static void put_args(struct writer *w, const struct hyd_event *e, const char *more) {
  const char *between = "";
  fputs(",\"args\":{", w->f);
  if (e->peer != HYD_TRACE_NO_PEER) {
    fprintf(w->f, "\"peer\":%u", e->peer);
    between = ",";
  }
  if (hyd_event_bytes(e)) {
    fprintf(w->f, "%s\"bytes\":%llu", between, (unsigned long long)hyd_event_bytes(e));
    between = ",";
  }
  if (*more) fprintf(w->f, "%s%s", between, more);
  fputs("}}", w->f);
}

/* --- events --------------------------------------------------------------- */

static const char *handler_name(const struct hyd_part *p, unsigned handler, char *number,
                                size_t size) {
  const char *name = p->head->handler[handler & 255];
  if (*name) return name;
  snprintf(number, size, "%u", handler);
  return number;
}

static void put_message(struct writer *w, const struct hyd_part *p, const struct hyd_event *e) {
  static const char *const category[] = {"short", "medium", "long", "?"};
  unsigned sub = hyd_event_sub(e);
  char number[12], more[64];
  put_name(w, hyd_event_kind(e) == HYD_EV_SEND ? "send" : "handler",
           handler_name(p, sub & 255, number, sizeof number), 'A');
  snprintf(more, sizeof more, "\"handler\":%u,\"type\":\"%s %s\"", sub & 255,
           category[sub >> 9 & 3], sub & HYD_EVENT_REPLY ? "reply" : "request");
  put_args(w, e, more);
}

static void put_wait(struct writer *w, const struct hyd_event *e, int over) {
  unsigned reason = hyd_event_sub(e);
  put_name(w, "wait for", hyd_wait_reason_text((enum hyd_wait_reason)reason),
           hyd_trace_wait_group(reason));
  put_args(w, e, over ? "" : "\"unfinished\":true");
}

static void put_other(struct writer *w, const struct hyd_event *e) {
  unsigned kind = hyd_event_kind(e);
  const char *way = hyd_trace_way(hyd_event_sub(e));
  char more[64] = "";
  if (way) snprintf(more, sizeof more, "\"way\":\"%s\"", way);
  put_name(w, hyd_event_name(kind), NULL, hyd_event_group(kind));
  put_args(w, e, more);
}

static int is_moment(unsigned kind) { return kind >= HYD_EV_FIREHOSE_HIT; }

static void put_event(struct writer *w, uint32_t rank, uint32_t area, const struct hyd_event *e) {
  const struct hyd_part *p = &w->ps.part[rank];
  unsigned kind = hyd_event_kind(e);
  double begin = hyd_part_time(&w->ps, p, e->begin);
  if (kind == HYD_EV_NONE || kind >= HYD_EV_KINDS || kind == HYD_EV_OP_BEGIN ||
      kind == HYD_EV_OP_END)
    return;
  begin_line(w, is_moment(kind) ? 'i' : 'X', rank, area);
  put_times(w, begin, is_moment(kind) ? -1 : hyd_part_time(&w->ps, p, e->end));
  if (is_moment(kind)) fputs(",\"s\":\"t\"", w->f);
  if (kind == HYD_EV_SEND || kind == HYD_EV_HANDLER)
    put_message(w, p, e);
  else if (kind == HYD_EV_WAIT)
    put_wait(w, e, 1);
  else
    put_other(w, e);
}

/* Writes the wait of the thread at the time when its rank ended or died. */
static void put_last_wait(struct writer *w, uint32_t rank, uint32_t area,
                          struct hyd_trace_area *a) {
  const struct hyd_part *p = &w->ps.part[rank];
  uint64_t since = atomic_load_explicit(&a->wait_since, memory_order_relaxed);
  struct hyd_event e = {since, since,
                        hyd_event_what(HYD_EV_WAIT,
                                       atomic_load_explicit(&a->wait_reason, memory_order_relaxed),
                                       0),
                        atomic_load_explicit(&a->wait_peer, memory_order_relaxed), 0};
  if (since == 0) return;
  begin_line(w, 'X', rank, area);
  put_times(w, hyd_part_time(&w->ps, p, e.begin), w->ps.end);
  put_wait(w, &e, 0);
}

static void put_thread(struct writer *w, uint32_t rank, uint32_t area) {
  const struct hyd_part *p = &w->ps.part[rank];
  struct hyd_part_ring r = hyd_part_ring(p, area);
  char name[40];
  snprintf(name, sizeof name, "thread %u (%d)", area, (int)r.area->tid);
  begin_line(w, 'M', rank, area);
  fputs(",\"name\":\"thread_name\",\"args\":{\"name\":", w->f);
  put_text(w->f, name);
  fputs("}}", w->f);
  for (uint64_t i = r.from; i < r.to; i++) put_event(w, rank, area, hyd_part_event(p, &r, i));
  put_last_wait(w, rank, area, r.area);
}

static int put_ops(struct writer *w, uint32_t rank) {
  struct hyd_ops_seen ops;
  if (hyd_ops_find(&ops, &w->ps, rank)) return -1;
  for (size_t i = 0; i < ops.n; i++) {
    const struct hyd_op_seen *o = &ops.op[i];
    unsigned kind = hyd_event_sub(o->event);
    begin_line(w, 'b', rank, o->area);
    put_times(w, o->begin, -1);
    fprintf(w->f, ",\"id2\":{\"local\":\"%zx\"}", i + 1);
    put_name(w, hyd_event_name(kind), NULL, hyd_event_group(kind));
    put_args(w, o->event, o->end < 0 ? "\"unfinished\":true" : "");
    if (o->end < 0) continue;
    begin_line(w, 'e', rank, o->area);
    put_times(w, o->end, -1);
    fprintf(w->f, ",\"id2\":{\"local\":\"%zx\"}", i + 1);
    put_name(w, hyd_event_name(kind), NULL, hyd_event_group(kind));
    fputc('}', w->f);
  }
  free(ops.op);
  return 0;
}

static void put_rank(struct writer *w, uint32_t rank) {
  const struct hyd_trace_head *h = w->ps.part[rank].head;
  char name[160];
  snprintf(name, sizeof name, "rank %u (%s, pid %d)", rank, h->host, (int)h->pid);
  begin_line(w, 'M', rank, 0);
  fputs(",\"name\":\"process_name\",\"args\":{\"name\":", w->f);
  put_text(w->f, name);
  fputs("}}", w->f);
  begin_line(w, 'M', rank, 0);
  fprintf(w->f, ",\"name\":\"process_sort_index\",\"args\":{\"sort_index\":%u}}", rank);
  for (uint32_t a = 0; a < w->ps.part[rank].areas; a++) put_thread(w, rank, a);
}

static void put_flow(struct writer *w, size_t i) {
  const struct hyd_flow_end *s = &w->flows.sent[i], *t = &w->flows.taken[i];
  begin_line(w, 's', s->src, s->area);
  put_times(w, s->at, -1);
  fprintf(w->f, ",\"id\":%zu,\"name\":\"message\",\"cat\":\"A\"}", i + 1);
  begin_line(w, 'f', t->dst, t->area);
  put_times(w, t->at > s->at ? t->at : s->at, -1);
  fprintf(w->f, ",\"id\":%zu,\"bp\":\"e\",\"name\":\"message\",\"cat\":\"A\"}", i + 1);
}

/* --- data about the job --------------------------------------------------- */

static void count_events(struct writer *w) {
  for (uint32_t i = 0; i < w->ps.size; i++) {
    const struct hyd_part *p = &w->ps.part[i];
    if (p->head) w->refused += atomic_load_explicit(&p->head->refused, memory_order_relaxed);
    for (uint32_t a = 0; p->head && a < p->areas; a++) {
      struct hyd_part_ring r = hyd_part_ring(p, a);
      w->events += r.to - r.from;
      w->overwritten += r.from;
    }
  }
}

static void put_hosts(struct writer *w) {
  const char *between = "";
  fputs(",\"hosts\":[", w->f);
  for (uint32_t i = 0; i < w->ps.size; i++) {
    const struct hyd_part *p = &w->ps.part[i];
    if (p->head == NULL || p->head->host_first != i) continue;
    fprintf(w->f, "%s{\"name\":", between);
    put_text(w->f, p->head->host);
    fprintf(w->f, ",\"first_rank\":%u,\"clock_offset_ns\":%lld,\"clock_error_ns\":", i,
            (long long)p->offset_ns);
    if (p->error_ns == UINT64_MAX)
      fputs("null}", w->f);
    else
      fprintf(w->f, "%llu}", (unsigned long long)p->error_ns);
    between = ",";
  }
  fputc(']', w->f);
}

static void put_list(struct writer *w, const char *name, int missing) {
  const char *between = "";
  fprintf(w->f, ",\"%s\":[", name);
  for (uint32_t i = 0; i < w->ps.size; i++) {
    const struct hyd_trace_head *h = w->ps.part[i].head;
    if (missing ? h != NULL : h == NULL || atomic_load_explicit(&h->ended, memory_order_relaxed))
      continue;
    fprintf(w->f, "%s%u", between, i);
    between = ",";
  }
  fputc(']', w->f);
}

static void put_whole(struct writer *w) {
  const struct hyd_trace_head *h = NULL;
  for (uint32_t i = 0; h == NULL; i++) h = w->ps.part[i].head;
  count_events(w);
  fputs("{\"displayTimeUnit\":\"ns\",\"otherData\":{\"format\":\"hydrant trace 1\",\"program\":",
        w->f);
  put_text(w->f, h->program);
  fputs(",\"conduit\":", w->f);
  put_text(w->f, h->conduit);
  fprintf(w->f,
          ",\"ranks\":%u,\"events\":%llu,\"overwritten\":%llu,\"threads_left_out\":%llu,\"messages_"
          "sent\":%zu,"
          "\"handlers_run\":%zu,\"messages_matched\":%zu",
          w->ps.size, (unsigned long long)w->events, (unsigned long long)w->overwritten,
          (unsigned long long)w->refused, w->flows.nsent, w->flows.ntaken, w->flows.matched);
  put_hosts(w);
  put_list(w, "ranks_missing", 1);
  put_list(w, "ranks_died", 0);
  fprintf(w->f, "},\"traceEvents\":[\n{\"ph\":\"M\",\"pid\":0,\"name\":\"trace\",\"args\":{}}");
}

static int write_all(struct writer *w) {
  int bad = 0;
  put_whole(w);
  for (uint32_t i = 0; i < w->ps.size; i++) {
    if (w->ps.part[i].head == NULL) continue;
    put_rank(w, i);
    bad |= put_ops(w, i);
  }
  for (size_t i = 0; i < w->flows.matched; i++) put_flow(w, i);
  fputs("\n]}\n", w->f);
  return bad;
}

/* --- the whole ------------------------------------------------------------ */

static int save(struct writer *w, const char *name) {
  sigset_t before;
  int bad;
  w->f = fopen(name, "we");
  if (w->f == NULL) return errno;
  hyd_file_limit_hold(&before);
  bad = write_all(w) ? ENOMEM : 0;
  if (ferror(w->f) && !bad) bad = EIO;
  if (fclose(w->f) && !bad) bad = errno;
  hyd_file_limit_release(&before);
  return bad;
}

static void remove_parts(const char *file, uint32_t size) {
  for (uint32_t i = 0; i < size; i++) {
    char *name = hyd_trace_part_name(file, i);
    if (name) unlink(name);
    free(name);
  }
}

int hyd_trace_join(const char *file, char *why, size_t why_size) {
  struct writer w = {0};
  char *half = NULL;
  int err = hyd_parts_open(&w.ps, file);
  if (err > 0) return 1;
  err = err < 0 || hyd_flows_find(&w.flows, &w.ps) || asprintf(&half, "%s.half", file) < 0 ? ENOMEM
                                                                                           : 0;
  if (!err) err = save(&w, half);
  if (!err && rename(half, file)) err = errno;
  if (err)
    snprintf(why, why_size, "%s; what the ranks have recorded is in %.100s.r*", strerror(err),
             file);
  if (!err) remove_parts(file, w.ps.size);
  if (err && half) unlink(half);
  free(half);
  hyd_flows_free(&w.flows);
  hyd_parts_close(&w.ps);
  return err ? -1 : 0;
}
