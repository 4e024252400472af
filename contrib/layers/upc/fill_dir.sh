#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# fill_dir.sh TO OBJECTS LIBRARIES GASNET: fills the folder that UPC compilers are given by -B and -L (libupc.md 1.4):
# start and end files, in the build folder OBJECTS, under the names that their driver looks for; the linker's script
# upc.ld, beside this file; and libupc*.a, linker scripts that name the libraries in LIBRARIES and the library GASNET.
set -eu
to=$1 objects=$2 libraries=$3 gasnet=$4
here=$(dirname "$0")
for which in begin end; do
  for kind in '' S T; do # S: -shared, -pie. T: -static. Here all are one.
    cp -f "$objects/upc-crt$which.o" "$to/upc-crt$which$kind.o"
  done
done
cp -f "$here/crt/upc.ld" "$to/upc.ld"
for library in "$objects"/libhydrant-upc*.a; do
  form=${library##*/libhydrant-upc} form=${form%.a}
  for name in upc gupc; do
    echo "INPUT($libraries/libhydrant-upc$form.a $gasnet -lpthread -lm)" >"$to/lib$name$form.a"
  done
done
