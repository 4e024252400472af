/* SPDX-License-Identifier: BSD-3-Clause
 *
 * messages.h: messages out (send.c) and in (receive.c).
 */
#ifndef HYD_MPI_MESSAGES_H
#define HYD_MPI_MESSAGES_H

#include "conduits/mpi/state.h"

/* n buffers for messages, as one piece of memory, of which those not used are not touched. */
char *hyd_mpi_buffers(uint32_t n);
#define HYD_MPI_BUFFER ((HYD_MPI_MESSAGE_MOST + 63) & ~(size_t)63)

/* --- send.c --------------------------------------------------------------- */

void hyd_mpi_send_open(struct hyd_mpi *s, uint32_t n);
int hyd_mpi_am_send(struct hyd_job *job, void *state, uint32_t peer, const struct hyd_am *m);
/* Lock held, all of these. */
/* A header alone. 0 or HYD_NO_ROOM. */
int hyd_mpi_note(struct hyd_mpi *s, uint32_t peer, enum hyd_mpi_kind kind, enum hyd_mpi_tag tag);
/* One of the peer's requests is being dealt with: it is told, soon enough to go on. */
void hyd_mpi_credits_take(struct hyd_mpi *s, struct hyd_mpi_peer *p);
void hyd_mpi_credits_pay(struct hyd_mpi *s);
/* Requests that MPI has set to MPI_REQUEST_NULL have ended. */
void hyd_mpi_send_ended(struct hyd_mpi *s);

/* --- receive.c ------------------------------------------------------------ */

/* Posts n receives of each tag. */
void hyd_mpi_receive_open(struct hyd_mpi *s, uint32_t n);
int hyd_mpi_poll(struct hyd_job *job, void *state, int take_requests);
/* Takes what has come, and sees what has ended; whether that was anything. Lock held. */
int hyd_mpi_progress(struct hyd_mpi *s, int take_requests);

#endif
