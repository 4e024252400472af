/* SPDX-License-Identifier: BSD-3-Clause
 *
 * picture.c: see picture.h.
 */
#include "picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static void put_word(unsigned char *to, unsigned long word) {
  for (int i = 0; i < 4; i++) to[i] = (unsigned char)(word >> (24 - 8 * i));
}

/* Writes a chunk: length, type, data, and the checksum of type and data. */
static void put_chunk(FILE *to, const char *type, const unsigned char *data, unsigned long bytes) {
  unsigned char head[8], tail[4];
  put_word(head, bytes);
  memcpy(head + 4, type, 4);
  uLong crc = crc32(0, head + 4, 4);
  if (bytes) crc = crc32(crc, data, (uInt)bytes);
  put_word(tail, crc);
  fwrite(head, 1, 8, to);
  fwrite(data, 1, bytes, to);
  fwrite(tail, 1, 4, to);
}

/* Compresses the rows, each preceded by its filter number: 0, none. NULL: out of memory. */
static unsigned char *compressed(unsigned width, unsigned height, const unsigned char *rgb,
                                 uLongf *bytes) {
  size_t row = 3 * (size_t)width;
  unsigned char *rows = calloc(height, row + 1), *data = NULL;
  for (unsigned y = 0; rows && y < height; y++)
    memcpy(rows + y * (row + 1) + 1, rgb + y * row, row);
  *bytes = compressBound(height * (row + 1));
  if (rows) data = malloc(*bytes);
  if (data && compress(data, bytes, rows, height * (row + 1)) != Z_OK) {
    free(data);
    data = NULL;
  }
  free(rows);
  return data;
}

int picture_write(const char *path, unsigned width, unsigned height, const unsigned char *rgb) {
  uLongf bytes;
  unsigned char head[13] = {[8] = 8, [9] = 2}; /* 8 bits a sample, red, green and blue */
  unsigned char *data = compressed(width, height, rgb, &bytes);
  FILE *to = data ? fopen(path, "wb") : NULL;
  if (!to) {
    free(data);
    return -1;
  }
  put_word(head, width);
  put_word(head + 4, height);
  fwrite("\x89PNG\r\n\x1a\n", 1, 8, to);
  put_chunk(to, "IHDR", head, sizeof head);
  put_chunk(to, "IDAT", data, bytes);
  put_chunk(to, "IEND", head, 0);
  free(data);
  int bad = ferror(to);
  return fclose(to) != 0 || bad ? -1 : 0;
}
