/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kind_test.c: memory kinds and their segments (core/mem/kind.c), whose modules the test makes up:
 * what is refused, and that nothing is left of what was.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/mem/kind.h"
#undef GASNETI_KIND_HIP
#undef GASNETI_KIND_ZE
#undef GASNETI_KIND_NETVM
#define GASNETI_KIND_HIP 1
#define GASNETI_KIND_ZE 0
#define GASNETI_KIND_NETVM 1
/* By other names than the C library's, which sanitizers call before main. */
#include <dlfcn.h>
#define dlopen open_module
#define dlsym find_symbol
#define dlclose close_module
static void *open_module(const char *path, int flags);
static void *find_symbol(void *object, const char *name);
static int close_module(void *object);
#include "core/mem/kind.c"

/* --- the library ---------------------------------------------------------- */

static struct hyd_job *job;
struct hyd_job *hyd_the_job;
static jmp_buf died;
static char last[600];

void hyd_fatal_at(const char *file, int line, const char *call, const char *fmt, ...) {
  va_list args;
  (void)file, (void)line, (void)call;
  va_start(args, fmt);
  vsnprintf(last, sizeof last, fmt, args);
  va_end(args);
  longjmp(died, 1);
}
int hyd_error_at(const char *file, int line, int code, const char *call, const char *fmt, ...) {
  va_list args;
  (void)file, (void)line, (void)call;
  va_start(args, fmt);
  vsnprintf(last, sizeof last, fmt, args);
  va_end(args);
  return code;
}
void hyd_check_unready(const char *call) { fail_msg("%s: not ready", call); }
const char *hyd_env_str(struct hyd_env *env, enum hyd_env_id id) {
  (void)env;
  assert_int_equal(id, HYD_ENV_KIND_PATH);
  return "/kinds";
}
void hyd_module_path(const char *given, const char *file, char *path, size_t size) {
  snprintf(path, size, "%s/%s", given, file);
}

/* --- the module ----------------------------------------------------------- */

static int devices, blocks, copies, failing, handles; /* live ones; what the module answers */
static char loaded[4096];

static int open_device(const gex_MK_Create_args_t *args, void **device_p, char *why) {
  (void)args;
  snprintf(why, HYD_KIND_WHY, "no device");
  if (failing) return GASNET_ERR_RESOURCE;
  devices++;
  *device_p = &devices;
  return 0;
}
static void close_device(void *device) {
  assert_ptr_equal(device, &devices);
  devices--;
}
static int allocate(void *device, uintptr_t *length_p, void **addr_p, char *why) {
  assert_ptr_equal(device, &devices);
  snprintf(why, HYD_KIND_WHY, "device is full");
  if (failing) return GASNET_ERR_RESOURCE;
  *length_p = (*length_p + 4095) / 4096 * 4096;
  *addr_p = aligned_alloc(4096, *length_p);
  blocks++;
  return 0;
}
static void release(void *device, void *addr) {
  assert_ptr_equal(device, &devices);
  free(addr);
  blocks--;
}
static int adopt(void *device, void *addr, uintptr_t length, char *why) {
  assert_ptr_equal(device, &devices);
  assert_true(addr != NULL && length != 0);
  snprintf(why, HYD_KIND_WHY, "not its memory");
  return failing ? GASNET_ERR_BAD_ARG : 0;
}
static int copy(void *device, void *to, const void *from, size_t n, char *why) {
  assert_ptr_equal(device, &devices);
  snprintf(why, HYD_KIND_WHY, "the driver failed");
  copies++;
  memmove(to, from, n);
  return failing;
}
static struct hyd_kind_module module = {
    HYD_KIND_MODULE_VERSION, open_device, close_device, allocate, release, adopt, copy, NULL};

static void *open_module(const char *path, int flags) {
  (void)flags;
  snprintf(loaded, sizeof loaded, "%s", path);
  if (module.version == 0) return NULL;
  handles++;
  return &module;
}
static int close_module(void *object) {
  assert_ptr_equal(object, &module);
  return handles--, 0;
}
static void *find_symbol(void *object, const char *name) {
  assert_ptr_equal(object, &module);
  assert_string_equal(name, "hyd_kind_module");
  return module.version == 1 ? NULL : &module;
}
char *dlerror(void) { return (char *)(uintptr_t)(module.version ? NULL : "no such file"); }

/* --- the guard of paged segments ------------------------------------------ */

static struct hyd_guarded guarded;
static int guards, saved, no_guard;
static const struct hyd_guard_module *const guard_module = (const void *)&guarded;

static struct hyd_guarded *add_own(const struct hyd_guard_module *m, void *device,
                                   const struct hyd_segment *s) {
  assert_ptr_equal(m, guard_module);
  assert_true(device == &devices && s->size != 0);
  if (no_guard) return NULL;
  guards++;
  return &guarded;
}
static void drop_own(struct hyd_guarded *g) {
  assert_ptr_equal(g, &guarded);
  guards--;
}
static void save(const struct hyd_guard_module *m, void *device) {
  assert_true(m == guard_module && device == &devices);
  saved++;
}
static struct hyd_guard guard = {.add_own = add_own, .drop_own = drop_own, .save = save};

/* --- cases ---------------------------------------------------------------- */

static int setup(void **state) {
  (void)state;
  hyd_the_job = job = aligned_alloc(4096, hyd_up(sizeof *job, 4096));
  memset(job, 0, sizeof *job);
  pthread_mutex_init(&job->threads.lock, NULL);
  job->ready = 1;
  job->mem.guard = &guard;
  module.version = HYD_KIND_MODULE_VERSION;
  module.guard = NULL;
  devices = blocks = copies = failing = handles = guards = saved = no_guard = 0;
  return 0;
}

/* Nothing is left, and no lock is held. */
static int teardown(void **state) {
  (void)state;
  assert_int_equal(pthread_mutex_trylock(&job->threads.lock), 0);
  assert_null(job->mem.kinds);
  assert_true(devices == 0 && blocks == 0 && guards == 0);
  free(job);
  return 0;
}

static int create(gex_MK_t *kind, int class, gex_Flags_t flags) {
  const gex_MK_Create_args_t args = {.gex_flags = flags, .gex_class = (gex_MK_Class_t) class};
  return gex_MK_Create(kind, (gex_Client_t)job, &args, 0);
}

static gex_MK_t made(int class) {
  gex_MK_t kind = GEX_MK_INVALID;
  assert_int_equal(create(&kind, class, 0), GASNET_OK);
  return kind;
}

static void test_refused(void **state) {
  gex_MK_t kind = GEX_MK_INVALID;
  (void)state;
  assert_int_equal(create(&kind, GEX_MK_CLASS_ZE, 0), GASNET_ERR_BAD_ARG);
  assert_int_equal(create(&kind, HYD_MK_CLASS_PAGED + 1, 0), GASNET_ERR_BAD_ARG);
  assert_int_equal(create(&kind, -1, 0), GASNET_ERR_BAD_ARG);
  assert_int_equal(create(&kind, GEX_MK_CLASS_HIP, 1), GASNET_ERR_BAD_ARG);
  assert_string_equal(last, "gex_flags are not 0");
  job->client.segment_mode = 3;
  assert_int_equal(create(&kind, HYD_MK_CLASS_PAGED, 0), GASNET_ERR_BAD_ARG);
  gex_MK_Destroy(made(GEX_MK_CLASS_HIP), 0);
  handles = 0;
  failing = 1;
  assert_int_equal(create(&kind, GEX_MK_CLASS_HIP, 0), GASNET_ERR_RESOURCE);
  assert_string_equal(last, "no device");
  assert_int_equal(handles, 1); /* a module stays */
  if (setjmp(died) == 0) create(&kind, GEX_MK_CLASS_HOST, 0), fail();
  if (setjmp(died) == 0) gex_MK_Create(NULL, (gex_Client_t)job, NULL, 0), fail();
}

static void test_modules_refused(void **state) {
  gex_MK_t kind = GEX_MK_INVALID;
  (void)state;
  module.version = 0;
  assert_int_equal(create(&kind, GEX_MK_CLASS_HIP, 0), GASNET_ERR_RESOURCE);
  assert_string_equal(last, "/kinds/hyd_kind_hip.so: no such file");
  module.version = 1;
  assert_int_equal(create(&kind, GEX_MK_CLASS_HIP, 0), GASNET_ERR_RESOURCE);
  assert_string_equal(last, "/kinds/hyd_kind_hip.so: not a module");
  module.version = HYD_KIND_MODULE_VERSION + 1;
  assert_int_equal(create(&kind, GEX_MK_CLASS_HIP, 0), GASNET_ERR_RESOURCE);
  assert_string_equal(last, "/kinds/hyd_kind_hip.so: of another version of the library");
  assert_null(hyd_kind_guard(job));
  assert_int_equal(handles, 0);
  module.version = HYD_KIND_MODULE_VERSION;
  module.guard = guard_module;
  assert_ptr_equal(hyd_kind_guard(job), guard_module);
  assert_string_equal(loaded, "/kinds/hyd_kind_netvm.so");
}

static void test_life(void **state) {
  gex_MK_t a = made(GEX_MK_CLASS_HIP), b = made(GEX_MK_CLASS_HIP), c = made(HYD_MK_CLASS_PAGED);
  (void)state;
  assert_int_equal(devices, 3);
  gex_MK_SetCData(a, &devices);
  assert_ptr_equal(gex_MK_QueryCData(a), &devices);
  assert_null(gex_MK_QueryCData(b));
  assert_int_equal(gex_MK_QueryClass(c), HYD_MK_CLASS_PAGED);
  assert_ptr_equal(gex_MK_QueryClient(b), job);
  assert_int_equal(gex_MK_QueryFlags(b), 0);
  gex_MK_Destroy(b, 0); /* from the middle of the list */
  assert_int_equal(devices, 2);
  if (setjmp(died) == 0) gex_MK_Destroy((gex_MK_t)&module, 0), fail();
  if (setjmp(died) == 0) gex_MK_Destroy(GEX_MK_HOST, 0), fail();
  if (setjmp(died) == 0) gex_MK_Destroy(GEX_MK_INVALID, 0), fail();
  assert_int_equal(devices, 2);
  gex_MK_Destroy(a, 0);
  gex_MK_Destroy(c, 0);
}

static void test_segments(void **state) {
  static char mine[100];
  gex_MK_t kind = made(GEX_MK_CLASS_HIP);
  struct hyd_segment s = {.job = job}, own = {.job = job};
  (void)state;
  assert_int_equal(hyd_kind_fill(&s, GEX_MK_INVALID, NULL, 1), GASNET_ERR_BAD_ARG);
  assert_int_equal(hyd_kind_fill(&s, (gex_MK_t)&module, NULL, 1), GASNET_ERR_BAD_ARG);
  failing = 1;
  assert_int_equal(hyd_kind_fill(&s, kind, NULL, 1), GASNET_ERR_RESOURCE);
  assert_int_equal(hyd_kind_fill(&s, kind, mine, 1), GASNET_ERR_BAD_ARG);
  assert_non_null(strstr(last, "not its memory"));
  failing = 0;
  assert_int_equal(hyd_kind_fill(&s, kind, NULL, 5000), GASNET_OK);
  assert_true(s.made && s.size == 8192 && s.base != NULL && blocks == 1 && hyd_is_device(&s));
  assert_int_equal(hyd_kind_fill(&own, kind, mine, sizeof mine), GASNET_OK);
  assert_true(!own.made && own.size == sizeof mine && own.base == mine && blocks == 1);
  if (setjmp(died) == 0) gex_MK_Destroy(kind, 0), fail();
  assert_non_null(strstr(last, "2 segments of the kind live"));
  hyd_kind_empty(&own);
  assert_int_equal(blocks, 1);
  if (setjmp(died) == 0) gex_MK_Destroy(kind, 0), fail();
  hyd_kind_empty(&s);
  gex_MK_Destroy(kind, 0);
}

/* Bytes of a device go by its driver, to the last one of a segment; others do not. */
static void test_copies(void **state) {
  char memory[64] = "abc", other[8] = "xyz";
  gex_MK_t kind = made(GEX_MK_CLASS_HIP);
  struct hyd_segment host = {.job = job, .base = memory, .size = 64},
                     s = {.job = job, .next = &host};
  (void)state;
  assert_int_equal(hyd_kind_fill(&s, kind, memory + 16, 16), GASNET_OK);
  job->mem.segments = &s;
  hyd_kind_copy(job, memory + 15, other, 1);
  hyd_kind_copy(job, other, memory + 32, 1);
  assert_int_equal(copies, 0);
  hyd_kind_copy(job, memory + 16, "p", 1);
  hyd_kind_copy(job, memory + 31, "q", 1);
  hyd_kind_copy(job, other, memory + 31, 1);
  assert_int_equal(copies, 3);
  assert_true(memory[16] == 'p' && memory[31] == 'q' && other[0] == 'q' && memory[15] == 'x');
  failing = 1;
  if (setjmp(died) == 0) hyd_kind_copy(job, memory + 31, "q", 1), fail();
  assert_non_null(strstr(last, "the driver failed"));
  hyd_kind_empty(&s);
  gex_MK_Destroy(kind, 0);
}

static void test_guarded(void **state) {
  gex_MK_t device = made(GEX_MK_CLASS_HIP), kind;
  struct hyd_segment s = {.job = job};
  (void)state;
  module.guard = guard_module;
  kind = made(HYD_MK_CLASS_PAGED);
  no_guard = 1;
  assert_int_equal(hyd_kind_fill(&s, kind, NULL, 1), GASNET_ERR_RESOURCE);
  assert_int_equal(blocks, 0);
  no_guard = 0;
  assert_int_equal(hyd_kind_fill(&s, kind, NULL, 1), GASNET_OK);
  assert_true(s.guarded == &guarded && !hyd_is_device(&s) && guards == 1);
  job->hooks.on_leaving(job);
  assert_int_equal(saved, 2); /* of this module: both kinds are */
  hyd_kind_empty(&s);
  gex_MK_Destroy(kind, 0);
  gex_MK_Destroy(device, 0);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
int main(void) {
  const struct CMUnitTest tests[] =
  { TEST(test_refused),
    TEST(test_modules_refused),
    TEST(test_life),
    TEST(test_segments),
    TEST(test_copies),
    TEST(test_guarded) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
