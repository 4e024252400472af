/* SPDX-License-Identifier: BSD-3-Clause
 *
 * count_calls.c: system calls of a thread, but for those that its provider makes: Linux's syscall
 * user dispatch sends SIGSYS instead of entering the kernel while a byte of the thread says so; the
 * handler counts the call and makes it. Calls from between the two labels below go through in any
 * case: the handler's own, and its return.
 */
#include "count_verbs.h"

#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH 59
#define PR_SYS_DISPATCH_OFF 0
#define PR_SYS_DISPATCH_ON 1
#endif

enum { ALLOW = 0, BLOCK = 1 };
static __thread volatile char selector; /* read by the kernel */
static __thread int counting;

void count_verbs_enter(void) { selector = ALLOW; }
void count_verbs_leave(void) { selector = counting ? BLOCK : ALLOW; }

#if defined(__x86_64__)
extern char count_gate[], count_gate_end[];
long count_gate_call(long number, const long argument[6]);
void count_gate_return(void);
__asm__(".text\n"
        "count_gate:\n"
        ".type count_gate_call, @function\n"
        "count_gate_call:\n"
        "  mov %rdi, %rax\n"
        "  mov %rsi, %r11\n"
        "  mov 0(%r11), %rdi\n"
        "  mov 8(%r11), %rsi\n"
        "  mov 16(%r11), %rdx\n"
        "  mov 24(%r11), %r10\n"
        "  mov 32(%r11), %r8\n"
        "  mov 40(%r11), %r9\n"
        "  syscall\n"
        "  ret\n"
        ".type count_gate_return, @function\n"
        "count_gate_return:\n"
        "  mov $15, %eax\n"
        "  syscall\n"
        "  nop\n"
        "count_gate_end:\n");

/* As the kernel has it: libc's does not let the caller say where a handler returns to. */
struct kernel_action {
  void (*handler)(int, siginfo_t *, void *);
  unsigned long flags;
  void (*restorer)(void);
  unsigned long mask;
};

static void on_call(int sig, siginfo_t *info, void *context) {
  greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
  const long argument[6] = {r[REG_RDI], r[REG_RSI], r[REG_RDX], r[REG_R10], r[REG_R8], r[REG_R9]};
  (void)sig;
  atomic_fetch_add(&count_verbs_counts.calls, 1);
  atomic_store(&count_verbs_counts.last_call, (uint64_t)info->si_syscall);
  r[REG_RAX] = count_gate_call(info->si_syscall, argument);
}

int count_verbs_calls(int on) {
  const struct kernel_action act = {on_call, SA_SIGINFO | SA_RESTART | 0x04000000 /* SA_RESTORER */,
                                    count_gate_return, 0};
  counting = 0;
  selector = ALLOW;
  if (!on) return prctl(PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_OFF, 0, 0, 0);
  if (syscall(SYS_rt_sigaction, SIGSYS, &act, NULL, 8)) return -1;
  if (prctl(PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON, count_gate,
            count_gate_end - count_gate, &selector))
    return -1;
  counting = 1;
  selector = BLOCK;
  return 0;
}
#else
int count_verbs_calls(int on) {
  (void)on;
  return -1;
}
#endif
