/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cases.h: the cases of udp-cases, and how they report.
 */
#ifndef HYD_SIM_CASES_H
#define HYD_SIM_CASES_H

/* Counts and says whether it is as it should be. */
void case_verdict(int good, const char *format, ...) __attribute__((format(printf, 2, 3)));

void cases_packets(void); /* cases_packets.c: what is refused */
void cases_speed(void);   /* cases_speed.c: how long things take */
void cases_flow(void);    /* cases_flow.c: shares, room, packing */
void cases_path(void);    /* cases_path.c: sizes of datagrams */

#endif
