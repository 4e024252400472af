/* SPDX-License-Identifier: BSD-3-Clause
 *
 * env.h: the environment as the job sees it: a snapshot taken before the ranks are forked, and the
 * one place where GASNET_* values are read and checked. A bad value is fatal and names the
 * variable.
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
/* Value of any variable in the snapshot, or NULL. */
char *hyd_env_get(struct hyd_env *env, const char *name);

/* NAME=value of the i-th variable, NULL: there are fewer. */
const char *hyd_env_at(struct hyd_env *env, size_t i);

/* Changes this process's copy (value NULL: removes). Old values stay readable. */
void hyd_env_set(struct hyd_env *env, const char *name, const char *value);

/* Values of our variables, or their defaults. */
int hyd_env_bool(struct hyd_env *env, enum hyd_env_id id);
int64_t hyd_env_int(struct hyd_env *env, enum hyd_env_id id, int64_t min, int64_t max);
uint64_t hyd_env_size(struct hyd_env *env, enum hyd_env_id id);
double hyd_env_dbl(struct hyd_env *env, enum hyd_env_id id);
const char *hyd_env_str(struct hyd_env *env, enum hyd_env_id id);
/* The signal that a variable names, 0 if it is not set. One after which a program goes on. */
int hyd_env_signal(struct hyd_env *env, enum hyd_env_id id);
/* Whether that is a name for GASNET_<CONDUIT>_SPAWNER; empty is one. */
int hyd_env_knows_spawner(const char *name);
/* Whether a list of ranks (0,2-4,6; * or not set: all) has this one in it. */
int hyd_env_has_rank(struct hyd_env *env, enum hyd_env_id id, uint32_t rank);
int hyd_env_is_set(struct hyd_env *env, enum hyd_env_id id);
const char *hyd_env_name(enum hyd_env_id id);

/* Whether a name of so many letters is that of a variable which some library of this interface, or
 * a person who builds clients, knows; and the one that is meant by a name of GASNET_ that is none:
 * NULL if none is near. env_names.c */
int hyd_env_is_known(const char *name, size_t len);
const char *hyd_env_nearest(const char *name, size_t len);

/* Checks every variable that is set and prints the report of GASNET_VERBOSEENV, if wanted. */
void hyd_env_check(struct hyd_env *env);
void hyd_env_report(struct hyd_env *env, FILE *out);

/* A segment limit: "<size>", "a/b" or "0.85" of physical memory, optionally /P or /H, which sets
 * *per_host. Returns bytes, or 0 if the text is not one. */
uint64_t hyd_env_segsize(const char *text, uint64_t physical, int *per_host);

#endif
