# SPDX-License-Identifier: BSD-3-Clause
# HYD_LIBTOOL_ONCE: with pic-only the object of the archive and that of the shared library are the same, and libtool
# compiles both. The script that it generated is changed to compile one and link the other to it. Where its text is
# another, nothing is changed: everything is compiled twice.
AC_DEFUN([HYD_LIBTOOL_ONCE], [
AC_CONFIG_COMMANDS([libtool-once], [
  sed -e '/^func_mode_compile ()/i\
hyd_same_object () { ln -f "[$]1" "[$]3" || cp -f "[$]1" "[$]3"; }' \
    -e '/Only build a position-dependent object/,/compiler_c_o/'\
's/command="[$]base_compile [$]qsrcfile [$]pic_flag"[$]/&; test yes != "[$]build_libtool_libs" ||'\
' command="hyd_same_object [$]lobj"/' \
    libtool >libtool.once && chmod +x libtool.once && mv -f libtool.once libtool])
])
