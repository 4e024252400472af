/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pm_test.c: how a process finds its manager and what passes between them (core/boot): commands of
 * PMI as text, values of any bytes, and the exchange that a client gives. The managers are made up
 * here.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/base/core.h"
#include "core/boot/pm.h"
#include "core/boot/pmi_text.h"
#include "core/boot/told_values.h"
#include "core/include/hyd_boot.h"

/* --- commands as text ----------------------------------------------------- */

static struct hyd_pm_cmd cmd;
static char text[HYD_PM_LINE + 2];

static int parse(enum hyd_pm_wire wire, const char *line) {
  strcpy(text, line);
  return hyd_pm_parse(wire, text, strlen(line), &cmd);
}

static void test_commands_are_read(void **state) {
  (void)state;
  assert_int_equal(parse(HYD_PM_WIRE_1, "cmd=put  kvsname=k key=a value=b=c msg=all is well "), 0);
  assert_int_equal(cmd.fields, 5);
  assert_true(hyd_pm_is(&cmd, "put") && !hyd_pm_is(&cmd, "get"));
  assert_string_equal(hyd_pm_field(&cmd, "value"), "b=c");
  assert_string_equal(hyd_pm_field(&cmd, "msg"), "all is well");
  assert_null(hyd_pm_field(&cmd, "well"));
  assert_int_equal(parse(HYD_PM_WIRE_1, "cmd=a  =b"), -1);
  assert_int_equal(parse(HYD_PM_WIRE_1, "words cmd=a"), -1);
  assert_int_equal(parse(HYD_PM_WIRE_1, "key=a"), -1);
  assert_int_equal(parse(HYD_PM_WIRE_1, ""), -1);
  assert_int_equal(parse(HYD_PM_WIRE_2, "cmd=kvs-put;key=a;value=b;;c=d;;;"), 0);
  assert_int_equal(cmd.fields, 3);
  assert_string_equal(hyd_pm_field(&cmd, "value"), "b;c=d;");
  assert_int_equal(parse(HYD_PM_WIRE_2, "cmd=a;b"), -1);
  assert_int_equal(parse(HYD_PM_WIRE_2, "cmd=a"), -1);
  assert_int_equal(parse(HYD_PM_WIRE_2, "cmd=a;b;c=d;"), -1);
  assert_int_equal(parse(HYD_PM_WIRE_2, "cmd=a;=d;"), -1);
}

static void test_limits_of_commands(void **state) {
  char line[HYD_PM_LINE + 2];
  size_t n = 0;
  (void)state;
  memset(text, 'a', sizeof text);
  memcpy(text, "cmd=", 4);
  assert_int_equal(hyd_pm_parse(HYD_PM_WIRE_1, text, HYD_PM_LINE, &cmd), 0);
  assert_int_equal(strlen(hyd_pm_field(&cmd, "cmd")), HYD_PM_LINE - 4);
  text[HYD_PM_LINE] = 'a';
  assert_int_equal(hyd_pm_parse(HYD_PM_WIRE_1, text, HYD_PM_LINE + 1, &cmd), -1);
  assert_int_equal(hyd_pm_parse(HYD_PM_WIRE_1, memcpy(text, "cmd=a\0b=c", 10), 9, &cmd), -1);
  for (int fields = HYD_PM_FIELDS; fields <= HYD_PM_FIELDS + 1; fields++) {
    n = (size_t)sprintf(line, "cmd=x");
    for (int i = 1; i < fields; i++) n += (size_t)sprintf(line + n, " k%d=%d", i, i);
    assert_int_equal(parse(HYD_PM_WIRE_1, line), fields > HYD_PM_FIELDS ? -1 : 0);
  }
}

static void test_numbers(void **state) {
  static const struct {
    const char *line;
    long value;
  } number[] = {{"rank=7", 7},    {"rank=-1", -1}, {"rank=+3", 3},
                {"rank=0", 0},    {"rank=7x", 42}, {"rank=", 42},
                {"rank=-", 42},   {"other=7", 42}, {"rank=99999999999999999999", 42},
                {"rank=0x10", 42}};
  static const struct {
    char prefix[HYD_PM_PREFIX + 1];
    long value;
  } length[] = {{"    12", 12}, {"12    ", 12}, {"004096", 4096}, {"  4097", -1},
                {"      ", -1}, {"  1 2 ", -1}, {" 12a  ", -1},   {"     0", 0},
                {"  -12 ", -1}, {" 9/   ", -1}, {" 9:   ", -1},   {"     9", 9}};
  (void)state;
  for (size_t i = 0; i < sizeof number / sizeof number[0]; i++) {
    char line[64];
    snprintf(line, sizeof line, "cmd=x %s", number[i].line);
    assert_int_equal(parse(HYD_PM_WIRE_1, line), 0);
    assert_int_equal(hyd_pm_number(&cmd, "rank", 42), number[i].value);
  }
  for (size_t i = 0; i < sizeof length / sizeof length[0]; i++)
    assert_int_equal(hyd_pm_length(length[i].prefix), length[i].value);
}

/* What one side writes the other reads, as long as it can be expressed. */
static void test_commands_are_written(void **state) {
  static struct hyd_pm_line line;
  (void)state;
  hyd_pm_begin(&line, HYD_PM_WIRE_1, "put");
  hyd_pm_add(&line, "key", "a;b=c");
  assert_int_equal(hyd_pm_end(&line), 0);
  assert_int_equal(line.n, strlen("cmd=put key=a;b=c\n"));
  assert_memory_equal(line.text, "cmd=put key=a;b=c\n", line.n);
  hyd_pm_begin(&line, HYD_PM_WIRE_2, "put");
  hyd_pm_add(&line, "key", "a;b = c");
  assert_int_equal(hyd_pm_end(&line), 0);
  assert_int_equal(line.n, strlen("    21cmd=put;key=a;;b = c;"));
  assert_memory_equal(line.text, "    21cmd=put;key=a;;b = c;", line.n);
  for (int wire = HYD_PM_WIRE_1; wire <= HYD_PM_WIRE_2; wire++) {
    static const char *const bad[][2] = {{"k", "a\nb"}, {"k=", "a"}, {"k;", "a"}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
      hyd_pm_begin(&line, (enum hyd_pm_wire)wire, "put");
      hyd_pm_add(&line, bad[i][0], bad[i][1]);
      assert_int_equal(hyd_pm_end(&line), -1);
    }
  }
  hyd_pm_begin(&line, HYD_PM_WIRE_1, "put");
  hyd_pm_add(&line, "k", "a b");
  assert_int_equal(hyd_pm_end(&line), -1);
}

static void test_longest_written(void **state) {
  static struct hyd_pm_line line;
  static char value[HYD_PM_LINE + 1];
  (void)state;
  for (int wire = HYD_PM_WIRE_1; wire <= HYD_PM_WIRE_2; wire++)
    for (size_t more = 0; more < 2; more++) {
      size_t n = HYD_PM_LINE - strlen("cmd=x k=") - (wire == HYD_PM_WIRE_2) + more;
      memset(value, 'v', n);
      value[n] = '\0';
      hyd_pm_begin(&line, (enum hyd_pm_wire)wire, "x");
      hyd_pm_add(&line, "k", value);
      assert_int_equal(hyd_pm_end(&line), more ? -1 : 0);
    }
}

/* --- which manager -------------------------------------------------------- */

static const struct hyd_pm_ops *there;
static int detect_pmix(void) { return there == &hyd_pm_pmix; }
static int detect_pmi2(void) { return there == &hyd_pm_pmi2; }
static int detect_pmi1(void) { return there == &hyd_pm_pmi1; }

static char store[4096][2][200]; /* what has been put: keys, values */
static unsigned stored;
static size_t most_key = 64, most_value = 100;

static int open_store(struct hyd_pm *pm) {
  if (most_key == 0) return hyd_pm_fail(pm, "closed");
  pm->size = 4;
  pm->rank = 2;
  pm->max_key = most_key;
  pm->max_value = most_value;
  stored = 0;
  return 0;
}
static int put_store(struct hyd_pm *pm, const char *key, const char *value) {
  assert_true(strlen(value) <= pm->max_value && strlen(key) <= pm->max_key);
  if (stored == sizeof store / sizeof store[0]) return hyd_pm_fail(pm, "full");
  strcpy(store[stored][0], key);
  strcpy(store[stored++][1], value);
  return 0;
}
static int get_store(struct hyd_pm *pm, uint32_t rank, const char *key, char *value, size_t size) {
  assert_int_equal(rank, 2);
  for (unsigned i = 0; i < stored; i++)
    if (strcmp(store[i][0], key) == 0 && strlen(store[i][1]) < size) {
      strcpy(value, store[i][1]);
      return 0;
    }
  return hyd_pm_fail(pm, "no %s", key);
}

const struct hyd_pm_ops hyd_pm_pmix = {.name = "PMIx", .detect = detect_pmix};
const struct hyd_pm_ops hyd_pm_pmi2 = {.name = "PMI-2", .detect = detect_pmi2};
const struct hyd_pm_ops hyd_pm_pmi1 = {
    .name = "PMI-1", .detect = detect_pmi1, .open = open_store, .put = put_store, .get = get_store};

static void test_managers(void **state) {
  static const struct {
    const char *spawner;
    const struct hyd_pm_ops *environment, *found;
    const char *refused;
  } way[] = {{NULL, NULL, NULL, NULL},
             {"", &hyd_pm_pmi2, &hyd_pm_pmi2, NULL},
             {NULL, &hyd_pm_pmix, &hyd_pm_pmix, NULL},
             {"fork", &hyd_pm_pmix, NULL, NULL},
             {"FORK", NULL, NULL, NULL},
             {"ssh", &hyd_pm_pmi1, &hyd_pm_pmi1, NULL},
             {"ssh", &hyd_pm_pmix, NULL, "gasnetrun -n N"},
             {"custom", NULL, NULL, "spawner custom, but the environment"},
             {"Custom", &hyd_pm_pmi1, &hyd_pm_pmi1, NULL},
             {"mpi", &hyd_pm_pmix, &hyd_pm_pmix, NULL},
             {"MPI", NULL, NULL, "mpirun, mpiexec or srun"},
             {"pmi", &hyd_pm_pmi2, &hyd_pm_pmi2, NULL},
             {"pmi", NULL, NULL, "mpirun, mpiexec or srun"},
             {"pmix", NULL, &hyd_pm_pmix, NULL},
             {"PMI2", NULL, &hyd_pm_pmi2, NULL},
             {"pmi1", NULL, &hyd_pm_pmi1, NULL},
             {"pmi3", NULL, NULL, "spawner pmi3; expected fork"}};
  (void)state;
  unsetenv("HYDRANT_RANK_TAKEN");
  for (size_t i = 0; i < sizeof way / sizeof way[0]; i++) {
    const struct hyd_pm_ops *ops = NULL;
    char why[256] = "";
    there = way[i].environment;
    assert_int_equal(hyd_pm_find(way[i].spawner, &ops, why, sizeof why), way[i].refused ? -1 : 0);
    assert_ptr_equal(ops, way[i].found);
    if (way[i].refused) assert_non_null(strstr(why, way[i].refused));
  }
}

static const struct hyd_pm_ops *found(void) {
  const struct hyd_pm_ops *ops;
  char why[256];
  there = &hyd_pm_pmi1;
  assert_int_equal(hyd_pm_find(NULL, &ops, why, sizeof why), 0);
  return ops;
}

/* A program that a rank has started is no rank, unless another launcher gave it an environment. */
static void test_a_rank_is_taken_once(void **state) {
  struct hyd_pm pm;
  int ends[2];
  char fd[16];
  (void)state;
  assert_int_equal(pipe(ends), 0);
  snprintf(fd, sizeof fd, "%d", ends[0]);
  setenv("PMI_FD", fd, 1);
  setenv("PMI_RANK", "2", 1);
  unsetenv("HYDRANT_RANK_TAKEN");
  most_key = 0;
  assert_int_equal(hyd_pm_open(&pm, found()), -1);
  assert_non_null(found()); /* what could not be opened is not taken */
  most_key = 64;
  assert_int_equal(hyd_pm_open(&pm, found()), 0);
  assert_true(pm.ops == &hyd_pm_pmi1 && pm.fd == -1 && pm.manager == getppid());
  assert_null(found());
  setenv("PMI_RANK", "3", 1);
  assert_non_null(found());
  setenv("PMI_RANK", "2", 1);
  close(ends[0]); /* as in a program, where the rank's connection is closed */
  assert_null(found());
  assert_int_equal(dup2(STDIN_FILENO, ends[0]), ends[0]); /* another connection of that number */
  assert_non_null(found());
  close(ends[0]);
  close(ends[1]);
  unsetenv("PMI_FD");
  unsetenv("PMI_RANK");
  unsetenv("HYDRANT_RANK_TAKEN");
}

static void test_spawner_variable(void **state) {
  (void)state;
  setenv("GASNET_UDP_SPAWNER", "ssh", 1);
  assert_string_equal(hyd_pm_spawner("udp"), "ssh");
  assert_null(hyd_pm_spawner("ibv"));
  assert_null(hyd_pm_spawner("a-conduit-whose-name-is-much-longer-than-that-of-any-conduit-is"));
  unsetenv("GASNET_UDP_SPAWNER");
}

/* --- values of any bytes -------------------------------------------------- */

static struct hyd_pm opened;
static void open_pm(size_t value) {
  most_value = value;
  assert_int_equal(hyd_pm_open(&opened, &hyd_pm_pmi1), 0);
}

static void test_blobs(void **state) {
  static unsigned char bytes[HYD_PM_MAX_BLOB + 1], got[HYD_PM_MAX_BLOB + 1];
  static const size_t sizes[] = {0, 1, 2, 3, 4, 5, 22, 23, 24, 100, 1000, HYD_PM_MAX_BLOB};
  (void)state;
  for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)(i * 7 + i / 251);
  for (size_t value = 32; value <= 150; value += 59)
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
      size_t size = sizes[i];
      open_pm(value);
      assert_int_equal(hyd_pm_put_blob(&opened, "name", bytes, size), 0);
      memset(got, 0xee, sizeof got);
      assert_int_equal(hyd_pm_get_blob(&opened, 2, "name", got, &size), 0);
      assert_int_equal(size, sizes[i]);
      assert_memory_equal(got, bytes, size);
      assert_int_equal(got[size], 0xee);
      if (size-- == 0) continue;
      assert_int_equal(hyd_pm_get_blob(&opened, 2, "name", got, &size), -1); /* too little room */
    }
  assert_int_equal(hyd_pm_put_blob(&opened, "name", bytes, HYD_PM_MAX_BLOB + 1), -1);
  open_pm(31);
  assert_int_equal(hyd_pm_put_blob(&opened, "name", bytes, 1), -1);
}

static void test_names_of_blobs(void **state) {
  char name[HYD_PM_MAX_NAME + 2] = "", got[4];
  size_t size = sizeof got;
  (void)state;
  memset(name, 'n', HYD_PM_MAX_NAME);
  open_pm(100);
  assert_int_equal(hyd_pm_put_blob(&opened, name, "a", 1), 0);
  assert_int_equal(hyd_pm_get_blob(&opened, 2, name, got, &size), 0);
  name[HYD_PM_MAX_NAME] = 'n';
  assert_int_equal(hyd_pm_put_blob(&opened, name, "a", 1), -1);
  assert_int_equal(hyd_pm_get_blob(&opened, 2, name, got, &size), -1);
  assert_non_null(strstr(opened.why, "is too long"));
  most_key = 6; /* "name-2" */
  open_pm(100);
  assert_int_equal(hyd_pm_put_blob(&opened, "name", "a", 1), 0);
  assert_int_equal(hyd_pm_put_blob(&opened, "names", "a", 1), -1);
  most_key = 64;
}

/* What is no text of a blob is refused, with a line that shows it. */
static void test_damaged_blobs(void **state) {
  static const char *const value[] = {"",       "3",     "x.AAAA",  "-3.AAAA", "03.AAAA", "3,AAAA",
                                      "9.AAAA", "3.AAA", "3.AAAAA", "3.AA!A",  "65537.A", "0.A"};
  (void)state;
  for (size_t i = 0; i < sizeof value / sizeof value[0]; i++) {
    unsigned char got[8];
    size_t size = sizeof got;
    open_pm(100);
    put_store(&opened, "name-2", value[i]);
    assert_int_equal(hyd_pm_get_blob(&opened, 2, "name", got, &size), -1);
    assert_true(strlen(opened.why) > 10);
  }
  {
    unsigned char got[8];
    size_t size = sizeof got;
    open_pm(100);
    put_store(&opened, "name-2", "3.AA");
    put_store(&opened, "name-2-1", "");
    assert_int_equal(hyd_pm_get_blob(&opened, 2, "name", got, &size), -1);
    assert_non_null(strstr(opened.why, "name-2-1 is empty"));
    size = 3;
    open_pm(100);
    put_store(&opened, "name-2", "3.-_");
    put_store(&opened, "name-2-1", "Az");
    assert_int_equal(hyd_pm_get_blob(&opened, 2, "name", got, &size), 0);
    assert_memory_equal(got, "\xfb\xf0\x33", 3);
  }
}

/* --- the client's exchange ------------------------------------------------ */

static int failing; /* the calls of the exchange that fail from now on */
static uint64_t told_too_much;
static unsigned aborted;

/* All ranks tell what this one does. */
static int gather_all(void *context, const void *mine, size_t bytes, void *all) {
  assert_ptr_equal(context, &failing);
  for (int i = 0; i < 3; i++) memcpy((char *)all + (size_t)i * bytes, mine, bytes);
  if (told_too_much && bytes == sizeof told_too_much)
    memcpy((char *)all + bytes, &told_too_much, bytes);
  return failing & 1;
}
static int wait_for_all(void *context) {
  assert_ptr_equal(context, &failing);
  return failing & 2;
}
static void abort_all(void *context, int status) {
  assert_ptr_equal(context, &failing);
  aborted = (unsigned)status;
  _exit(status + 1);
}

static void give_exchange(void) {
  const struct hyd_boot_exchange right = {1, 3, gather_all, wait_for_all, abort_all, &failing};
  struct hyd_boot_exchange wrong = right;
  assert_null(hyd_pm_of_client());
  wrong.size = 0;
  assert_int_equal(hyd_boot_by_exchange(&wrong), GASNET_ERR_BAD_ARG);
  wrong = right, wrong.rank = 3;
  assert_int_equal(hyd_boot_by_exchange(&wrong), GASNET_ERR_BAD_ARG);
  wrong = right, wrong.allgather = NULL;
  assert_int_equal(hyd_boot_by_exchange(&wrong), GASNET_ERR_BAD_ARG);
  wrong = right, wrong.barrier = NULL;
  assert_int_equal(hyd_boot_by_exchange(&wrong), GASNET_ERR_BAD_ARG);
  assert_null(hyd_pm_of_client());
  assert_int_equal(hyd_boot_by_exchange(&right), GASNET_OK);
  assert_ptr_equal(hyd_pm_of_client(), &hyd_pm_exchange);
}

static void test_exchange(void **state) {
  struct hyd_pm pm;
  char value[16], job[64];
  (void)state;
  give_exchange();
  assert_int_equal(hyd_pm_open(&pm, hyd_pm_of_client()), 0);
  snprintf(job, sizeof job, "exchange-%lld", (long long)getpid());
  assert_string_equal(pm.job, job);
  assert_true(pm.rank == 1 && pm.size == 3);
  assert_int_equal(pm.ops->fence(&pm), 0); /* of nothing */
  assert_int_equal(pm.ops->put(&pm, "key", "first"), 0);
  assert_int_equal(pm.ops->put(&pm, "keys", "other"), 0);
  assert_int_equal(pm.ops->get(&pm, 2, "key", value, sizeof value), -1); /* not before a fence */
  assert_int_equal(pm.ops->fence(&pm), 0);
  assert_int_equal(pm.ops->put(&pm, "later", ""), 0);
  assert_int_equal(pm.ops->fence(&pm), 0);
  for (uint32_t i = 0; i < 3; i++) {
    assert_int_equal(pm.ops->get(&pm, i, "key", value, sizeof value), 0);
    assert_string_equal(value, "first");
    assert_int_equal(pm.ops->get(&pm, i, "later", value, 1), 0);
    assert_string_equal(value, "");
    assert_int_equal(pm.ops->get(&pm, i, "keys", value, 6), 0);
    assert_string_equal(value, "other");
    assert_int_equal(pm.ops->get(&pm, i, "keys", value, 5), -1);
    assert_int_equal(pm.ops->get(&pm, i, "ke", value, sizeof value), -1);
  }
  told_too_much = (1u << 20) + 1;
  assert_int_equal(pm.ops->fence(&pm), -1);
  assert_non_null(strstr(pm.why, "rank 1 tells 1048577 bytes"));
  told_too_much = 0;
  failing = 1;
  assert_int_equal(pm.ops->fence(&pm), -1);
  assert_non_null(strstr(pm.why, "all-gather of 8 bytes failed"));
  pm.ops->close(&pm);
  pm.ops->close(&pm); /* once more does no harm */
  for (failing = 1; failing <= 2; failing++)
    assert_int_equal(hyd_pm_open(&pm, &hyd_pm_exchange), -1);
  assert_non_null(strstr(pm.why, "its barrier failed"));
  failing = 0;
}

static void test_exchange_ends(void **state) {
  int status;
  pid_t pid = fork();
  (void)state;
  if (pid == 0) {
    struct hyd_pm pm;
    if (hyd_pm_open(&pm, &hyd_pm_exchange)) _exit(99);
    pm.ops->abort_job(&pm, 40, "");
    _exit(98);
  }
  assert_int_equal(waitpid(pid, &status, 0), pid);
  assert_int_equal(WEXITSTATUS(status), 41);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_commands_are_read),
                                     cmocka_unit_test(test_limits_of_commands),
                                     cmocka_unit_test(test_numbers),
                                     cmocka_unit_test(test_commands_are_written),
                                     cmocka_unit_test(test_longest_written),
                                     cmocka_unit_test(test_managers),
                                     cmocka_unit_test(test_a_rank_is_taken_once),
                                     cmocka_unit_test(test_spawner_variable),
                                     cmocka_unit_test(test_blobs),
                                     cmocka_unit_test(test_names_of_blobs),
                                     cmocka_unit_test(test_damaged_blobs),
                                     cmocka_unit_test(test_exchange),
                                     cmocka_unit_test(test_exchange_ends)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
