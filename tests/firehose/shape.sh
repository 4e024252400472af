#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# shape.sh: firehose with threads that compete, and on many nodes, in small; without options the goals are only shown.
set -u
exec "${abs_top_builddir:-$PWD}/tests/firehose/shape" --quick "$@"
