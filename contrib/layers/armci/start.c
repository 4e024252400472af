/* SPDX-License-Identifier: BSD-3-Clause
 *
 * start.c: start and end. The job is made of the members of a communicator, which exchange what the
 * library needs by MPI (hyd_boot.h). The job outlives ARMCI_Finalize, and serves the next
 * ARMCI_Init; the end of the process ends it.
 */
#include "contrib/layers/armci/job.h"

#include <hyd_boot.h>
#include <stdlib.h>

#include "contrib/layers/armci/lock.h"
#include "contrib/layers/armci/memory.h"
#include "contrib/layers/armci/messages.h"
#include "contrib/layers/armci/notify.h"
#include "contrib/layers/armci/ops.h"
#include "contrib/layers/armci/service.h"

enum { SLACK = 64 << 20 /* for local memory, above the program's limit */ };

struct armci_job hyd_armci;
pthread_mutex_t hyd_armci_lock = PTHREAD_MUTEX_INITIALIZER;

static size_t limit; /* of ARMCI_Set_shm_limit; 0: none */
static struct {
  bool is_up;    /* gex_Client_Init was called */
  MPI_Comm comm; /* a copy of the communicator of its ranks */
  struct armci_target *target;
  int size;
} job;

/* --- the exchange --------------------------------------------------------- */

static int gather_bytes(void *unused, const void *mine, size_t bytes, void *all) {
  (void)unused;
  return MPI_Allgather(mine, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE, job.comm);
}

static int meet(void *unused) {
  (void)unused;
  return MPI_Barrier(job.comm);
}

static void end_all(void *unused, int status) {
  int over = 0;
  (void)unused;
  MPI_Finalized(&over);
  if (!over) MPI_Abort(MPI_COMM_WORLD, status);
}

/* Chooses a conduit unless the user has: within a host shared memory; over hosts udp, which every
 * machine has. A rank that returns from main ends alone, as MPI's ranks do. */
static void choose_defaults(void) {
  MPI_Comm host;
  int here, all;
  MPI_Comm_split_type(job.comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
  MPI_Comm_size(host, &here);
  MPI_Comm_size(job.comm, &all);
  MPI_Allreduce(MPI_IN_PLACE, &here, 1, MPI_INT, MPI_MIN, job.comm);
  MPI_Comm_free(&host);
  if (here < all) setenv("GASNET_CONDUIT", "udp", 0);
  setenv("GASNET_CATCH_EXIT", "0", 0);
}

static void start_client(const char *call) {
  struct hyd_boot_exchange exchange = {.allgather = gather_bytes,
                                       .barrier = meet,
                                       .abort = end_all};
  exchange.rank = (uint32_t)hyd_armci.rank;
  exchange.size = (uint32_t)job.size;
  choose_defaults();
  int error = hyd_boot_by_exchange(&exchange);
  if (!error)
    error =
        gex_Client_Init(&hyd_armci.client, &hyd_armci.ep, &hyd_armci.team, "ARMCI", NULL, NULL, 0);
  if (!error)
    error = gex_EP_RegisterHandlers(hyd_armci.ep, hyd_armci_handlers, hyd_armci_handler_count);
  if (error) hyd_armci_fail(call, "the job cannot start: %s", gasnet_ErrorDesc(error));
  gex_AD_Create(&hyd_armci.ints, hyd_armci.team, GEX_DT_I32, GEX_OP_FADD | GEX_OP_SWAP, 0);
  gex_AD_Create(&hyd_armci.longs, hyd_armci.team, GEX_DT_I64, GEX_OP_FADD | GEX_OP_SWAP, 0);
}

/* --- memory --------------------------------------------------------------- */

static size_t head_size(void) {
  size_t bytes = sizeof(struct armci_head) + (size_t)job.size * sizeof(uint32_t);
  return (bytes + GASNET_PAGESIZE - 1) / GASNET_PAGESIZE * GASNET_PAGESIZE;
}

static void attach_segment(const char *call) {
  size_t most = gasnet_getMaxLocalSegmentSize(), size = most, own = SLACK + head_size();
  gex_Segment_t segment;
  if (limit && limit < most && own < most - limit) size = limit + own;
  size = size / GASNET_PAGESIZE * GASNET_PAGESIZE;
  if (size <= head_size() || gex_Segment_Attach(&segment, hyd_armci.team, size))
    hyd_armci_fail(call, "no memory of %zu bytes; GASNET_MAX_SEGSIZE limits it", size);
}

static void look_around(void) {
  for (int i = 0; i < job.size; i++) {
    void *owner = NULL, *mapped = NULL;
    uintptr_t size = 0;
    gex_Event_Wait(
        gex_EP_QueryBoundSegmentNB(hyd_armci.team, (gex_Rank_t)i, &owner, &mapped, &size, 0));
    job.target[i] = (struct armci_target){.base = (uintptr_t)owner,
                                          .size = size,
                                          .words = mapped && size > 8 ? size - 7 : 0,
                                          .is_mapped = mapped != NULL,
                                          .delta = (char *)mapped - (char *)owner};
    if (mapped == NULL) hyd_armci.all_mapped = false;
  }
}

/* Domains are the ranks that share memory, if all have the same number of consecutive ranks. */
static void find_domains(void) {
  gex_Rank_t sets, mine;
  int n = job.size, *set = calloc((size_t)n, sizeof *set), each;
  bool regular;
  if (set == NULL) hyd_armci_fail("ARMCI_Init", "out of memory for %d ranks", n);
  gex_System_QueryMyPosition(&sets, &mine, NULL, NULL);
  int own = (int)mine;
  MPI_Allgather(&own, 1, MPI_INT, set, 1, MPI_INT, job.comm);
  each = n / (int)sets;
  regular = n % (int)sets == 0;
  for (int i = 0; regular && i < n; i++) regular = set[i] == set[i / each * each];
  for (int i = 1; regular && i * each < n; i++) regular = set[i * each] != set[(i - 1) * each];
  hyd_armci.domain_size = regular ? each : 1;
  hyd_armci.domains = n / hyd_armci.domain_size;
  for (int i = 0; i < n; i++) job.target[i].domain = i / hyd_armci.domain_size;
  free(set);
}

/* --- start ---------------------------------------------------------------- */

static void start_job(const char *call, MPI_Comm comm) {
  MPI_Comm_dup(comm, &job.comm);
  MPI_Comm_size(comm, &job.size);
  job.target = aligned_alloc(64, (size_t)job.size * sizeof *job.target);
  hyd_armci.dirty = calloc((size_t)job.size, sizeof *hyd_armci.dirty);
  if (job.target == NULL || hyd_armci.dirty == NULL)
    hyd_armci_fail(call, "out of memory for %d ranks", job.size);
  memset(job.target, 0, (size_t)job.size * sizeof *job.target);
  hyd_armci.all_mapped = true;
  start_client(call);
  attach_segment(call);
  look_around();
  find_domains();
  hyd_armci_notify_begin(job.size);
  if (!hyd_armci.all_mapped) hyd_armci_start_service();
  job.is_up = true;
}

/* A second start must be with the ranks of the first. */
static void check_same(const char *call, MPI_Comm comm) {
  int how;
  MPI_Comm_compare(comm, job.comm, &how);
  if (how != MPI_IDENT && how != MPI_CONGRUENT)
    hyd_armci_fail(call, "other ranks than the first time; expected the same communicator");
}

static void begin(const char *call, MPI_Comm comm) {
  int level;
  if (hyd_armci.inits++) return;
  MPI_Comm_rank(comm, &hyd_armci.rank);
  if (job.is_up)
    check_same(call, comm);
  else
    start_job(call, comm);
  MPI_Query_thread(&level);
  hyd_armci.threads = level >= MPI_THREAD_SERIALIZED;
  hyd_armci.target = job.target;
  struct armci_target *own = &job.target[hyd_armci.rank];
  hyd_armci_memory_begin((char *)own->base + head_size(), own->size - head_size());
  MPI_Comm_dup(comm, &comm);
  hyd_armci.world = hyd_armci.standard = hyd_armci_group_make(comm, comm);
  hyd_armci.comm = hyd_armci.world->own;
  hyd_armci.size = job.size;
  ARMCI_COMM_WORLD = comm;
  hyd_armci_group_barrier(hyd_armci.world);
}

int PARMCI_Init_args(int *argc, char ***argv) {
  armci_msg_init(argc, argv);
  begin("ARMCI_Init", MPI_COMM_WORLD);
  return 0;
}
ARMCI_TWIN(ARMCI_Init_args, PARMCI_Init_args);

int PARMCI_Init(void) { return PARMCI_Init_args(NULL, NULL); }
ARMCI_TWIN(ARMCI_Init, PARMCI_Init);

int PARMCI_Init_mpi_comm(MPI_Comm comm) {
  begin("ARMCI_Init_mpi_comm", comm);
  return 1;
}
ARMCI_TWIN(ARMCI_Init_mpi_comm, PARMCI_Init_mpi_comm);

static void check_level(const char *call, int level) {
  int has;
  MPI_Query_thread(&has);
  if (has < level) hyd_armci_fail(call, "thread level %d; expected at most MPI's, %d", level, has);
}

static void start_mpi(int level) {
  int there = 0, has;
  MPI_Initialized(&there);
  if (!there) MPI_Init_thread(NULL, NULL, level, &has);
}

int PARMCI_Init_thread(int level) {
  start_mpi(level);
  check_level("ARMCI_Init_thread", level);
  begin("ARMCI_Init_thread", MPI_COMM_WORLD);
  return 0;
}
ARMCI_TWIN(ARMCI_Init_thread, PARMCI_Init_thread);

int PARMCI_Init_thread_comm(int level, MPI_Comm comm) {
  check_level("ARMCI_Init_thread_comm", level);
  begin("ARMCI_Init_thread_comm", comm);
  return 1;
}
ARMCI_TWIN(ARMCI_Init_thread_comm, PARMCI_Init_thread_comm);

int PARMCI_Initialized(void) { return hyd_armci.inits > 0; }
ARMCI_TWIN(ARMCI_Initialized, PARMCI_Initialized);

/* --- end ------------------------------------------------------------------ */

int PARMCI_Finalize(void) {
  int over = 0;
  if (hyd_armci.inits == 0 || --hyd_armci.inits > 0) return 0;
  hyd_armci_settle_all();
  MPI_Finalized(&over);
  if (!over) {
    hyd_armci_group_barrier(hyd_armci.world);
    hyd_armci_group_free(hyd_armci.world);
  }
  ARMCI_COMM_WORLD = MPI_COMM_NULL;
  hyd_armci.world = hyd_armci.standard = NULL;
  hyd_armci.size = 0;
  return 0;
}
ARMCI_TWIN(ARMCI_Finalize, PARMCI_Finalize);

void ARMCI_Set_shm_limit(unsigned long bytes) { limit = bytes == ~0UL ? 0 : bytes; }
