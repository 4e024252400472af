/* SPDX-License-Identifier: BSD-3-Clause
 *
 * init.c: the order in which a job comes up, and nothing else:
 *
 *   1. the client's modes are checked, the environment is read, the conduit is chosen;
 *   2. ranks are forked, or found by a process manager;
 *   3. the job object, threads, signals, the exit hook;
 *   4. segment limits, the neighbourhood; a barrier;
 *   5. the conduit opens, inline code may see the job; a barrier.
 */
#include <errno.h>
#include <sys/prctl.h>

#include "conduits/dispatch.h"
#include "core/base/one_library.h"
#include "core/am/message_limits.h"
#include "core/topo/binding.h"
#include "core/topo/bound_memory.h"
#include "core/boot/boot.h"
#include "core/shm/cma.h"
#include "core/diag/wait_record.h"
#include "core/exit/end_message.h"
#include "core/env/env.h"
#include "core/mem/endpoint.h"
#include "core/base/err.h"
#include "core/exit/job_exit.h"
#include "core/oob/host_leaders.h"
#include "core/boot/pm.h"
#include "core/oob/oob.h"
#include "core/job/topology.h"
#include "core/op/op.h"
#include "core/am/handlers.h"
#include "core/job/attach.h"
#include "core/job/counting.h"
#include "core/exit/signals.h"
#include "core/diag/stats_file.h"
#include "core/watch/watch.h"
#include "core/job/trace_clock.h"
#include "core/team/team.h"
#include "core/sys/futex.h"
#include "core/tools/tools_int.h"
#include "core/am/wait.h"

extern char **environ;

static const char *const thread_mode_name[] = {"?", "SEQ", "PARSYNC", "PAR"};
static const char *const segment_mode_name[] = {"?", "FAST", "LARGE", "EVERYTHING"};

/* --- the client's objects must agree (gex-core.md CFG-1) ------------------ */

static void check_record(const struct hyd_client_cfg *a, const struct hyd_client_cfg *b) {
  if (b->version != HYD_ABI_VERSION)
    hyd_refuse("gex_Client_Init",
               "%s was compiled against version %u of the headers; the library has "
               "version %u: compile it again",
               b->file, b->version, HYD_ABI_VERSION);
  if (b->debug != HYD_DEBUG)
    hyd_refuse("gex_Client_Init", "%s was compiled %s GASNET_DEBUG, but linked with libgasnet%s",
               b->file, b->debug ? "with" : "without", HYD_DEBUG ? "-debug" : "");
  if (a->thread_mode != b->thread_mode)
    hyd_refuse("gex_Client_Init",
               "%s was compiled with GASNET_%s and %s with GASNET_%s; expected the "
               "same mode in every file",
               a->file, thread_mode_name[a->thread_mode & 3], b->file,
               thread_mode_name[b->thread_mode & 3]);
  if (a->segment_mode != b->segment_mode || a->pshm != b->pshm)
    hyd_refuse("gex_Client_Init",
               "%s was compiled with GASNET_SEGMENT_%s and %s with "
               "GASNET_SEGMENT_%s; expected the same in every file",
               a->file, segment_mode_name[a->segment_mode & 3], b->file,
               segment_mode_name[b->segment_mode & 3]);
}

static void check_records(const struct hyd_init_args *args) {
  check_record(args->here, args->here);
  for (struct hyd_client_cfg **p = args->cfg_begin; p < args->cfg_end; p++)
    if (*p) check_record(args->here, *p);
}

/* --- steps ---------------------------------------------------------------- */

static const struct hyd_conduit *choose_conduit(struct hyd_env *env,
                                                const struct hyd_client_cfg *client) {
  const char *name =
      hyd_env_is_set(env, HYD_ENV_CONDUIT) ? hyd_env_str(env, HYD_ENV_CONDUIT) : client->conduit;
  char why[4096] = "";
  const struct hyd_conduit *c = hyd_conduit_find(env, name, why, sizeof why);
  if (c == NULL) hyd_refuse("launch", "conduit %.40s: %s (GASNET_CONDUIT)", name, why);
  if (c->probe && c->probe(why, sizeof why))
    hyd_refuse("launch", "conduit %s cannot be used here: %s", name, why);
  return c;
}

static void freeze_if_asked(struct hyd_job *job) {
  if (hyd_env_bool(job->env, HYD_ENV_FREEZE))
    gasnett_freezeForDebuggerNow(&gasnet_frozen, "gasnet_frozen");
}

static void init_waiting(struct hyd_job *job) {
  const char *mode = hyd_env_str(job->env, HYD_ENV_WAIT);
  uint32_t ranks = job->shared->kernel_ranks;
  unsigned cpus =
      job->boot->cpus ? job->boot->cpus : 1; /* a job of one rank has not counted them */
  job->wait.mode = GASNET_WAIT_SPINBLOCK;
  if (strcasecmp(mode, "spin") == 0) job->wait.mode = GASNET_WAIT_SPIN;
  if (strcasecmp(mode, "block") == 0) job->wait.mode = GASNET_WAIT_BLOCK;
  job->wait.oversubscribed = ranks > cpus;
  job->wait.yields_help = job->shared->kernel_groups <= 1 && !job->boot->apart;
  job->wait.cores = cpus > ranks ? cpus / ranks : 1;
  job->wait.sharers = (ranks + cpus - 1) / cpus;
  job->wait.fence_mode = job->wait.oversubscribed || job->shared->nranks == 1;
  atomic_init(&job->wait.settled, UINT32_MAX); /* differs from the bell's value */
  job->wait.membarrier = hyd_membarrier_register() == 0;
  job->wait.hang_ns = (uint64_t)(hyd_env_dbl(job->env, HYD_ENV_HANG_SECONDS) * 1e9);
  hyd_measure_calls(job);
  hyd_threads_weigh(job);
}

static void init_objects(struct hyd_job *job, const char *name) {
  job->client.name = strdup(name);
  job->net.host_peer = calloc(job->place.host_count, sizeof *job->net.host_peer);
  job->place.rank_info = calloc(job->size, sizeof *job->place.rank_info);
  if (!job->client.name || !job->net.host_peer || !job->place.rank_info)
    hyd_fatal("gex_Client_Init", "out of memory for %u ranks", job->size);
  for (gex_Rank_t i = 0; i < job->size; i++) *(gex_Rank_t *)(uintptr_t)&job->place.rank_info[i] = i;
  hyd_ep_init(job);
  hyd_register_endpoint_messages(job);
  job->team.job = job;
  job->team.ep = &job->ep;
  job->team.pub.size = job->size;
  job->team.pub.rank = job->rank;
  job->team.stride = 1;
  job->threads.max = (unsigned)hyd_env_int(job->env, HYD_ENV_MAX_THREADS, 1, GASNETI_MAX_THREADS);
}

static void open_conduit(struct hyd_job *job) {
  job->net.ring_to_all = hyd_conduit_of(job)->rings_reach_host;
  if (job->net.ring_to_all || job->place.nbrhd_count == job->size) return;
  if (hyd_conduit_open(job, job->boot->conduit_shared))
    hyd_refuse("gex_Client_Init", "conduit %s: out of memory", hyd_conduit_of(job)->name);
  job->rx.poll_more = job->net.state != NULL;
}

/* Makes the limits of messages equal at all ranks. */
static void agree_on_limits(struct hyd_job *job) {
  struct limits {
    uint64_t segment;
    int32_t cma;
  } mine = {.segment = job->mem.max_local,
            .cma = !hyd_env_bool(job->env, HYD_ENV_NO_CMA) && hyd_cma_probe(job)};
  const unsigned char *table = hyd_oob_exchange(job, &mine, sizeof mine);
  job->mem.max_global = job->mem.max_local;
  job->mem.cma = 1;
  for (gex_Rank_t i = 0; i < job->size; i++) {
    const struct limits *l = HYD_RECORD_OF(struct limits, table, i);
    if (l->segment < job->mem.max_global) job->mem.max_global = (uintptr_t)l->segment;
    job->mem.cma &= l->cma;
  }
  hyd_oob_exchange_end(job);
}

static void publish_inline_view(struct hyd_job *job) {
  hyd_team_show_maps(&job->team);
  job->pair = job->team;
  hyd_world.tm0 = &job->team.pub;
  hyd_world.rank = job->rank;
  hyd_world.size = job->size;
  if (HYD_DEBUG) job->threads.only = hyd_self(job);
  hyd_world.legacy = (job->client.flags & GEX_FLAG_USES_GASNET1) != 0;
  job->ready = 1;
}

static struct hyd_job *new_job(struct hyd_boot *boot, struct hyd_env *env,
                               const struct hyd_conduit *conduit,
                               const struct hyd_client_cfg *client, gex_Flags_t flags) {
  struct hyd_job *job = calloc(1, sizeof *job);
  if (job == NULL) hyd_fatal("gex_Client_Init", "out of memory");
  job->boot = boot;
  job->env = env;
  job->net.conduit = conduit;
  job->rank = boot->rank;
  job->size = boot->size;
  job->shared = boot->shared;
  job->place.host_first = boot->shared->first;
  job->place.host_count = boot->shared->nranks;
  job->me = hyd_rank_at(job, boot->rank);
  job->me->shared_at = (uint64_t)(uintptr_t)boot->shared;
  job->host_inbox = hyd_inbox(boot->shared, 0);
  job->threads.mode = client->thread_mode;
  job->client.segment_mode = client->segment_mode;
  job->threads.many = client->thread_mode == 3;
  hyd_poll_init(job);
  job->client.flags = flags;
  job->pid = getpid();
  job->supervisor = boot->supervisor;
  job->wait.host_cpus = boot->cpus;
  job->client.quiet = hyd_env_bool(env, HYD_ENV_QUIET);
  hyd_exit_hooks(job);
  hyd_ops_hook(job);
  return job;
}

/* Warns of unknown variables, which have no effect: they may be misspelt. */
static void name_misspelt(struct hyd_job *job) {
  const char *e;
  for (size_t i = 0; (e = hyd_env_at(job->env, i)) != NULL; i++) {
    const char *meant = hyd_env_nearest(e, strcspn(e, "="));
    if (meant)
      hyd_warn(job, "%.*s is not read by this library; did you mean %s?", (int)strcspn(e, "="), e,
               meant);
  }
}

static void name_unknown_traces(struct hyd_job *job) {
  const char *list = hyd_env_str(job->env, HYD_ENV_BACKTRACE_TYPE);
  size_t len;
  for (; (len = hyd_backtrace_unknown(&list)) > 0; list += len)
    hyd_warn(
        job,
        "GASNET_BACKTRACE_TYPE has %.*s; expected LIBDW, GDB, EXECINFO or the program's own way",
        (int)len, list);
}

static void announce(struct hyd_job *job) {
  if (job->rank != 0) return;
  if (hyd_env_bool(job->env, HYD_ENV_VERBOSEENV)) hyd_env_report(job->env, stderr);
  name_misspelt(job);
  name_unknown_traces(job);
  if (job->size == 1 && job->boot->pm == NULL && !hyd_env_is_set(job->env, HYD_ENV_PSHM_NODES))
    hyd_warn(job, "this job has 1 rank; for N of them: gasnetrun -n N %s", program_invocation_name);
  if (job->boot->memory_in)
    hyd_warn(job,
             "memfd_create is refused here: the memory that ranks share is in files of %s, which "
             "have no names; "
             "it must fit there",
             job->boot->memory_in);
  if (HYD_DEBUG)
    hyd_warn(job, "this job runs with the checking library (GASNET_DEBUG), which is slow");
}

static void bring_up(struct hyd_job *job, const char *name) {
  hyd_the_job = job;
  hyd_threads_init(job);
  init_objects(job, name);
  hyd_nbrhd_init(job);
  init_waiting(job);
  hyd_sig_init(job);
  hyd_exit_init(job);
  hyd_tools_attach(job);
  atomic_store_explicit(&job->me->pid, (int32_t)job->pid, memory_order_relaxed);
  atomic_store_explicit(&job->me->state, HYD_RANK_RUNNING, memory_order_relaxed);
  hyd_boot_job_name(job->boot, job->stats.job, sizeof job->stats.job);
  hyd_stats_init(job);
  hyd_watch_init(job);
  hyd_counting_init(job);
  hyd_segment_init(job);
  hyd_binding_show(job->env, job->rank);
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0,
        0); /* lets other ranks copy memory, even under Yama */
  freeze_if_asked(job);
  hyd_oob_barrier(job);
  agree_on_limits(job);
  open_conduit(job);
  hyd_sig_give_back(job);
  hyd_limits_init(job);
  hyd_leaders_init(job);
  hyd_end_message_init(job);
  for (int i = 0; hyd_layers[i]; i++) hyd_layers[i](job);
  publish_inline_view(job);
  announce(job);
  hyd_trace_clock(job);
  hyd_oob_barrier(job);
}

/* The process manager that the conduit brings; forked ranks would each be a job of their own to it.
 */
static const struct hyd_pm_ops *own_manager(struct hyd_env *env, const struct hyd_conduit *conduit,
                                            const char *spawner) {
  int by_it = spawner && (strcasecmp(spawner, "mpi") == 0 || strcasecmp(spawner, "pmi") == 0);
  if (spawner && *spawner && !by_it)
    hyd_refuse("launch", "spawner %.40s, and conduit %s; expected mpi or pmi", spawner,
               conduit->name);
  if (!by_it && hyd_env_is_set(env, HYD_ENV_PSHM_NODES))
    hyd_refuse(
        "launch",
        "GASNET_PSHM_NODES: conduit %s does not fork ranks; expected to be started by mpirun "
        "or gasnetrun -c %s -n N",
        conduit->name, conduit->name);
  return conduit->manager;
}

/* The exchange that the client has given. */
static const struct hyd_pm_ops *client_manager(const struct hyd_conduit *conduit) {
  if (conduit->manager)
    hyd_refuse("launch",
               "hyd_boot_by_exchange, and conduit %s, which has its own exchange; expected another "
               "conduit (GASNET_CONDUIT)",
               conduit->name);
  return hyd_pm_of_client();
}

/* The manager that has started this process; NULL: none has, or this process is to fork ranks. */
static const struct hyd_pm_ops *find_manager(struct hyd_env *env,
                                             const struct hyd_conduit *conduit) {
  const char *spawner = hyd_pm_spawner(conduit->name);
  const struct hyd_pm_ops *ops;
  char why[256] = "";
  if (hyd_pm_of_client()) return client_manager(conduit);
  if (conduit->manager) return own_manager(env, conduit, spawner);
  if ((spawner == NULL || *spawner == '\0') && hyd_env_is_set(env, HYD_ENV_PSHM_NODES)) return NULL;
  if (hyd_pm_find(spawner, &ops, why, sizeof why)) hyd_refuse("launch", "%s", why);
  return ops;
}

/* Whether ./program N starts N ranks: the program was compiled for udp, and the environment sets no
 * number. */
static int takes_argument(struct hyd_env *env, const struct hyd_client_cfg *client) {
  return strcasecmp(client->conduit, "udp") == 0 && !hyd_env_is_set(env, HYD_ENV_PSHM_NODES);
}

static int start_job(const struct hyd_init_args *args, const char *name, int *argc, char ***argv,
                     gex_Flags_t flags) {
  struct hyd_boot *boot = calloc(1, sizeof *boot);
  struct hyd_env *env;
  const struct hyd_conduit *conduit;
  const struct hyd_pm_ops *manager;
  if (boot == NULL) hyd_fatal("gex_Client_Init", "out of memory");
  hyd_sig_note(boot->before); /* before managers and conduits load libraries */
  hyd_check_alone();
  check_records(args);
  env = hyd_env_snapshot(environ);
  hyd_env_check(env);
  conduit = choose_conduit(env, args->here);
  gasnett_backtrace_init(""); /* before the fork, since the first backtrace allocates and is slow */
  manager = find_manager(env, conduit);
  if (manager == NULL && takes_argument(env, args->here))
    boot->size = hyd_boot_argument(env, argc, argv);
  if (manager)
    hyd_boot_join(boot, env, conduit, manager);
  else
    hyd_boot_fork(boot, env, conduit);
  bring_up(new_job(boot, env, conduit, args->here, flags), name);
  hyd_limits_compare(hyd_the_job, args->here);
  return GASNET_OK;
}

/* --- the calls ------------------------------------------------------------ */

int hyd_client_init(const struct hyd_init_args *args, gex_Client_t *client_p, gex_EP_t *ep_p,
                    gex_TM_t *tm_p, const char *client_name, int *argc, char ***argv,
                    gex_Flags_t flags) {
  struct hyd_job *job;
  int rc;
  if (hyd_the_job) hyd_fatal("gex_Client_Init", "called a second time");
  if (!client_p || !ep_p || !tm_p || !client_name)
    hyd_fatal("gex_Client_Init", "expected places for client, endpoint and team, and a name");
  if (HYD_DEBUG && flags & ~(GEX_FLAG_USES_GASNET1 | GEX_FLAG_DEFER_THREADS))
    hyd_fatal("gex_Client_Init",
              "flags 0x%x; expected GEX_FLAG_USES_GASNET1 or "
              "GEX_FLAG_DEFER_THREADS",
              flags);
  if ((rc = start_job(args, client_name, argc, argv, flags))) return rc;
  job = hyd_the_job;
  *client_p = (gex_Client_t)job;
  *ep_p = (gex_EP_t)&job->ep;
  *tm_p = (gex_TM_t)&job->team;
  return GASNET_OK;
}

int hyd_legacy_init(const struct hyd_init_args *args, int *argc, char ***argv) {
  int rc;
  if (hyd_the_job) return hyd_error(GASNET_ERR_NOT_INIT, "gasnet_init", "called a second time");
  if ((rc = start_job(args, "LEGACY", argc, argv, GEX_FLAG_USES_GASNET1))) return rc;
  hyd_the_job->client.legacy_init = 1;
  return GASNET_OK;
}
