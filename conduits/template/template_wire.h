/* SPDX-License-Identifier: BSD-3-Clause
 *
 * template_wire.h: a message of the template conduit as it travels: this header, then the payload.
 */
#ifndef HYD_TEMPLATE_TEMPLATE_WIRE_H
#define HYD_TEMPLATE_TEMPLATE_WIRE_H

#include <stdint.h>

struct template_header {
  uint32_t src, nbytes;
  uint8_t category, is_request, handler, nargs;
  uint32_t reserved;
  uint64_t dest; /* long: address in the receiver */
  int32_t args[17];
  uint32_t pad; /* payload starts 16-byte aligned */
};
_Static_assert(sizeof(struct template_header) == 96, "wire size");

#endif
