/* SPDX-License-Identifier: BSD-3-Clause
 *
 * claims.c: the claim on faults (hyd_fault.h): a client's function gets the faults of its range;
 * others go on to the handler that was there, the program's own among them.
 */
#include <gasnetex.h>
#include <hyd_fault.h>

#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <sys/mman.h>

static unsigned passed, failed;
static volatile int taken, refused, own;
static sigjmp_buf back;
static char *page;

static void expect(int ok, const char *what) {
  *(ok ? &passed : &failed) += 1;
  printf("%s - %s\n", ok ? "ok" : "not ok", what);
}

static int open_page(void *arg, void *addr, siginfo_t *info, void *context) {
  (void)info;
  (void)context;
  taken++;
  if (addr != page + 5 || arg != &page) return 0;
  return mprotect(page, 4096, PROT_READ | PROT_WRITE) == 0;
}

static int refuse(void *arg, void *addr, siginfo_t *info, void *context) {
  (void)arg;
  (void)addr;
  (void)info;
  (void)context;
  refused++;
  return 0;
}

static void own_handler(int sig, siginfo_t *info, void *context) {
  (void)sig;
  (void)info;
  (void)context;
  own++;
  siglongjmp(back, 1);
}

static void fault_at(volatile char *p) {
  if (sigsetjmp(back, 1) == 0) *p = 1;
}

static void in_the_range(void) {
  page[5] = 7;
  expect(taken == 1 && page[5] == 7, "the client's function takes a fault of its range, once");
  expect(own == 0, "and nothing else does");
}

static void elsewhere(char *other) {
  fault_at(other);
  expect(own == 1 && taken == 1, "a fault elsewhere goes on to the program's handler");
  expect(hyd_fault_claim(other, 4096, refuse, NULL) == 0, "a second range");
  fault_at(other);
  expect(refused == 1 && own == 2, "what the client's function refuses goes on, too");
  expect(hyd_fault_release(other) == 0 && hyd_fault_release(other) == EINVAL, "given up, once");
  fault_at(other);
  expect(refused == 1 && own == 3, "a range that was given up is not the client's any more");
}

static void bad_claims(void) {
  int n = 0;
  expect(hyd_fault_claim(page + 4095, 2, refuse, NULL) == EINVAL, "ranges do not overlap");
  expect(hyd_fault_claim(page, 0, refuse, NULL) == EINVAL, "an empty range");
  expect(hyd_fault_claim(NULL, 10, refuse, NULL) == EINVAL, "a range at NULL");
  expect(hyd_fault_claim((void *)-4096, 8192, refuse, NULL) == EINVAL,
         "a range beyond all addresses");
  expect(hyd_fault_claim((void *)4096, 10, NULL, NULL) == EINVAL, "a range without a function");
  while (hyd_fault_claim((char *)0x10000 + n * 4096, 4096, refuse, NULL) == 0) n++;
  expect(n == HYD_FAULT_CLAIMS_MAX - 1, "as many ranges as there may be");
  expect(hyd_fault_claim((char *)0x90000, 1, refuse, NULL) == ENOSPC, "and not one more");
}

int main(int argc, char **argv) {
  gex_Client_t client;
  gex_EP_t ep;
  gex_TM_t tm;
  struct sigaction sa = {.sa_flags = SA_SIGINFO | SA_NODEFER};
  char *other;
  if (gex_Client_Init(&client, &ep, &tm, "CLAIMS", &argc, &argv, 0)) return 1;
  page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  other = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  sa.sa_sigaction = own_handler;
  sigaction(SIGSEGV, &sa, NULL);
  expect(hyd_fault_claim(page, 4096, open_page, &page) == 0, "a range is claimed");
  in_the_range();
  elsewhere(other);
  bad_claims();
  printf("%u passed, %u failed\n", passed, failed);
  gasnet_exit(failed != 0);
}
