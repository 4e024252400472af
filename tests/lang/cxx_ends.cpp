/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cxx_ends.cpp: how a job of C++ ends, by the first argument: return, exit, gasnet_exit, thread (another thread calls
 * exit), handler (a handler of a message does), throw (a destructor does). Each object with a static or a thread's
 * lifetime writes a line and polls when it is destroyed.
 */
#include <gasnet.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <thread>

static bool joined, throws;

struct Object {
  const char *name;
  explicit Object(const char *n) : name(n) {}
  ~Object() noexcept(false) {
    if (!joined) return; /* the process that starts the ranks */
    std::printf("rank %d: %s\n", static_cast<int>(gasnet_mynode()), name);
    gasnet_AMPoll();
    if (throws) throw std::runtime_error(name);
  }
};

static Object before_main("global");
static thread_local Object of_thread("of a thread");

static void end(gasnet_token_t) { std::exit(3); }

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  gasnet_handlerentry_t table[] = {{130, reinterpret_cast<void (*)()>(end)}};
  if (gasnet_init(&argc, &argv) != GASNET_OK || gasnet_attach(table, 1, 65536, 0) != GASNET_OK) return 99;
  static Object after_init("of a function");
  joined = of_thread.name != nullptr;
  throws = std::strcmp(how, "throw") == 0;
  gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
  gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS);
  if (std::strcmp(how, "exit") == 0) std::exit(3);
  if (std::strcmp(how, "gasnet_exit") == 0) gasnet_exit(3);
  if (std::strcmp(how, "handler") == 0) gasnet_AMRequestShort0(gasnet_mynode(), 130);
  if (std::strcmp(how, "thread") == 0) std::thread([] { std::exit(3); }).join();
  return 3;
}
