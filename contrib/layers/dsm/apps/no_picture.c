/* SPDX-License-Identifier: BSD-3-Clause
 *
 * no_picture.c: picture.h where there is no zlib.
 */
#include "picture.h"

#include <errno.h>

int picture_write(const char *path, unsigned width, unsigned height, const unsigned char *rgb) {
  (void)path, (void)width, (void)height, (void)rgb;
  errno = ENOSYS;
  return -1;
}
