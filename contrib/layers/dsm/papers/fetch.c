/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fetch.c: see fetch.h.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/layers/dsm/papers/fetch.h"

#define PAGE 4096u
#define SMALL 140u /* bytes of a message, in the paper */

/* --- ASYNC ----------------------------------------------------------------- */

/* The requester has the page; it posts a receive descriptor for the next message. */
static void controlled(struct cluster *c, struct step *s) {
  struct fetch *f = CLUSTER_OF(s, struct fetch, controlled);
  cluster_work(c, f->node, c->costs->repost, f->then);
}

static void send_control(struct cluster *c, struct fetch *f, uint32_t from) {
  f->controlled.run = controlled;
  f->control = (struct message){.to = f->node, .then = &f->controlled};
  cluster_send(c, from, SMALL, &f->control);
}

static void control_out(struct cluster *c, struct step *s) {
  struct fetch *f = CLUSTER_OF(s, struct fetch, control_out);
  send_control(c, f, f->home);
}

/* The page goes out while the home's handler posts the control message. */
static void page_posted(struct cluster *c, struct step *s) {
  struct fetch *f = CLUSTER_OF(s, struct fetch, page_out);
  f->page = (struct message){.to = f->node};
  cluster_send(c, f->home, PAGE, &f->page);
}

static void home_begins(struct cluster *c, struct step *s) {
  struct fetch *f = CLUSTER_OF(s, struct fetch, read);
  f->page_out.run = page_posted;
  cluster_at(c, c->now + c->costs->post_page, &f->page_out);
}

static void to_home(struct cluster *c, struct fetch *f, struct message *m) {
  f->read.run = home_begins;
  f->control_out.run = control_out;
  *m = (struct message){.to = f->home,
                        .handler = c->costs->post_page + c->costs->post_word,
                        .begun = &f->read,
                        .then = &f->control_out};
}

/* The default home's handler has ended: the requester is the home now, or another node is. */
static void default_home(struct cluster *c, struct step *s) {
  struct fetch *f = CLUSTER_OF(s, struct fetch, forward);
  if (f->home == f->node) {
    send_control(c, f, f->asked);
    return;
  }
  to_home(c, f, &f->forwarded);
  cluster_send(c, f->asked, SMALL, &f->forwarded);
}

static void request(struct cluster *c, struct step *s) {
  struct fetch *f = CLUSTER_OF(s, struct fetch, posted);
  if (f->asked == f->home) {
    to_home(c, f, &f->request);
  } else {
    f->forward.run = default_home;
    f->request =
        (struct message){.to = f->asked,
                         .handler = f->home == f->node ? c->costs->post_word : c->costs->post,
                         .then = &f->forward};
  }
  cluster_send(c, f->node, SMALL, &f->request);
}

/* --- ARDMAR ---------------------------------------------------------------- */

/* The page and its version have been read; reads both again until the version is the one needed. */
static void page_read(struct cluster *c, struct step *s) {
  struct fetch *f = CLUSTER_OF(s, struct fetch, read);
  if (f->under_way == NULL || *f->under_way == 0) {
    f->then->run(c, f->then);
    return;
  }
  f->retries++;
  cluster_read(c, f->node, f->home, PAGE, &f->read);
}

static void read_page(struct cluster *c, struct fetch *f) {
  f->read.run = page_read;
  cluster_read(c, f->node, f->home, PAGE, &f->read);
}

static void swapped(struct cluster *c, struct step *s) {
  struct fetch *f = CLUSTER_OF(s, struct fetch, swapped);
  if (f->home == f->node)
    f->then->run(c, f->then);
  else
    read_page(c, f);
}

/* --- both ------------------------------------------------------------------ */

static void begin_ardmar(struct cluster *c, struct fetch *f) {
  f->swapped.run = swapped;
  if (f->asked == FETCH_KNOWN)
    read_page(c, f);
  else
    cluster_at(c, c->now + (f->asked == f->node ? c->costs->atomic_local : c->costs->atomic_remote),
               &f->swapped);
}

/* A default home looks the page up in its own table. */
static void begin_async(struct cluster *c, struct fetch *f) {
  if (f->asked == f->node || f->asked == FETCH_KNOWN) f->asked = f->home;
  if (f->home == f->node && f->asked == f->node) {
    cluster_at(c, c->now, f->then);
    return;
  }
  f->posted.run = request;
  cluster_work(c, f->node, c->costs->post, &f->posted);
}

void fetch_begin(struct cluster *c, struct fetch *f) {
  if (f->protocol == ARDMAR)
    begin_ardmar(c, f);
  else
    begin_async(c, f);
}

/* --- figure 8 -------------------------------------------------------------- */

struct reader {
  struct fetch fetch;
  struct step next;
  uint32_t page, pages, nodes;
  uint64_t ended;
};

static void next_page(struct cluster *c, struct step *s) {
  struct reader *r = CLUSTER_OF(s, struct reader, next);
  if (r->page == r->pages) {
    r->ended = c->now;
    return;
  }
  r->fetch.asked = r->page++ % r->nodes;
  r->fetch.home = 0;
  fetch_begin(c, &r->fetch);
}

double fetch_contended(const struct costs *costs, enum protocol protocol, uint32_t nodes,
                       uint32_t pages) {
  struct cluster c;
  struct reader *reader = sim_alloc(nodes * sizeof *reader);
  double sum = 0;
  memset(reader, 0, nodes * sizeof *reader);
  cluster_open(&c, costs, nodes);
  for (uint32_t i = 1; i < nodes; i++) {
    reader[i] = (struct reader){.next = {next_page}, .pages = pages, .nodes = nodes};
    reader[i].fetch.protocol = protocol;
    reader[i].fetch.node = i;
    reader[i].fetch.then = &reader[i].next;
    next_page(&c, &reader[i].next);
  }
  cluster_run(&c);
  for (uint32_t i = 1; i < nodes; i++) sum += (double)reader[i].ended;
  free(reader);
  cluster_close(&c);
  return sum / (nodes - 1) / pages / 1000;
}
