/* SPDX-License-Identifier: BSD-3-Clause
 *
 * picture.h: pictures as PNG files (ISO/IEC 15948), by zlib.
 */
#ifndef PICTURE_H
#define PICTURE_H

/* rgb: 3 bytes a pixel, row by row from the top. 0, or -1 if the file could not be written
 * (errno). */
int picture_write(const char *path, unsigned width, unsigned height, const unsigned char *rgb);

#endif
