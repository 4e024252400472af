/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_job.c: the client, the job, neighborhoods and hosts, error names, client data, progress
 * threads (gex-core 6, 7.3, 8.1, 8.2, 18.4).
 */
#include "gex_support.h"

#include "start.h"

/* INIT-1, INIT-2, INIT-6: the objects and their relations. */
static void test_objects(void) {
  CHECK_EQ(conform_startup.init_result, GASNET_OK);
  CHECK(conform_client() != GEX_CLIENT_INVALID);
  CHECK(conform_ep() != GEX_EP_INVALID);
  CHECK(conform_tm() != GEX_TM_INVALID);
  CHECK(gex_EP_QueryClient(conform_ep()) == conform_client());
  CHECK(gex_TM_QueryClient(conform_tm()) == conform_client());
  CHECK(gex_TM_QueryEP(conform_tm()) == conform_ep());
  CHECK_EQ(gex_EP_QueryIndex(conform_ep()), 0);
  CHECK_EQ(gex_TM_QueryRank(conform_tm()), gex_System_QueryJobRank());
  CHECK_EQ(gex_TM_QuerySize(conform_tm()), gex_System_QueryJobSize());
  CHECK(gex_System_QueryJobRank() < gex_System_QueryJobSize());
  CHECK(gex_System_QueryJobSize() <= GASNET_MAXNODES);
}

static void test_flags(void) {
  CHECK_EQ(gex_EP_QueryFlags(conform_ep()), 0);
  CHECK_EQ(gex_TM_QueryFlags(conform_tm()), 0);
  if (!CONFORM_EVERYTHING) CHECK_EQ(gex_Segment_QueryFlags(conform_segment()), 0);
}

static void test_client(void) {
  const char *name = gex_Client_QueryName(conform_client());
  CHECK_STR(name, CONFORM_GASNET1 ? "LEGACY" : "conform");
  CHECK(gex_Client_QueryFlags(conform_client()) & GEX_FLAG_USES_GASNET1);
  CHECK(!(gex_Client_QueryFlags(conform_client()) & GEX_FLAG_DEFER_THREADS));
}

/* INIT-6: every rank's jobrank is known to all, and each is there once. */
static void test_ranks(void) {
  gex_Rank_t size = conform_size(), i;
  for (i = 0; i < size; i++)
    gex_tell(i, C_JOB, 0, (gex_AM_Arg_t)conform_rank(), (gex_AM_Arg_t)size, 0, 0);
  GEX_TAKE(C_JOB, size);
  for (i = 0; i < size; i++) {
    CHECK_EQ(gex_told[i][0], i);
    CHECK_EQ(gex_told[i][1], size);
  }
  gex_check_settled(C_JOB);
}

static void test_threads(void) {
  uint64_t n = gex_System_QueryMaxThreads();
  CHECK(n >= 1);
  if (CONFORM_SEQ) CHECK_EQ(n, 1);
  if (CONFORM_PAR) CHECK(n >= 2);
  CHECK_EQ(gex_System_QueryMaxThreads(), n);
}

static void test_hidden(void) {
  int level = gex_System_QueryHiddenAMConcurrencyLevel();
  if (GASNET_HIDDEN_AM_CONCURRENCY_LEVEL == 0) CHECK_EQ(level, 0);
  CHECK_EQ(gex_System_QueryHiddenAMConcurrencyLevel(), level);
}

/* NBR-1, NBR-2 of one of the two lists. */
static void check_list(gex_RankInfo_t *info, gex_Rank_t count, gex_Rank_t mine) {
  gex_Rank_t i;
  CHECK(info != 0);
  CHECK(count >= 1 && count <= conform_size());
  CHECK(mine < count);
  if (!info || mine >= count) return;
  CHECK_EQ(info[mine].gex_jobrank, conform_rank());
  for (i = 0; i < count; i++) CHECK(info[i].gex_jobrank < conform_size());
  for (i = 1; i < count; i++) CHECK(info[i - 1].gex_jobrank < info[i].gex_jobrank);
}

static void test_lists(void) {
  gex_RankInfo_t *n = 0, *h = 0, *again = 0;
  gex_Rank_t nn = 0, nh = 0, mn = 0, mh = 0, i, j, count = 0;
  gex_System_QueryNbrhdInfo(&n, &nn, &mn);
  gex_System_QueryHostInfo(&h, &nh, &mh);
  check_list(n, nn, mn);
  check_list(h, nh, mh);
  CHECK(nn <= nh);
  for (i = 0; i < nn; i++) { /* a neighborhood lies in one host */
    for (j = 0; j < nh && h[j].gex_jobrank != n[i].gex_jobrank;) j++;
    CHECK(j < nh);
  }
  gex_System_QueryNbrhdInfo(0, 0, 0);
  gex_System_QueryHostInfo(0, 0, 0);
  gex_System_QueryNbrhdInfo(&again, 0, 0);
  CHECK(again && again[mn].gex_jobrank == conform_rank());
  gex_System_QueryNbrhdInfo(0, &count, 0);
  CHECK_EQ(count, nn);
  gex_System_QueryHostInfo(0, 0, &count);
  CHECK_EQ(count, mh);
}

static int listed(gex_RankInfo_t *info, gex_Rank_t count, gex_Rank_t rank) {
  gex_Rank_t i;
  for (i = 0; i < count; i++)
    if (info[i].gex_jobrank == rank) return 1;
  return 0;
}

/* Every set rank below `size` occurs, none above. slot: where gex_told keeps the set rank. */
static void check_sets(int slot, gex_Rank_t size) {
  gex_Rank_t i, set;
  CHECK(size >= 1 && size <= conform_size());
  for (i = 0; i < conform_size(); i++) CHECK((gex_Rank_t)gex_told[i][slot] < size);
  for (set = 0; set < size; set++) {
    for (i = 0; i < conform_size() && (gex_Rank_t)gex_told[i][slot] != set;) i++;
    CHECK(i < conform_size());
  }
}

/* NBR-3: the same view on all ranks. */
static void test_position(void) {
  gex_Rank_t ns = 77, nr = 77, hs = 77, hr = 77, again = 77, i, nn, nh;
  gex_RankInfo_t *n, *h;
  gex_System_QueryMyPosition(&ns, &nr, &hs, &hr);
  gex_System_QueryMyPosition(0, 0, 0, 0);
  gex_System_QueryMyPosition(0, &again, 0, 0);
  CHECK_EQ(again, nr);
  for (i = 0; i < conform_size(); i++)
    gex_tell(i, C_JOB, 0, (gex_AM_Arg_t)ns, (gex_AM_Arg_t)nr, (gex_AM_Arg_t)hs, (gex_AM_Arg_t)hr);
  GEX_TAKE(C_JOB, conform_size());
  gex_System_QueryNbrhdInfo(&n, &nn, 0);
  gex_System_QueryHostInfo(&h, &nh, 0);
  for (i = 0; i < conform_size(); i++) {
    CHECK_EQ(gex_told[i][0], ns);
    CHECK_EQ(gex_told[i][2], hs);
    CHECK_EQ((gex_Rank_t)gex_told[i][1] == nr, listed(n, nn, i));
    CHECK_EQ((gex_Rank_t)gex_told[i][3] == hr, listed(h, nh, i));
  }
  check_sets(1, ns);
  check_sets(3, hs);
  gex_check_settled(C_JOB);
}

/* NBR-4: GASNET_SUPERNODE_MAXSIZE bounds a neighborhood; 0 or unset does not. */
static void test_supernode(void) {
  const char *text = gasnet_getenv("GASNET_SUPERNODE_MAXSIZE");
  gex_Rank_t limit = text ? (gex_Rank_t)atoi(text) : 0, nn, nh, set_size, host_sets;
  gex_System_QueryNbrhdInfo(0, &nn, 0);
  gex_System_QueryHostInfo(0, &nh, 0);
  gex_System_QueryMyPosition(&set_size, 0, &host_sets, 0);
#ifndef GASNET_PSHM
  limit = 1;
#endif
  if (limit) {
    CHECK(nn <= limit);
    CHECK(set_size >= (conform_size() + limit - 1) / limit);
  } else if (host_sets == 1) {
    CHECK_EQ(nn, conform_size());
    CHECK_EQ(set_size, 1);
  }
}

/* gasnet_getNodeInfo tells the same story (gex-core 22.5). */
static void test_nodeinfo(void) {
  gasnet_nodeinfo_t *table = calloc(conform_size() + 1, sizeof *table);
  gex_Rank_t i, nn, nh, me = conform_rank();
  gex_RankInfo_t *n, *h;
  memset(&table[conform_size()], 0x5a, sizeof *table);
  CHECK_EQ(gasnet_getNodeInfo(table, (int)conform_size() + 1), GASNET_OK);
  CHECK_EQ(conform_not_all(&table[conform_size()], sizeof *table, 0x5a), -1);
  CHECK_EQ(gasnet_getNodeInfo(table, 0), GASNET_OK);
  gex_System_SetVerboseErrors(0);
  CHECK_EQ(gasnet_getNodeInfo(table, -1), GASNET_ERR_BAD_ARG);
  gex_System_SetVerboseErrors(1);
  gex_System_QueryNbrhdInfo(&n, &nn, 0);
  gex_System_QueryHostInfo(&h, &nh, 0);
  for (i = 0; i < conform_size(); i++) {
    CHECK_EQ(table[i].supernode == table[me].supernode, listed(n, nn, i));
    CHECK_EQ(table[i].host == table[me].host, listed(h, nh, i));
  }
  free(table);
}

static uint32_t hash_text(const char *s) {
  uint32_t h = 2166136261u;
  for (; s && *s; s++) h = (h ^ (unsigned char)*s) * 16777619u;
  return h;
}

static void test_getenv(void) {
  static const char *const names[] = {"PATH", "GASNET_PSHM_NODES", "GASNET_SUPERNODE_MAXSIZE"};
  gex_AM_Arg_t h[4] = {0, 0, 0, 0};
  int i;
  for (i = 0; i < 3; i++) h[i] = (gex_AM_Arg_t)hash_text(gasnet_getenv(names[i]));
  CHECK(gasnet_getenv("PATH") != 0);
  CHECK(gasnet_getenv("CONFORM_NOT_SET_ANYWHERE") == 0);
  gex_tell(conform_next(), C_JOB, 0, h[0], h[1], h[2], h[3]);
  GEX_TAKE(C_JOB, 1);
  for (i = 0; i < 3; i++) CHECK_EQ(gex_told[conform_prev()][i], h[i]);
  gex_check_settled(C_JOB);
}

static long printed_by_error(int enable) {
  int result;
  gex_System_SetVerboseErrors(enable);
  gex_stderr_begin();
  result = gex_EP_RegisterHandlers(conform_ep(), 0, 1);
  long printed = gex_stderr_end();
  CHECK_EQ(result, GASNET_ERR_BAD_ARG);
  return printed;
}

static void test_verbose(void) {
  CHECK(gex_System_GetVerboseErrors() != 0); /* AMBIG-2: on at first */
  gex_System_SetVerboseErrors(0);
  CHECK_EQ(gex_System_GetVerboseErrors(), 0);
  gex_System_SetVerboseErrors(0);
  CHECK_EQ(gex_System_GetVerboseErrors(), 0);
  gex_System_SetVerboseErrors(1);
  CHECK(gex_System_GetVerboseErrors() != 0);
  CHECK_EQ(printed_by_error(0), 0);
  CHECK(printed_by_error(1) > 0);
}

/* 7.3: one slot for each object, NULL at first, independent of each other. */
static void test_cdata(void) {
  gex_Segment_t seg = conform_segment();
  static int marks[4];
  CHECK(gex_Client_QueryCData(conform_client()) == 0);
  CHECK(gex_EP_QueryCData(conform_ep()) == 0);
  CHECK(gex_TM_QueryCData(conform_tm()) == 0);
  if (seg != GEX_SEGMENT_INVALID) CHECK(gex_Segment_QueryCData(seg) == 0);
  gex_Client_SetCData(conform_client(), &marks[0]);
  gex_EP_SetCData(conform_ep(), &marks[1]);
  gex_TM_SetCData(conform_tm(), &marks[2]);
  if (seg != GEX_SEGMENT_INVALID) gex_Segment_SetCData(seg, &marks[3]);
  CHECK(gex_Client_QueryCData(conform_client()) == &marks[0]);
  CHECK(gex_EP_QueryCData(conform_ep()) == &marks[1]);
  CHECK(gex_TM_QueryCData(conform_tm()) == &marks[2]);
  if (seg != GEX_SEGMENT_INVALID) CHECK(gex_Segment_QueryCData(seg) == &marks[3]);
  gex_EP_SetCData(conform_ep(), &marks[3]);
  CHECK(gex_EP_QueryCData(conform_ep()) == &marks[3]);
  gex_Client_SetCData(conform_client(), 0);
  gex_EP_SetCData(conform_ep(), 0);
  gex_TM_SetCData(conform_tm(), 0);
  if (seg != GEX_SEGMENT_INVALID) gex_Segment_SetCData(seg, 0);
  CHECK(gex_Client_QueryCData(conform_client()) == 0);
  CHECK(gex_EP_QueryCData(conform_ep()) == 0);
}

/* PT-2, without GEX_FLAG_DEFER_THREADS. */
static void test_progress_threads(void) {
  const gex_ProgressThreadInfo_t *info = (const gex_ProgressThreadInfo_t *)&info;
  const gex_ProgressThreadInfo_t *const before = info;
  gex_Client_t client = conform_client();
  unsigned count = 4711;
  gex_System_SetVerboseErrors(0);
  CHECK_EQ(gex_System_QueryProgressThreads(client, &count, &info, 0), GASNET_ERR_RESOURCE);
  CHECK_EQ(gex_System_QueryProgressThreads(client, 0, &info, 0), GASNET_ERR_BAD_ARG);
  CHECK_EQ(gex_System_QueryProgressThreads(client, &count, 0, 0), GASNET_ERR_BAD_ARG);
  CHECK_EQ(gex_System_QueryProgressThreads(client, &count, &info, 1), GASNET_ERR_BAD_ARG);
  CHECK_EQ(gex_System_QueryProgressThreads(GEX_CLIENT_INVALID, &count, &info, 0),
           GASNET_ERR_BAD_ARG);
  gex_System_SetVerboseErrors(1);
  CHECK_EQ(count, 4711); /* section 6: OUT arguments are not written on failure */
  CHECK(info == before);
}

const struct conform_test conform_gex_job[] = {
    {"gex_job_objects", "gex-core INIT-1, INIT-2, INIT-6", test_objects, 0},
    {"gex_job_flags", "gex-core AMBIG-13, 9.3", test_flags, 0},
    {"gex_job_client", "gex-core INIT-3, INIT-5, AMBIG-14", test_client, 0},
    {"gex_job_ranks", "gex-core INIT-6", test_ranks, 0},
    {"gex_job_max_threads", "gex-core 8.2", test_threads, 0},
    {"gex_job_hidden_am", "gex-core 8.2", test_hidden, 0},
    {"gex_job_lists", "gex-core NBR-1, NBR-2", test_lists, 0},
    {"gex_job_position", "gex-core NBR-3", test_position, 0},
    {"gex_job_supernode", "gex-core NBR-4", test_supernode, 0},
    {"gex_job_nodeinfo", "gex-core 22.5", test_nodeinfo, 0},
    {"gex_job_getenv", "gex-core 8.3", test_getenv, 0},
    {"gex_job_error_names", "gex-core 6", conform_check_error_texts, 0},
    {"gex_job_verbose_errors", "gex-core 6, AMBIG-2", test_verbose, 0},
    {"gex_job_cdata", "gex-core 7.3", test_cdata, 0},
    {"gex_job_progress_threads", "gex-core PT-2", test_progress_threads, 0},
    {0, 0, 0, 0}};
