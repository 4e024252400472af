/* SPDX-License-Identifier: BSD-3-Clause
 *
 * peer_ucx.c: UCP of UCX: put and get with a flush, tagged messages, atomics. UCX_TLS chooses the
 * transport.
 */
#include <stdint.h>
#include <string.h>
#include <ucp/api/ucp.h>

#include "peer.h"
#include "wire.h"

static ucp_context_h context;
static ucp_worker_h worker;
static ucp_ep_h ep;
static ucp_rkey_h rkey;
static char *memory, *local;
static uint64_t theirs;
static int rank;

static void poll_worker(void) { ucp_worker_progress(worker); }

static void check_status(ucs_status_t status, const char *what) {
  if (status != UCS_OK) peer_fail(what, ucs_status_string(status));
}

static void wait_for(ucs_status_ptr_t request) {
  if (request == NULL) return;
  if (UCS_PTR_IS_ERR(request)) check_status(UCS_PTR_STATUS(request), "a request");
  while (ucp_request_check_status(request) == UCS_INPROGRESS) ucp_worker_progress(worker);
  ucp_request_free(request);
}

static const ucp_request_param_t plain = {0};

/* What is started with others may be in flight until the flush; its request is freed at once. */
static void let_go(ucs_status_ptr_t request) {
  if (UCS_PTR_IS_PTR(request)) ucp_request_free(request);
}

static void flush(void) { wait_for(ucp_ep_flush_nbx(ep, &plain)); }
static void sync_ranks(void) { wire_barrier(poll_worker); }
static void share_bytes(void *p, size_t bytes) { wire_share(p, bytes, poll_worker); }

static void put_bytes(size_t bytes) {
  let_go(ucp_put_nbx(ep, local, bytes, theirs, rkey, &plain));
  flush();
}

static void get_bytes(size_t bytes) {
  wait_for(ucp_get_nbx(ep, local, bytes, theirs, rkey, &plain));
}

static void put_stream(size_t bytes) {
  for (int i = 0; i < peer_window(bytes); i++)
    let_go(ucp_put_nbx(ep, local, bytes, theirs, rkey, &plain));
  flush();
}

static void get_stream(size_t bytes) {
  for (int i = 0; i < peer_window(bytes); i++)
    let_go(ucp_get_nbx(ep, local, bytes, theirs, rkey, &plain));
  flush();
}

static void fetch_add(size_t bytes) {
  static const uint64_t one = 1;
  static uint64_t before;
  const ucp_request_param_t fetching = {.op_attr_mask = UCP_OP_ATTR_FIELD_DATATYPE |
                                                        UCP_OP_ATTR_FIELD_REPLY_BUFFER,
                                        .datatype = ucp_dt_make_contig(8),
                                        .reply_buffer = &before};
  (void)bytes;
  wait_for(ucp_atomic_op_nbx(ep, UCP_ATOMIC_OP_ADD, &one, 1, theirs, rkey, &fetching));
}

static void add_words(size_t bytes) {
  static const uint64_t one = 1;
  static const ucp_request_param_t adding = {.op_attr_mask = UCP_OP_ATTR_FIELD_DATATYPE,
                                             .datatype = ucp_dt_make_contig(8)};
  (void)bytes;
  let_go(ucp_atomic_op_nbx(ep, UCP_ATOMIC_OP_ADD, &one, 1, theirs, rkey, &adding));
  flush();
}

static void send_tagged(size_t bytes) { wait_for(ucp_tag_send_nbx(ep, local, bytes, 1, &plain)); }

static void round_trip(size_t bytes) {
  ucs_status_ptr_t r =
      ucp_tag_recv_nbx(worker, local + PEER_BYTES, bytes, 1, (ucp_tag_t)-1, &plain);
  if (rank == 0) send_tagged(bytes);
  wait_for(r);
  if (rank == 1) send_tagged(bytes);
}

static void open_worker(void) {
  const ucp_params_t features = {.field_mask = UCP_PARAM_FIELD_FEATURES,
                                 .features = UCP_FEATURE_RMA | UCP_FEATURE_TAG | UCP_FEATURE_AMO64};
  const ucp_worker_params_t single = {.field_mask = UCP_WORKER_PARAM_FIELD_THREAD_MODE,
                                      .thread_mode = UCS_THREAD_MODE_SINGLE};
  ucp_config_t *config;
  check_status(ucp_config_read(NULL, NULL, &config), "configuration");
  check_status(ucp_init(&features, config, &context), "ucp_init");
  ucp_config_release(config);
  check_status(ucp_worker_create(context, &single, &worker), "worker");
}

/* Fixed sizes keep the exchange to one step. */
static void connect_endpoint(void) {
  struct {
    size_t length;
    char bytes[4000];
  } mine = {0}, other;
  ucp_address_t *address;
  check_status(ucp_worker_get_address(worker, &address, &mine.length), "address");
  if (mine.length > sizeof mine.bytes) peer_fail("address", "is too long");
  memcpy(mine.bytes, address, mine.length);
  ucp_worker_release_address(worker, address);
  wire_swap(&mine, &other, sizeof mine, NULL);
  const ucp_ep_params_t to = {.field_mask = UCP_EP_PARAM_FIELD_REMOTE_ADDRESS,
                              .address = (const ucp_address_t *)other.bytes};
  check_status(ucp_ep_create(worker, &to, &ep), "endpoint");
}

static void exchange_memory(void) {
  struct {
    uint64_t at;
    char key[1000];
  } mine = {0}, other;
  const ucp_mem_map_params_t want = {.field_mask = UCP_MEM_MAP_PARAM_FIELD_LENGTH |
                                                   UCP_MEM_MAP_PARAM_FIELD_FLAGS,
                                     .length = PEER_MEMORY,
                                     .flags = UCP_MEM_MAP_ALLOCATE};
  ucp_mem_attr_t got = {.field_mask = UCP_MEM_ATTR_FIELD_ADDRESS};
  ucp_mem_h handle;
  void *key;
  size_t length;
  check_status(ucp_mem_map(context, &want, &handle), "memory");
  check_status(ucp_mem_query(handle, &got), "memory");
  memory = got.address;
  memset(memory, 1, PEER_MEMORY);
  mine.at = (uint64_t)(uintptr_t)memory;
  check_status(ucp_rkey_pack(context, handle, &key, &length), "key");
  if (length > sizeof mine.key) peer_fail("key", "is too long");
  memcpy(mine.key, key, length);
  ucp_rkey_buffer_release(key);
  wire_swap(&mine, &other, sizeof mine, poll_worker);
  check_status(ucp_ep_rkey_unpack(ep, other.key, &rkey), "key");
  theirs = other.at;
}

void peer_open(struct peer *p, int *argc, char ***argv) {
  (void)argc, (void)argv;
  rank = wire_open();
  open_worker();
  connect_endpoint();
  exchange_memory();
  local = peer_memory();
  *p = (struct peer){.rank = rank,
                     .size = 2,
                     .local = local,
                     .sync = sync_ranks,
                     .share = share_bytes,
                     .put = put_bytes,
                     .get = get_bytes,
                     .put_stream = put_stream,
                     .get_stream = get_stream,
                     .fetch_add = fetch_add,
                     .accumulate = add_words,
                     .round_trip = round_trip};
}

void peer_close(struct peer *p) {
  (void)p;
  sync_ranks();
}
