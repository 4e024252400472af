/* SPDX-License-Identifier: BSD-3-Clause
 *
 * template_wire.h: a message of the template conduit: this header, then the payload.
 */
#ifndef HYD_TEMPLATE_TEMPLATE_WIRE_H
#define HYD_TEMPLATE_TEMPLATE_WIRE_H

#include <stdint.h>

struct template_header {
  uint32_t src, nbytes;
  uint8_t category, is_request, handler, nargs;
  uint32_t reserved;
  uint64_t dest; /* of a long: an address in the receiver */
  int32_t args[17];
  uint32_t pad; /* so that the payload is aligned to 16 bytes */
};
_Static_assert(sizeof(struct template_header) == 96, "wire size");

#endif
