/* SPDX-License-Identifier: BSD-3-Clause
 *
 * refused.c: each call that checks its arguments, with wrong ones, in one job: the library's
 * MPI_Abort comes back here, and the line that was printed is compared. mistakes.c is the test of
 * how a job ends.
 */
#include <armcix.h>
#include <fcntl.h>
#include <iterator.h>
#include <setjmp.h>
#include <time.h>

#include "check.h"

static char **all, buffer[64];
static double one = 1;
static int stride[1] = {16}, count[2] = {8, 2}, bad_count[2] = {8, -1}, value;
static void *here[1] = {buffer}, *there[1];
static armci_giov_t put_list, get_list, put_outside, get_outside;
static armci_hdl_t h;
static ARMCI_Group none, world;
static stride_info_t steps;
static armci_meminfo_t block, freed_block;

static jmp_buf back;
static int is_refusing; /* a wrong call is under way */

/* Instead of MPI's: the mistake has been refused. */
int MPI_Abort(MPI_Comm comm, int code) {
  (void)comm;
  (void)code;
  longjmp(back, 1);
}

/* The library gives the launcher time to read the line: not here. */
int nanosleep(const struct timespec *length, struct timespec *rest) {
  return is_refusing ? 0 : clock_nanosleep(CLOCK_REALTIME, 0, length, rest);
}

enum { ACC = ARMCI_ACC_DBL, FADD = ARMCI_FETCH_AND_ADD, DOMAIN = ARMCI_DOMAIN_SMP };
#define RANK " rank 9; expected 0 to 1"
#define OUTSIDE " of rank 1; expected memory that ARMCI_Malloc has given"
#define NEGATIVE "; expected 0 or more"
#define SCOPE "scope 7; expected SCOPE_ALL"
#define MEMBER "this rank is not in the group; expected a member"

/* Wrong calls, and what the line about each of them says. `far`: memory of rank 1. */
#define CALLS(X)                                                                                   \
  X(ARMCI_Put(buffer, far, 8, 9), RANK)                                                            \
  X(ARMCI_Put(buffer, buffer, 8, 1), OUTSIDE)                                                      \
  X(ARMCI_Put(buffer, far, -1, 1), NEGATIVE)                                                       \
  X(ARMCI_Get(far, buffer, 8, 9), RANK)                                                            \
  X(ARMCI_Get(buffer, buffer, 8, 1), OUTSIDE)                                                      \
  X(ARMCI_Get(far, buffer, -1, 1), NEGATIVE)                                                       \
  X(ARMCI_Acc(ACC, &one, buffer, far, 8, 9), RANK)                                                 \
  X(ARMCI_Acc(ACC, &one, buffer, buffer, 8, 1), OUTSIDE)                                           \
  X(ARMCI_Acc(ACC, &one, buffer, far, -8, 1), NEGATIVE)                                            \
  X(ARMCI_PutS(buffer, stride, far, stride, count, 1, 9), RANK)                                    \
  X(ARMCI_PutS(buffer, stride, buffer, stride, count, 1, 1), OUTSIDE)                              \
  X(ARMCI_PutS(buffer, stride, far, stride, bad_count, 1, 1), NEGATIVE)                            \
  X(ARMCI_GetS(far, stride, buffer, stride, count, 1, 9), RANK)                                    \
  X(ARMCI_GetS(buffer, stride, buffer, stride, count, 1, 1), OUTSIDE)                              \
  X(ARMCI_GetS(far, stride, buffer, stride, count, -1, 1), "-1 stride levels; expected 0 to 8")    \
  X(ARMCI_AccS(ACC, &one, buffer, stride, far, stride, count, 1, 9), RANK)                         \
  X(ARMCI_AccS(ACC, &one, buffer, stride, buffer, stride, count, 1, 1), OUTSIDE)                   \
  X(ARMCI_AccS(36, &one, buffer, stride, far, stride, count, 1, 1), "type 36; expected one of")    \
  X(ARMCI_PutV(&put_list, 1, 9), RANK)                                                             \
  X(ARMCI_PutV(&put_outside, 1, 1), OUTSIDE)                                                       \
  X(ARMCI_PutV(&put_list, -1, 1), "-1 lists; expected 0 or more")                                  \
  X(ARMCI_GetV(&get_list, 1, 9), RANK)                                                             \
  X(ARMCI_GetV(&get_outside, 1, 1), OUTSIDE)                                                       \
  X(ARMCI_AccV(ACC, &one, &put_list, 1, 9), RANK)                                                  \
  X(ARMCI_AccV(ACC, &one, &put_outside, 1, 1), OUTSIDE)                                            \
  X(ARMCI_AccV(99, &one, &put_list, 1, 1), "type 99; expected one of")                             \
  X(ARMCI_NbPut(buffer, far, 8, 9, &h), RANK)                                                      \
  X(ARMCI_NbPut(buffer, buffer, 8, 1, &h), OUTSIDE)                                                \
  X(ARMCI_NbPut(buffer, far, -8, 1, &h), NEGATIVE)                                                 \
  X(ARMCI_NbGet(far, buffer, 8, 9, &h), RANK)                                                      \
  X(ARMCI_NbGet(buffer, buffer, 8, 1, &h), OUTSIDE)                                                \
  X(ARMCI_NbGet(far, buffer, -8, 1, &h), NEGATIVE)                                                 \
  X(ARMCI_NbAcc(ACC, &one, buffer, far, 8, 9, &h), RANK)                                           \
  X(ARMCI_NbPutS(buffer, stride, far, stride, count, 1, 9, &h), RANK)                              \
  X(ARMCI_NbPutS(buffer, stride, buffer, stride, count, 1, 1, &h), OUTSIDE)                        \
  X(ARMCI_NbGetS(far, stride, buffer, stride, count, 1, 9, &h), RANK)                              \
  X(ARMCI_NbGetS(buffer, stride, buffer, stride, count, 1, 1, &h), OUTSIDE)                        \
  X(ARMCI_NbAccS(ACC, &one, buffer, stride, far, stride, count, 1, 9, &h), RANK)                   \
  X(ARMCI_NbPutV(&put_list, 1, 9, &h), RANK)                                                       \
  X(ARMCI_NbPutV(&put_outside, 1, 1, &h), OUTSIDE)                                                 \
  X(ARMCI_NbGetV(&get_list, 1, 9, &h), RANK)                                                       \
  X(ARMCI_NbGetV(&get_outside, 1, 1, &h), OUTSIDE)                                                 \
  X(ARMCI_NbAccV(ACC, &one, &put_list, 1, 9, &h), RANK)                                            \
  X(ARMCI_PutValueInt(1, far, 9), RANK)                                                            \
  X(ARMCI_PutValueLong(1, far, 9), RANK)                                                           \
  X(ARMCI_PutValueFloat(1, far, 9), RANK)                                                          \
  X(ARMCI_PutValueDouble(1, buffer, 1), OUTSIDE)                                                   \
  X(ARMCI_NbPutValueInt(1, far, 9, &h), RANK)                                                      \
  X(ARMCI_NbPutValueLong(1, far, 9, &h), RANK)                                                     \
  X(ARMCI_NbPutValueFloat(1, far, 9, &h), RANK)                                                    \
  X(ARMCI_NbPutValueDouble(1, buffer, 1, &h), OUTSIDE)                                             \
  X(ARMCI_GetValueInt(far, 9), RANK)                                                               \
  X(ARMCI_GetValueLong(far, 9), RANK)                                                              \
  X(ARMCI_GetValueFloat(far, 9), RANK)                                                             \
  X(ARMCI_GetValueDouble(buffer, 1), OUTSIDE)                                                      \
  X(ARMCI_Put_flag(buffer, far, 8, (int *)far, 1, 9), RANK)                                        \
  X(ARMCI_Put_flag(buffer, far, 8, &value, 1, 1), OUTSIDE)                                         \
  X(ARMCI_PutS_flag(buffer, stride, far, stride, count, 1, (int *)far, 1, 9), RANK)                \
  X(ARMCI_PutS_flag_dir(buffer, stride, far, stride, count, 1, (int *)far, 1, 9), RANK)            \
  X(ARMCI_PutS_flag_dir(buffer, stride, far, stride, bad_count, 1, (int *)far, 1, 1), NEGATIVE)    \
  X(ARMCI_Copy(buffer, buffer, -1), NEGATIVE)                                                      \
  X(armci_write_strided(buffer, 9, stride, count, buffer), "9 stride levels; expected 0 to 8")     \
  X(armci_read_strided(buffer, 1, stride, bad_count, buffer), "count[1] is -1; expected 0 or")     \
  X(armci_stride_info_init(&steps, buffer, 9, stride, count), "9 stride levels; expected 0 to 8")  \
  X(ARMCI_WaitProc(9), RANK)                                                                       \
  X(ARMCI_Fence(9), RANK)                                                                          \
  X(ARMCI_GroupFence(&none), MEMBER)                                                               \
  X(ARMCI_Rmw(FADD, buffer, far, 1, 9), RANK)                                                      \
  X(ARMCI_Rmw(FADD, buffer, buffer, 1, 1), OUTSIDE)                                                \
  X(ARMCI_Rmw(17, buffer, far, 1, 1), "operation 17; expected ARMCI_FETCH_AND_ADD")                \
  X(ARMCI_Destroy_mutexes(), "there are no mutexes; expected ARMCI_Create_mutexes")                \
  X(ARMCI_Unlock(0, 1), "there are no mutexes; expected ARMCI_Create_mutexes")                     \
  X(ARMCI_Create_mutexes(-2), "-2 mutexes; expected 0 or more")                                    \
  X(ARMCIX_Create_mutexes_hdl(1, &none), MEMBER)                                                   \
  X(ARMCIX_Trylock_hdl(NULL, 0, 0), "there are no mutexes; expected ARMCI_Create_mutexes")         \
  X(ARMCI_Malloc(there, -1), "-1 bytes; expected 0 or more")                                       \
  X(ARMCI_Malloc_group(there, 8, &none), MEMBER)                                                   \
  X(ARMCI_Malloc_memdev(there, -1, "hbm"), "-1 bytes; expected 0 or more")                         \
  X(ARMCI_Malloc_group_memdev(there, 8, &none, "hbm"), MEMBER)                                     \
  X(ARMCI_Free_group(all[0], &none), MEMBER)                                                       \
  X(ARMCI_Memget(8, &block, 3), "flag 3; expected 0")                                              \
  X(ARMCI_Memat(&block, 1 << 20), "offset 1048576; expected 0 to ")                                \
  X(ARMCI_Memctl(&freed_block), "expected memory of ARMCI_Memget, once")                           \
  X(armci_notify(9), RANK)                                                                         \
  X(armci_notify_wait(9, &value), RANK)                                                            \
  X(ARMCI_Group_create(3, &value, &none), "3 members; expected 0 to 2")                            \
  X(ARMCI_Group_create_child(1, &value, &none, &none), MEMBER)                                     \
  X(ARMCI_Group_set_default(&none), MEMBER)                                                        \
  X(ARMCIX_Group_split(&none, 0, 0, &none), MEMBER)                                                \
  X(ARMCIX_Group_dup(&none, &none), MEMBER)                                                        \
  X(ARMCI_Absolute_id(&world, 2), "member 2; expected 0 to 1")                                     \
  X(armci_domain_nprocs(DOMAIN, 5), "domain 5; expected 0 to ")                                    \
  X(armci_domain_id(DOMAIN, 9), RANK)                                                              \
  X(armci_domain_glob_proc_id(DOMAIN, 0, 4), "rank 4 of a domain; expected 0 to ")                 \
  X(armci_domain_same_id(DOMAIN, 9), RANK)                                                         \
  X(ARMCI_Same_node(9), RANK)                                                                      \
  X(armci_sameclusnode(9), RANK)                                                                   \
  X(armci_msg_snd(1, buffer, 8, 9), RANK)                                                          \
  X(armci_msg_snd(1, buffer, -8, 1), NEGATIVE)                                                     \
  X(armci_msg_rcv(1, buffer, 8, NULL, 9), RANK)                                                    \
  X(armci_msg_rcv(1, buffer, 8, NULL, 0), "no message of this rank to itself with tag 1")          \
  X(armci_msg_rcvany(1, buffer, -8, NULL), NEGATIVE)                                               \
  X(armci_msg_bcast(buffer, 8, 2), "root 2; expected 0 to 1")                                      \
  X(armci_msg_bcast(buffer, -8, 0), NEGATIVE)                                                      \
  X(armci_msg_brdcst(buffer, 8, -1), "root -1; expected 0 to 1")                                   \
  X(armci_msg_bcast_scope(7, buffer, 8, 0), SCOPE)                                                 \
  X(armci_msg_bintree(7, &value, &value, &value, &value), SCOPE)                                   \
  X(armci_msg_gop_scope(SCOPE_ALL, buffer, 1, (char *)"+", 8),                                     \
    "type 8; expected one of ARMCI_INT")                                                           \
  X(armci_msg_igop(&value, -1, (char *)"+"), NEGATIVE)                                             \
  X(armci_msg_dgop(&one, 1, (char *)"mean"), "operation \"mean\"; expected + * max")               \
  X(armci_msg_reduce(buffer, 1, (char *)"?", ARMCI_INT), "operation \"?\"; expected + * max")      \
  X(armci_msg_reduce_scope(7, buffer, 1, (char *)"+", ARMCI_INT), SCOPE)                           \
  X(armci_msg_sel(buffer, 8, (char *)"+", ARMCI_INT, 1), "operation \"+\"; expected max or min")   \
  X(armci_msg_sel(buffer, 2, (char *)"max", ARMCI_INT, 1), "a record of 2 bytes; expected 4")      \
  X(armci_msg_sel_scope(7, buffer, 8, (char *)"max", ARMCI_INT, 1), SCOPE)                         \
  X(armci_msg_group_barrier(&none), MEMBER)                                                        \
  X(armci_msg_group_bcast_scope(SCOPE_ALL, buffer, 8, 9, &world), RANK)                            \
  X(armci_msg_group_gop_scope(7, buffer, 1, (char *)"+", ARMCI_INT, &world), SCOPE)                \
  X(armci_msg_group_igop(&value, 1, (char *)"+", &none), MEMBER)                                   \
  X(armci_exchange_address(there, 3), "3 addresses; expected 2")                                   \
  X(armci_exchange_address_grp(there, 1, &none), MEMBER)                                           \
  X(armci_msg_clus_igop(&value, 1, (char *)"-"), "operation \"-\"; expected + * max")              \
  X(armci_msg_clus_brdcst(buffer, -1), NEGATIVE)                                                   \
  X(ARMCI_Init_thread(99), "thread level 99; expected at most MPI's")                              \
  X(ARMCI_Init_thread_comm(98, MPI_COMM_WORLD), "thread level 98; expected at most MPI's")         \
  X(armci_msg_abort(3), "armci_msg_abort (3)")                                                     \
  X(ARMCI_Error("no more", 4), "no more (4)")

#define ROW(call, text) {#call, text},
static const struct { const char *call, *text; } rows[] = {CALLS(ROW)};
enum { NROWS = sizeof rows / sizeof rows[0] };

#define MAKE(call, text)                                                                           \
  if (number-- == 0) {                                                                             \
    call;                                                                                          \
    return;                                                                                        \
  }
static void make_call(int number, char *far) { CALLS(MAKE) }

/* Returns whether the call came back by MPI_Abort; `line`: what was written on standard error. */
static int is_refused(int number, int file, char *line, size_t room) {
  int own = dup(2), refused;
  fflush(stderr);
  dup2(file, 2);
  is_refusing = 1;
  refused = setjmp(back);
  if (!refused) make_call(number, all[1]);
  is_refusing = 0;
  fflush(stderr);
  dup2(own, 2);
  close(own);
  ssize_t n = pread(file, line, room - 1, 0);
  line[n > 0 ? n : 0] = 0;
  return ftruncate(file, 0) == 0 && lseek(file, 0, SEEK_SET) == 0 && refused;
}

/* Whether the line begins with the call's name, or that of the call that carries it out. */
static int names_call(const char *line, const char *call) {
  static const char begin[] = "ARMCI: rank 0: ";
  if (strncmp(line, begin, sizeof begin - 1)) return 0;
  line += sizeof begin - 1;
  size_t name = strcspn(line, ":");
  return (strncmp(call, "ARMCI", 5) && strncmp(call, "armci_domain", 12)) ||
         strncmp(call, "ARMCI_Error", 11) == 0 ||
         (strncmp(line, call, name) == 0 && call[name] == '(');
}

static void check_rows(void) {
  FILE *file = tmpfile();
  char line[1000];
  for (int i = 0; i < NROWS; i++) {
    int refused = is_refused(i, fileno(file), line, sizeof line);
    char *end = strchr(line, '\n');
    if (refused && end && end[1] == 0 && strstr(line, rows[i].text) &&
        names_call(line, rows[i].call))
      continue;
    wrong++;
    fprintf(stderr, "%s: %s: \"%s\"; expected \"%s\"\n", rows[i].call,
            refused ? "refused" : "accepted", line, rows[i].text);
  }
  fclose(file);
}

int main(int argc, char **argv) {
  begin_checks(&argc, &argv);
  all = make_memory(64);
  there[0] = all[1];
  put_list = (armci_giov_t){here, there, 8, 1};
  get_list = (armci_giov_t){there, here, 8, 1};
  put_outside = get_outside = (armci_giov_t){here, here, 8, 1};
  ARMCI_INIT_HANDLE(&h);
  none.rank = -1;
  ARMCI_Group_get_world(&world);
  ARMCI_Memget(64, &block, 0);
  ARMCI_Memget(64, &freed_block, 0);
  armci_meminfo_t copy = freed_block;
  ARMCI_Memctl(&copy);
  if (me == 0) check_rows();
  free_memory(all); /* the library goes on */
  return end_checks();
}
