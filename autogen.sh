#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Makes ./configure. Needs autoconf, automake, libtool, pkg-config.
set -e
cd "$(dirname "$0")"
autoreconf --install --force --warnings=all,no-portability,no-obsolete
# A configure removes core, in case it is a dump; here it is a directory, and rm complains.
sed -e 's/rm -f core \*\.core core\.conftest\.\*/rm -f *.core core.conftest.*/' -e 's/rm -f core /rm -f /' \
  configure >configure.new
cat configure.new >configure
rm -f configure.new
