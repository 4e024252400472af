/* SPDX-License-Identifier: BSD-3-Clause
 *
 * send.c: messages between two ranks, by MPI. Messages to oneself are kept here until they are
 * received.
 */
#include <stdlib.h>

#include "contrib/layers/armci/groups.h"
#include "contrib/layers/armci/mpi_wait.h"
#include "contrib/layers/armci/pause.h"

struct own_message {
  struct own_message *next;
  int tag, len;
  char bytes[];
};
static struct own_message *first, **end = &first;

static void keep(int tag, const void *buf, int len) {
  struct own_message *m = malloc(sizeof *m + (size_t)len);
  if (m == NULL) hyd_armci_fail("armci_msg_snd", "out of memory for %d bytes to itself", len);
  *m = (struct own_message){NULL, tag, len};
  memcpy(m->bytes, buf, (size_t)len);
  *end = m;
  end = &m->next;
}

/* Receives the first kept message with this tag. False: there is none. */
static bool take_own(int tag, void *buf, int buflen, int *len) {
  struct own_message **at = &first, *m;
  while (*at && (*at)->tag != tag) at = &(*at)->next;
  if ((m = *at) == NULL) return false;
  if (m->len > buflen)
    hyd_armci_fail("armci_msg_rcv", "a message of %d bytes came; expected at most %d", m->len,
                   buflen);
  if ((*at = m->next) == NULL) end = at;
  memcpy(buf, m->bytes, (size_t)m->len);
  if (len) *len = m->len;
  free(m);
  return true;
}

void armci_msg_snd(int tag, void *buf, int len, int to) {
  MPI_Request request;
  hyd_armci_target("armci_msg_snd", to);
  hyd_armci_count("armci_msg_snd", len);
  if (to == hyd_armci.rank) {
    keep(tag, buf, len);
    return;
  }
  MPI_Isend(buf, len, MPI_BYTE, to, tag, hyd_armci.comm, &request);
  hyd_armci_mpi_wait(&request, MPI_STATUS_IGNORE);
}

static void receive(int tag, void *buf, int buflen, int *len, int from) {
  MPI_Request request;
  MPI_Status status;
  MPI_Irecv(buf, buflen, MPI_BYTE, from, tag, hyd_armci.comm, &request);
  hyd_armci_mpi_wait(&request, &status);
  if (len) MPI_Get_count(&status, MPI_BYTE, len);
}

void armci_msg_rcv(int tag, void *buf, int buflen, int *len, int from) {
  hyd_armci_target("armci_msg_rcv", from);
  hyd_armci_count("armci_msg_rcv", buflen);
  if (from != hyd_armci.rank)
    receive(tag, buf, buflen, len, from);
  else if (!take_own(tag, buf, buflen, len))
    hyd_armci_fail("armci_msg_rcv", "no message of this rank to itself with tag %d", tag);
}

int armci_msg_rcvany(int tag, void *buf, int buflen, int *len) {
  struct armci_pause pause = {0};
  MPI_Status status;
  int there = 0;
  hyd_armci_check_started("armci_msg_rcvany");
  hyd_armci_count("armci_msg_rcvany", buflen);
  for (;;) {
    if (take_own(tag, buf, buflen, len)) return hyd_armci.rank;
    MPI_Iprobe(MPI_ANY_SOURCE, tag, hyd_armci.comm, &there, &status);
    if (there) break;
    hyd_armci_pause(&pause);
  }
  receive(tag, buf, buflen, len, status.MPI_SOURCE);
  return status.MPI_SOURCE;
}

int armci_msg_me(void) {
  hyd_armci_check_started("armci_msg_me");
  return hyd_armci.rank;
}

int armci_msg_nproc(void) {
  hyd_armci_check_started("armci_msg_nproc");
  return hyd_armci.size;
}

double armci_timer(void) { return MPI_Wtime(); }

void armci_msg_init(int *argc, char ***argv) {
  int there = 0;
  MPI_Initialized(&there);
  if (!there) MPI_Init(argc, argv);
}

void armci_msg_finalize(void) {
  int over = 0;
  MPI_Finalized(&over);
  if (!over) MPI_Finalize();
}
