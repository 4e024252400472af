/* SPDX-License-Identifier: BSD-3-Clause
 *
 * g1_groups.h: the groups of g1_*.c, in the order in which they run. For main.c and start.c.
 */
CONFORM_GROUP(g1_job)
CONFORM_GROUP(g1_am)
CONFORM_GROUP(g1_am_forms)
CONFORM_GROUP(g1_am_flood)
CONFORM_GROUP(g1_hsl)
CONFORM_GROUP(g1_rma)
CONFORM_GROUP(g1_val)
CONFORM_GROUP(g1_sync)
CONFORM_GROUP(g1_barrier)
CONFORM_GROUP(g1_threads)
CONFORM_GROUP(g1_vis)
#if CONFORM_COLL1
CONFORM_GROUP(g1_coll_images)
CONFORM_GROUP(g1_coll)
CONFORM_GROUP(g1_coll_sync)
CONFORM_GROUP(g1_coll_reduce)
CONFORM_GROUP(g1_coll_team)
#endif
