/* SPDX-License-Identifier: BSD-3-Clause
 *
 * node_fence.c: keys and values. Puts wait at their host until the fence; then those of all hosts
 * go up to the root, and the whole goes down to every host, where gets are answered. A node says
 * FENCE up when all its ranks and all agents below have come.
 */
#include "contrib/gasnetrun/node.h"

void hyd_fence_put(struct hyd_node *node, const char *key, const char *value) {
  (void)hyd_kvs_put(&node->kvs, key, value); /* a rank may get its own before the fence */
  (void)(hyd_bytes_str(&node->puts, key) || hyd_bytes_str(&node->puts, value));
}

/* The puts of this host, in messages of moderate size. */
static void send_puts(struct hyd_node *node) {
  struct hyd_reader r = {hyd_bytes_at(&node->puts),
                         hyd_bytes_at(&node->puts) + hyd_bytes_used(&node->puts), 0};
  while (r.p < r.end && !r.bad) {
    const char *begin = r.p;
    while (r.p < r.end && !r.bad && (size_t)(r.p - begin) < HYD_AGENT_PIECE) {
      (void)hyd_read_str(&r);
      (void)hyd_read_str(&r);
    }
    (void)hyd_msg_add(node->upward, HYD_MSG_TABLE, begin, (size_t)(r.p - begin));
  }
  hyd_bytes_free(&node->puts);
}

static void check(struct hyd_node *node) {
  if (node->procs_in_fence < node->procs || node->children_in_fence < node->children) return;
  send_puts(node);
  (void)hyd_msg_add(node->upward, HYD_MSG_FENCE, NULL, 0);
}

void hyd_fence_arrive(struct hyd_node *node, struct hyd_proc *proc) {
  proc->in_fence = 1;
  node->procs_in_fence++;
  if (!node->arrived_told) (void)hyd_msg_add(node->upward, HYD_MSG_ARRIVED, NULL, 0);
  node->arrived_told = 1;
  check(node);
}

void hyd_fence_below(struct hyd_node *node, struct hyd_child *child) {
  if (child->in_fence) return; /* said twice: the second counts for nothing */
  child->in_fence = 1;
  node->children_in_fence++;
  check(node);
}

int hyd_fence_table(struct hyd_node *node, const struct hyd_message *msg) {
  struct hyd_reader r = {msg->body, msg->body + msg->n, 0};
  hyd_tree_send(node, msg);
  while (r.p < r.end && !r.bad) {
    const char *key = hyd_read_str(&r), *value = hyd_read_str(&r);
    if (strlen(key) >= HYD_KVS_MAX_KEY || strlen(value) >= HYD_KVS_MAX_VALUE) r.bad = 1;
    if (!r.bad) (void)hyd_kvs_put(&node->kvs, key, value);
  }
  return r.bad ? -1 : 0;
}

void hyd_fence_over(struct hyd_node *node) {
  const struct hyd_message msg = {HYD_MSG_FENCE, "", 0};
  node->procs_in_fence = node->children_in_fence = 0;
  node->arrived_told = 0;
  for (uint32_t i = 0; i < node->children; i++) node->child[i].in_fence = 0;
  hyd_tree_send(node, &msg);
  for (uint32_t i = 0; i < node->procs; i++) {
    if (!node->proc[i].in_fence) continue;
    node->proc[i].in_fence = 0;
    hyd_pmi_answer_fence(&node->proc[i]);
  }
}
