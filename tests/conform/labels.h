/* SPDX-License-Identifier: BSD-3-Clause
 *
 * labels.h: tests that ask for more than every implementation owes, and why; those that are not
 * here are of the interface. STRICTER: the published text leaves it open, or lets an implementation
 * end the job, and Hydrant promises it (the clause says so). ENDS: the same, where an
 * implementation may well end the job; each of these gets a job of its own from conform.py.
 * EXTENSION: calls that no published text has. For main.c; contrib/tools/conform/README.md says how
 * the labels are used.
 */

/* --- what is delivered */
CONFORM_LABEL(g1_am_medium_payloads, STRICTER,
              "payloads lie at multiples of 16 bytes; 8 are promised")
CONFORM_LABEL(g1_am_zero_bytes, STRICTER, "where a Long of no bytes lies: its destination")
CONFORM_LABEL(gex_npam_from_nothing, STRICTER, "negotiation that would accept no bytes")
CONFORM_LABEL(gex_npam_aligned, STRICTER,
              "negotiated payloads lie as malloc's memory does: promised, but not kept by all")
CONFORM_LABEL(g1_am_sources, STRICTER,
              "payloads from any memory, also such that cannot be written to")
CONFORM_LABEL(g1_am_limits, STRICTER, "16 arguments and 4000 bytes of Medium, whatever the network")
CONFORM_LABEL(g1_val_atomic, STRICTER, "aligned words are written and read whole")
CONFORM_LABEL(g1_threads_pass_handles, STRICTER, "handles are waited for by other threads")
CONFORM_LABEL(gex_threads_abandoned, STRICTER,
              "threads end without waiting for their implicit operations")
CONFORM_LABEL(gex_poll_tests_alone, STRICTER,
              "loops of tests alone end, although tests do not poll")
CONFORM_LABEL(gex_ad_spin, STRICTER, "loops of atomics alone end, although they need not poll")

/* --- errors that are returned, where the reference ends the job */
CONFORM_ENDS(g1_attach_errors, "a second attach, and one of a wrong size, return an error")
CONFORM_ENDS(gex_register_taken, "an index that is taken: an error is returned")
CONFORM_ENDS(gex_register_exhausted, "no index is left: an error is returned")
CONFORM_ENDS(gex_ep_failed, "wrong capabilities: an error is returned")
CONFORM_ENDS(gex_ep_create, "wrong capabilities: an error is returned")
CONFORM_ENDS(gex_ep_segment_errors, "segments of no bytes or no kind: an error is returned")
CONFORM_ENDS(gex_ep_bind, "what cannot be bound: an error is returned")
CONFORM_ENDS(gex_ep_exhaustion, "no endpoint is left: an error is returned")
CONFORM_ENDS(gex_mk_absent, "kinds that are not there: an error is returned")
CONFORM_ENDS(g1_wait_modes, "wrong modes: an error is returned")
CONFORM_ENDS(gex_waitmode, "wrong modes: an error is returned")
CONFORM_ENDS(g1_am_source_of_nothing, "no place for the answer: an error is returned")
CONFORM_ENDS(gex_job_progress_threads, "wrong arguments: an error is returned")

/* --- nothing at all */
CONFORM_LABEL(g1_rma_empty_ranges, STRICTER, "no bytes give no handle, whatever the addresses")
CONFORM_LABEL(gex_rma_zero, STRICTER, "what becomes of the event for local completion of no bytes")
CONFORM_LABEL(gex_ep_empty, STRICTER, "no bytes, between endpoints without segments")
CONFORM_LABEL(g1_vis_empty, STRICTER, "lists of nothing give no handle")
CONFORM_LABEL(gex_vis_empty_pieces, STRICTER, "pieces of no bytes, whose addresses are wrong")
CONFORM_LABEL(gex_vis_strided_nothing, STRICTER, "sections of nothing, whose addresses are wrong")
CONFORM_LABEL(gex_vis_peer_nothing, STRICTER, "the handler runs for a put of nothing, too")
CONFORM_LABEL(gex_coll_broadcast, STRICTER, "also broadcasts no bytes")

/* --- segments and endpoints */
CONFORM_LABEL(gex_job_flags, STRICTER, "flags of what init and attach made are 0")
CONFORM_LABEL(g1_segment_limits, STRICTER, "limits can be asked for after attach")
CONFORM_LABEL(g1_segment_bound, STRICTER, "the program's own limit of a segment")
CONFORM_LABEL(gex_ep_full, STRICTER, "endpoints beyond the first have messages and VIS")
CONFORM_LABEL(gex_ep_own, STRICTER, "a segment of one's own for the first endpoint")
CONFORM_LABEL(gex_ep_pairs, STRICTER, "pairs of any endpoints of any rank")
CONFORM_LABEL(gex_ep_team_queries, STRICTER,
              "teams of endpoints other than the first, several of a rank")
CONFORM_LABEL(gex_ep_team_traffic, STRICTER,
              "teams of endpoints other than the first, several of a rank")
CONFORM_LABEL(gex_ep_team_some, STRICTER, "a team that its maker is not in")
CONFORM_LABEL(gex_ep_team_scratch, STRICTER,
              "teams of endpoints other than the first, several of a rank")
CONFORM_LABEL(gex_ep_team_many, STRICTER,
              "teams of endpoints other than the first, several of a rank")

/* --- collectives */
CONFORM_LABEL(gex_reduce_user, STRICTER, "types of more than 32 KB")
CONFORM_LABEL(gex_reduce_in_order, STRICTER,
              "operators that do not commute, which the reference does not have")
CONFORM_LABEL(gex_reduce_in_order_roots, STRICTER, "operators that do not commute")
CONFORM_LABEL(gex_reduce_builtin_in_order, STRICTER, "operators that do not commute")
CONFORM_LABEL(gex_reduce_repeatable, STRICTER, "the same bits each time")

/* --- texts */
CONFORM_LABEL(g1_config_string, STRICTER, "release, conduit and order of the configuration's text")
CONFORM_LABEL(g1_embedded_strings, STRICTER, "texts in the executable that job tools look for")
CONFORM_LABEL(gex_const_identity, STRICTER, "release and conduit")
CONFORM_LABEL(gex_const_release, STRICTER, "release and versions of the specifications")
CONFORM_LABEL(gex_const_errors, STRICTER, "the values of errors")
CONFORM_LABEL(gex_const_hints, STRICTER, "negotiated payloads save a copy")
CONFORM_LABEL(g1_error_texts, STRICTER, "the values of errors")

/* --- GASNet-1's collectives, which were a prototype, and which no specification has */
CONFORM_LABEL(g1_coll_flags, EXTENSION, "collectives of GASNet-1")
CONFORM_LABEL(g1_coll_broadcast, EXTENSION, "collectives of GASNet-1")
CONFORM_LABEL(g1_coll_scatter, EXTENSION, "collectives of GASNet-1")
CONFORM_LABEL(g1_coll_gather, EXTENSION, "collectives of GASNet-1")
CONFORM_LABEL(g1_coll_gather_all, EXTENSION, "collectives of GASNet-1")
CONFORM_LABEL(g1_coll_exchange, EXTENSION, "collectives of GASNet-1")
CONFORM_LABEL(g1_coll_in_place, EXTENSION, "collectives of GASNet-1")
CONFORM_LABEL(g1_coll_large, EXTENSION, "collectives of GASNet-1")
CONFORM_LABEL(g1_coll_zero, EXTENSION, "collectives of GASNet-1")
CONFORM_LABEL(g1_coll_no_images, EXTENSION, "collectives of GASNet-1")
CONFORM_LABEL(g1_coll_no_images_order, EXTENSION, "collectives of GASNet-1")
CONFORM_LABEL(g1_coll_image_barriers, EXTENSION, "collectives of GASNet-1")
CONFORM_LABEL(g1_coll_image_barrier_waits, EXTENSION, "collectives of GASNet-1")
CONFORM_LABEL(g1_coll_plain_barrier, EXTENSION, "collectives of GASNet-1")
CONFORM_LABEL(g1_coll_tuning, EXTENSION, "collectives of GASNet-1")
CONFORM_LABEL(g1_coll_reduce_roots, EXTENSION, "collectives of GASNet-1")
CONFORM_LABEL(g1_coll_reduce_talks, EXTENSION, "collectives of GASNet-1")
CONFORM_LABEL(g1_coll_reduce_large, EXTENSION, "collectives of GASNet-1")
CONFORM_LABEL(g1_coll_reduce_ordered, EXTENSION, "collectives of GASNet-1")
CONFORM_LABEL(g1_coll_scan, EXTENSION, "collectives of GASNet-1")
CONFORM_LABEL(g1_coll_scan_ordered, EXTENSION, "collectives of GASNet-1")
CONFORM_LABEL(g1_coll_in_mysync, EXTENSION, "collectives of GASNet-1")
CONFORM_LABEL(g1_coll_in_allsync, EXTENSION, "collectives of GASNet-1")
CONFORM_LABEL(g1_coll_out_allsync, EXTENSION, "collectives of GASNet-1")
CONFORM_LABEL(g1_coll_out_mysync, EXTENSION, "collectives of GASNet-1")
CONFORM_LABEL(g1_coll_no_handles, EXTENSION, "collectives of GASNet-1")
CONFORM_LABEL(g1_coll_pending, EXTENSION, "collectives of GASNet-1")
CONFORM_LABEL(g1_coll_many, EXTENSION, "collectives of GASNet-1")
CONFORM_LABEL(g1_coll_aggregate, EXTENSION, "collectives of GASNet-1")
CONFORM_LABEL(g1_coll_aggregate_covers, EXTENSION, "collectives of GASNet-1")
CONFORM_LABEL(g1_coll_teams, EXTENSION, "collectives of GASNet-1")
CONFORM_LABEL(g1_coll_team_nested, EXTENSION, "collectives of GASNet-1")
