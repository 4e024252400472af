/* SPDX-License-Identifier: BSD-3-Clause
 *
 * doorbell.h: a thread that sleeps on a word of memory that processes of one host share, until one
 * of them rings. A layer whose processes share all memory answers so while its program computes,
 * and costs nothing as long as no request comes.
 */
#ifndef HYD_LAYERS_COMMON_DOORBELL_H
#define HYD_LAYERS_COMMON_DOORBELL_H
#include <stdatomic.h>
#include <stdint.h>

/* Starts the thread: after each ring it calls `answer`. Returns 0 or the errno of pthread_create.
 */
int hyd_doorbell_attend(_Atomic uint32_t *word, void (*answer)(void));

/* Rings, after the request has been sent. */
void hyd_doorbell_ring(_Atomic uint32_t *word);

#endif
