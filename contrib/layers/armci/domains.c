/* SPDX-License-Identifier: BSD-3-Clause
 *
 * domains.c: the domains, which are the sets of ranks that share memory.
 */
#include "contrib/layers/armci/armcix.h"
#include "contrib/layers/armci/job.h"

static int domain_of(const char *call, int proc) { return hyd_armci_target(call, proc)->domain; }

static int check_domain(const char *call, int id) {
  hyd_armci_check_started(call);
  if (id < 0 || id >= hyd_armci.domains)
    hyd_armci_fail(call, "domain %d; expected 0 to %d", id, hyd_armci.domains - 1);
  return id;
}

int armci_domain_nprocs(armci_domain_t d, int id) {
  (void)d;
  if (id != -1) check_domain("armci_domain_nprocs", id);
  return hyd_armci.domain_size;
}

int armci_domain_id(armci_domain_t d, int proc) {
  (void)d;
  return domain_of("armci_domain_id", proc);
}

int armci_domain_glob_proc_id(armci_domain_t d, int id, int local) {
  (void)d;
  check_domain("armci_domain_glob_proc_id", id);
  if (local < 0 || local >= hyd_armci.domain_size)
    hyd_armci_fail("armci_domain_glob_proc_id", "rank %d of a domain; expected 0 to %d", local,
                   hyd_armci.domain_size - 1);
  return id * hyd_armci.domain_size + local;
}

int armci_domain_my_id(armci_domain_t d) {
  (void)d;
  return domain_of("armci_domain_my_id", hyd_armci.rank);
}

int armci_domain_count(armci_domain_t d) {
  (void)d;
  hyd_armci_check_started("armci_domain_count");
  return hyd_armci.domains;
}

static int is_here(const char *call, int proc) {
  return domain_of(call, proc) == domain_of(call, hyd_armci.rank);
}

int armci_domain_same_id(armci_domain_t d, int proc) {
  (void)d;
  return is_here("armci_domain_same_id", proc);
}

int ARMCI_Same_node(int proc) { return is_here("ARMCI_Same_node", proc); }
int armci_sameclusnode(int proc) { return is_here("armci_sameclusnode", proc); }

int ARMCI_Uses_shm(void) { return 0; }

int ARMCI_Uses_shm_grp(ARMCI_Group *group) {
  (void)group;
  return 0;
}

/* Operations of other ranks are served by handlers, which run when this rank polls. */
void ARMCIX_Progress(void) {
  hyd_armci_check_started("ARMCIX_Progress");
  gasnet_AMPoll();
}
