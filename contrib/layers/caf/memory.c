/* SPDX-License-Identifier: BSD-3-Clause
 *
 * memory.c: coarrays and their components: register and deregister (libcaf.md 3.3).
 *
 * A coarray is a token with its place on every image of the team. An allocatable or pointer
 * component of a coarray is memory from malloc; its key is its location, the address at which the
 * compiler keeps the component's token. A location inside the memory of a coarray or component
 * means a component, any other a coarray; the type that the compiler passes does not tell.
 */
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/layers/caf/caf.h"
#include "contrib/layers/caf/entries.h"
#include "contrib/layers/caf/stats.h"

/* --- coarrays --- */

static char *mapped_at(uint32_t rank, char *owner) {
  const struct caf_segment *s = &hyd_caf.segment[rank];
  return s->mapped ? s->mapped + (owner - s->owner) : NULL;
}

/* Exchanges sizes and addresses among the members: each learns whether all have memory of one size,
 * and where. words: size, its complement, failed, place + 1 of each member. */
static int exchange_places(struct caf_team *team, size_t size, char *here, uint64_t *words) {
  memset(words, 0, (3 + team->size) * sizeof *words);
  words[0] = size;
  words[1] = ~(uint64_t)size;
  words[2] = here == NULL;
  words[3 + team->me] = here ? (uint64_t)(here - hyd_caf.segment[hyd_caf.rank].owner) + 1 : 0;
  int gone = hyd_caf_max(team, words, 3 + team->size);
  if (gone) return hyd_caf_stat_of(gone);
  if (words[0] != ~words[1]) return GFC_STAT_ERROR;
  return words[2] ? GFC_STAT_ALLOCATION : 0;
}

static void place_all(struct caf_token *token, const uint64_t *words) {
  const struct caf_team *team = token->team;
  for (uint32_t i = 0; i < team->size; i++) {
    uint32_t rank = team->jobrank[i];
    char *owner = hyd_caf.segment[rank].owner + (words[3 + i] - 1);
    token->place[rank] = (struct caf_place){mapped_at(rank, owner), owner};
  }
}

struct caf_token *hyd_caf_coarray(struct caf_team *team, size_t size, int type, int *failure) {
  struct caf_token *token = calloc(1, sizeof *token);
  struct caf_place *place = calloc(hyd_caf.size, sizeof *place);
  uint64_t *words = calloc(3 + team->size, sizeof *words);
  char *here = token && place && words ? hyd_heap_get(&hyd_caf.heap, size) : NULL;
  *failure = words ? exchange_places(team, size, here, words) : GFC_STAT_ALLOCATION;
  if (*failure) {
    if (here) hyd_heap_free(&hyd_caf.heap, here, size);
    free(place);
    free(token);
    token = NULL;
  } else {
    *token =
        (struct caf_token){.size = size, .here = here, .place = place, .team = team, .type = type};
    place_all(token, words);
    token->next = team->coarrays;
    team->coarrays = token;
  }
  free(words);
  return token;
}

static void free_token(struct caf_token *token) {
  if (!token->shares) hyd_heap_free(&hyd_caf.heap, token->here, token->size);
  free(token->bounds);
  free(token->place);
  free(token);
}

void hyd_caf_release(struct caf_token *token) {
  struct caf_token **p = &token->team->coarrays;
  while (*p && *p != token) p = &(*p)->next;
  if (*p) *p = token->next;
  free_token(token);
}

void hyd_caf_release_team(struct caf_team *team) {
  struct caf_token *kept = NULL;
  while (team->coarrays) {
    struct caf_token *token = team->coarrays;
    team->coarrays = token->next;
    if (token == team->control)
      kept = token;
    else
      free_token(token);
  }
  if (kept) kept->next = NULL;
  team->coarrays = kept;
}

static struct caf_token *live(const void *token) {
  for (struct caf_team *team = hyd_caf.current; token && team; team = team->parent)
    for (struct caf_token *t = team->coarrays; t; t = t->next)
      if (t == token) return t;
  return NULL;
}

/* --- bounds, which the compiler sets after the call of register --- */

static struct {
  struct caf_token *token;
  const struct gfc_desc *desc; /* valid until the sync_all that follows */
} * pending;

static void await_bounds(struct caf_token *token, const struct gfc_desc *d) {
  void *more = realloc(pending, ((size_t)hyd_caf.pending + 1) * sizeof *pending);
  if (more == NULL) return;
  pending = more;
  pending[hyd_caf.pending].token = token;
  pending[hyd_caf.pending++].desc = d;
}

static uint64_t mix(uint64_t hash, const struct gfc_desc *d) {
  for (int i = 0; i < d->rank; i++) {
    hash = (hash ^ (uint64_t)d->dim[i].lower) * 0x100000001b3u;
    hash = (hash ^ (uint64_t)d->dim[i].upper) * 0x100000001b3u;
  }
  return hash;
}

/* Called at the sync_all after ALLOCATE. All images compare their bounds; the state of an absent
 * image, or an error if they differ. */
int hyd_caf_record_bounds(void) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (int i = 0; i < hyd_caf.pending; i++) {
    const struct gfc_desc *d = pending[i].desc;
    size_t size = gfc_desc_size(d);
    pending[i].token->bounds = malloc(size);
    if (pending[i].token->bounds) memcpy(pending[i].token->bounds, d, size);
    hash = mix(hash, d);
  }
  hyd_caf.pending = 0;
  uint64_t words[2] = {hash, ~hash};
  if (hyd_caf_max(hyd_caf.current, words, 2)) return 0;
  return words[0] == ~words[1] ? 0 : GFC_STAT_ERROR;
}

/* --- components --- */

struct component {
  char *location; /* address of its token */
  char *memory;
  size_t size;
};
/* Handlers read it, too. */
static struct {
  gex_HSL_t lock;
  void *by_location, *by_memory;
} components = {.lock = GEX_HSL_INITIALIZER};
static char component_mark; /* what the tokens of all components point to */

static int compare_location(const void *a, const void *b) {
  const struct component *x = a, *y = b;
  return (x->location > y->location) - (x->location < y->location);
}

/* Two ranges compare equal if they overlap. */
static int compare_memory(const void *a, const void *b) {
  const struct component *x = a, *y = b;
  if (x->memory + x->size <= y->memory) return -1;
  return x->memory >= y->memory + y->size;
}

static struct component *find_component(void *tree, const struct component *key,
                                        int (*compare)(const void *, const void *)) {
  void *node = tfind(key, &tree, compare);
  return node ? *(struct component **)node : NULL;
}

static void forget_component(struct component *c) {
  if (find_component(components.by_location, c, compare_location) == c)
    tdelete(c, &components.by_location, compare_location);
  if (find_component(components.by_memory, c, compare_memory) == c)
    tdelete(c, &components.by_memory, compare_memory);
  free(c);
}

/* Records the memory of a component. An older entry of the location, and entries whose memory
 * overlaps the new memory, are stale and removed. */
void hyd_caf_component_memory(void *location, void *memory, size_t size) {
  struct component *c = malloc(sizeof *c), *old;
  gex_HSL_Lock(&components.lock);
  struct component key = {location, memory, size ? size : 1};
  while ((old = find_component(components.by_location, &key, compare_location)))
    forget_component(old);
  while ((old = find_component(components.by_memory, &key, compare_memory))) forget_component(old);
  if (c) {
    *c = key;
    tsearch(c, &components.by_location, compare_location);
    tsearch(c, &components.by_memory, compare_memory);
  }
  gex_HSL_Unlock(&components.lock);
  *(void **)location = &component_mark;
}

static bool in_component(const void *location) {
  const struct caf_segment *s = &hyd_caf.segment[hyd_caf.rank];
  const char *p = location;
  if (p >= s->owner && p < s->owner + s->size) return true;
  gex_HSL_Lock(&components.lock);
  struct component key = {NULL, (char *)location, 1};
  bool found = find_component(components.by_memory, &key, compare_memory) != NULL;
  gex_HSL_Unlock(&components.lock);
  return found;
}

static void allocate_component(size_t size, void **location, struct gfc_desc *d,
                               const struct caf_status *status) {
  void *memory = malloc(size ? size : 1);
  if (memory == NULL) {
    hyd_caf_fail(status, GFC_STAT_ALLOCATION,
                 "ALLOCATE of a component: not enough memory: %zu bytes", size);
    return;
  }
  d->base = memory;
  hyd_caf_component_memory(location, memory, size);
  hyd_caf_succeed(status);
}

static void free_component(void **location, int type) {
  gex_HSL_Lock(&components.lock);
  struct component key = {(char *)location, NULL, 0},
                   *c = find_component(components.by_location, &key, compare_location);
  char *memory = c ? c->memory : NULL;
  if (c) forget_component(c);
  gex_HSL_Unlock(&components.lock);
  free(memory);
  if (type == GFC_DEREGISTER) *location = NULL;
}

/* --- entry points --- */

static size_t bytes_of(size_t size, int type) {
  if (type == GFC_COARRAY_STATIC || type == GFC_COARRAY_ALLOC) return size;
  return size * CAF_ELEMENT_WORDS * sizeof(uint32_t); /* locks, events */
}

static void allocate_coarray(size_t size, int type, void **token, struct gfc_desc *d,
                             const struct caf_status *status) {
  int failure;
  hyd_caf.after_register = true;
  hyd_caf_complete_puts();
  struct caf_token *made = hyd_caf_coarray(hyd_caf.current, bytes_of(size, type), type, &failure);
  *token = made;
  if (made == NULL) {
    hyd_caf_fail(status, failure, "ALLOCATE: %s",
                 failure == GFC_STAT_STOPPED_IMAGE  ? "an image has stopped"
                 : failure == GFC_STAT_FAILED_IMAGE ? "an image has failed"
                 : failure == GFC_STAT_ERROR ? "the size of the coarray differs between images"
                                             : "not enough memory (GFORTRAN_SHARED_MEMORY_SIZE)");
    return;
  }
  d->base = made->here;
  if (type == GFC_COARRAY_ALLOC && d->rank > 0) await_bounds(made, d);
  hyd_caf_succeed(status);
}

/* Makes a token that shares memory, from d->base on (GCC 16). */
static void share_memory(void **token, const struct gfc_desc *d, const struct caf_status *status) {
  struct caf_token *of = live(*token), *made = calloc(1, sizeof *made);
  struct caf_place *place = calloc(hyd_caf.size, sizeof *place);
  if (of == NULL || made == NULL || place == NULL) {
    free(made);
    free(place);
    hyd_caf_fail(status, GFC_STAT_ERROR, "association of a coarray: %s",
                 of ? "not enough memory" : "not a coarray");
    return;
  }
  ptrdiff_t skip = (char *)d->base - of->here;
  for (uint32_t i = 0; i < hyd_caf.size; i++) {
    const struct caf_place *p = &of->place[i];
    place[i] =
        (struct caf_place){p->mapped ? p->mapped + skip : NULL, p->owner ? p->owner + skip : NULL};
  }
  *made = (struct caf_token){.size = of->size - (size_t)skip,
                             .here = d->base,
                             .place = place,
                             .team = hyd_caf.current,
                             .next = hyd_caf.current->coarrays,
                             .type = of->type,
                             .shares = true};
  hyd_caf.current->coarrays = made;
  *token = made;
  hyd_caf_succeed(status);
}

CAF_EXPORT void _gfortran_caf_register(size_t size, int type, void **token, struct gfc_desc *d,
                                       int *stat, char *errmsg, size_t len) {
  struct caf_status status = {stat, errmsg, len};
  CAF_BEGIN(since);
  hyd_caf_start();
  if (type == GFC_COMPONENT_REGISTER) {
    hyd_caf_poll_often();
    *token = &component_mark; /* the location is often on the stack: the component's final place is
                                 not known yet */
    d->base = NULL;
    hyd_caf_succeed(&status);
  } else if (type == GFC_MAP_EXISTING) {
    share_memory(token, d, &status);
  } else if (in_component(token) && (type == GFC_COARRAY_ALLOC || type == GFC_COMPONENT_ALLOCATE)) {
    hyd_caf_poll_often();
    allocate_component(size, token, d, &status);
  } else if (type == GFC_COMPONENT_ALLOCATE && live(*token)) {
    hyd_caf_fail(
        &status, GFC_STAT_ERROR,
        "assignment to an allocatable coarray of another shape: only ALLOCATE can do that");
  } else if (type == GFC_COMPONENT_ALLOCATE) {
    allocate_component(size, token, d, &status);
  } else {
    allocate_coarray(size, type, token, d, &status);
  }
  CAF_STAT_END(CAF_K_ALLOCATE, since, size);
}

CAF_EXPORT void _gfortran_caf_deregister(void **token, int type, int *stat, char *errmsg,
                                         size_t len) {
  struct caf_status status = {stat, errmsg, len};
  CAF_BEGIN(since);
  hyd_caf_succeed(&status);
  if (*token == &component_mark || in_component(token)) {
    free_component(token, type);
    return;
  }
  struct caf_token *t = live(*token);
  hyd_caf_complete_puts();
  int gone = hyd_caf_barrier(hyd_caf.current);
  if (t) hyd_caf_release(t);
  *token = NULL;
  if (gone) hyd_caf_report(&status, gone, "DEALLOCATE");
  CAF_STAT_END(CAF_K_ALLOCATE, since, 0);
}
