/* SPDX-License-Identifier: BSD-3-Clause
 *
 * anl_writes.c: HYD_DSM_GLOBALS=report or end: reports writes to the program's variables while
 * workers run, which the other ranks do not see: a program written for threads waits for them in
 * vain, or finds a NULL pointer. The pages of .data and .bss are write-protected; the fault reports
 * the instruction that wrote, and makes the page writable until the next barrier. A write by a
 * library (to its variables that the linker put there, or to those that the program passed to it)
 * makes the page writable without a report. Without the setting, a fault at a NULL pointer brings a
 * hint.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1 /* dl_iterate_phdr */
#endif
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "contrib/layers/dsm/anl_int.h"
#include "contrib/layers/dsm/fault/access.h"
#include "hyd_fault.h"

#define TOLD 64u /* most instructions that are reported */

static struct {
  enum hyd_dsm_globals mode;
  uintptr_t page;          /* of this kernel, in bytes */
  char *first, *end;       /* whole pages */
  uintptr_t data, bss_end; /* the variables */
  uintptr_t code, code_end;
  uintptr_t told[TOLD];
  unsigned n;
  int has_workers; /* between CREATE and WAIT_FOR_END */
} writes;

/* Finds the program's code: the first object is the program. */
static int find_code(struct dl_phdr_info *info, size_t bytes, void *arg) {
  (void)bytes, (void)arg;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *p = &info->dlpi_phdr[i];
    if (p->p_type != PT_LOAD || !(p->p_flags & PF_X)) continue;
    writes.code = info->dlpi_addr + p->p_vaddr;
    writes.code_end = writes.code + p->p_memsz;
  }
  return 1;
}

/* --- HYD_DSM_GLOBALS=own --------------------------------------------------- */

/* Addresses of members of a NULL pointer: the kernel maps nothing there (vm.mmap_min_addr). NULL
 * itself cannot be claimed, since faults without an address report it, too. */
#define NEAR_NULL ((char *)1)
#define NEAR_NULL_BYTES 65535u

/* Prints a hint; the fault then goes to the default diagnosis. */
static int on_null(void *arg, void *addr, siginfo_t *info, void *context) {
  static const char text[] =
      "hyd_dsm: an address near NULL is accessed between CREATE and WAIT_FOR_END. Each rank "
      "has its own variables there, and does not see what other ranks write to theirs; "
      "HYD_DSM_GLOBALS=report reports such writes\n";
  (void)arg, (void)addr, (void)info, (void)context;
  if (writes.has_workers && write(STDERR_FILENO, text, sizeof text - 1) < 0) errno = 0;
  return 0;
}

/* --- HYD_DSM_GLOBALS=report, end ------------------------------------------- */

/* 1: the instruction has not been reported yet, and there is room to record it. */
static int record_instruction(uintptr_t instruction) {
  for (unsigned i = 0; i < writes.n; i++)
    if (writes.told[i] == instruction) return 0;
  if (writes.n == TOLD) return 0;
  writes.told[writes.n++] = instruction;
  return 1;
}

static void report_write(uintptr_t instruction, uintptr_t at) {
  char text[300];
  int n = snprintf(text, sizeof text,
                   "hyd_dsm: rank %u: the variable at 0x%llx is written, by the code at 0x%llx, "
                   "between CREATE and WAIT_FOR_END: other ranks do not see this; expected memory "
                   "of G_MALLOC (`addr2line -e` of the program and the code names the line)\n",
                   hyd_dsm_the->rank, (unsigned long long)at, (unsigned long long)instruction);
  if (write(STDERR_FILENO, text, (size_t)n) < 0) errno = 0;
}

static int on_write(void *arg, void *addr, siginfo_t *info, void *context) {
  uintptr_t from = hyd_dsm_instruction(context), at = (uintptr_t)addr;
  char *page = (char *)(at & ~(writes.page - 1));
  int is_program = from >= writes.code && from < writes.code_end;
  (void)arg, (void)info;
  if (mprotect(page, writes.page, PROT_READ | PROT_WRITE)) return 0;
  if (!is_program || at < writes.data || at >= writes.bss_end) return 1;
  if (record_instruction(from)) report_write(from, at);
  if (writes.mode == HYD_DSM_GLOBALS_END) _exit(1);
  return 1;
}

void hyd_anl_writes_open(char *data, char *end) {
  uintptr_t page = writes.page = (uintptr_t)sysconf(_SC_PAGESIZE);
  int rc;
  writes.mode = hyd_dsm_the->options.globals;
  if (writes.mode == HYD_DSM_GLOBALS_OWN) {
    hyd_fault_claim(NEAR_NULL, NEAR_NULL_BYTES, on_null, NULL);
    return;
  }
  writes.data = (uintptr_t)data;
  writes.bss_end = (uintptr_t)end;
  writes.first = (char *)(writes.data & ~(page - 1));
  writes.end = (char *)((writes.bss_end + page - 1) & ~(page - 1));
  dl_iterate_phdr(find_code, NULL);
  rc = hyd_fault_claim(writes.first, (size_t)(writes.end - writes.first), on_write, NULL);
  if (rc) hyd_dsm_fatal("HYD_DSM_GLOBALS: faults cannot be claimed: %s", strerror(rc));
}

static void protect_variables(int how) {
  if (writes.mode == HYD_DSM_GLOBALS_OWN) return;
  if (mprotect(writes.first, (size_t)(writes.end - writes.first), how))
    hyd_dsm_fatal("HYD_DSM_GLOBALS: mprotect: %s", strerror(errno));
}

void hyd_anl_writes_watch(void) {
  writes.has_workers = 1;
  protect_variables(PROT_READ);
}
void hyd_anl_writes_allow(void) {
  writes.has_workers = 0;
  protect_variables(PROT_READ | PROT_WRITE);
}
