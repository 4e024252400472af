/* SPDX-License-Identifier: BSD-3-Clause
 *
 * env.h: the job's environment: a snapshot, made before the ranks are forked. GASNET_* values are
 * read and checked here only. A wrong value is a fatal error whose message names the variable.
 */
#ifndef HYD_ENV_ENV_H
#define HYD_ENV_ENV_H

#include <stdint.h>
#include <stdio.h>

enum hyd_env_id {
#define HYD_ENV(id, kind, dflt, help) HYD_ENV_##id,
#include "core/env/env.def"
#undef HYD_ENV
  HYD_ENV_COUNT
};

struct hyd_env;

/* A snapshot of `environ`. Never NULL. */
struct hyd_env *hyd_env_snapshot(char **environ_now);
void hyd_env_free(struct hyd_env *env);
/* The value of any variable in the snapshot, or NULL. */
char *hyd_env_get(struct hyd_env *env, const char *name);

/* NAME=value of the i-th variable; NULL: there are not so many. */
const char *hyd_env_at(struct hyd_env *env, size_t i);

/* Sets a variable in this process's snapshot, or removes it (value NULL). Old values stay readable.
 */
void hyd_env_set(struct hyd_env *env, const char *name, const char *value);

/* The value of a variable of the library, or its default. */
int hyd_env_bool(struct hyd_env *env, enum hyd_env_id id);
int64_t hyd_env_int(struct hyd_env *env, enum hyd_env_id id, int64_t min, int64_t max);
uint64_t hyd_env_size(struct hyd_env *env, enum hyd_env_id id);
double hyd_env_dbl(struct hyd_env *env, enum hyd_env_id id);
const char *hyd_env_str(struct hyd_env *env, enum hyd_env_id id);
/* The signal that a variable names; 0: not set. A process can continue after handling that signal.
 */
int hyd_env_signal(struct hyd_env *env, enum hyd_env_id id);
/* Whether the name is a value of GASNET_<CONDUIT>_SPAWNER; the empty name is one. */
int hyd_env_knows_spawner(const char *name);
/* Whether the variable's list of ranks (0,2-4,6; * or not set: all ranks) has this rank. */
int hyd_env_has_rank(struct hyd_env *env, enum hyd_env_id id, uint32_t rank);
int hyd_env_is_set(struct hyd_env *env, enum hyd_env_id id);
const char *hyd_env_name(enum hyd_env_id id);

/* env_names.c: whether a name of `len` letters is a variable of this library, of another library of
 * this interface, or of clients' builds. */
int hyd_env_is_known(const char *name, size_t len);
/* env_names.c: the variable that an unknown name GASNET_... may mean; NULL: no name is similar. */
const char *hyd_env_nearest(const char *name, size_t len);

/* Checks every variable that is set. */
void hyd_env_check(struct hyd_env *env);
/* Prints the report of GASNET_VERBOSEENV. */
void hyd_env_report(struct hyd_env *env, FILE *out);

/* Parses a segment limit: "<size>", or a part "a/b" or "0.85" of `physical` bytes of memory, and
 * optionally /P or /H, which sets *per_host. Returns bytes; 0: the text is no limit. */
uint64_t hyd_env_segsize(const char *text, uint64_t physical, int *per_host);

#endif
