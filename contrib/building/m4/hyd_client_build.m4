# HYD_CLIENT_BUILD: what scripts that build GASNet for a client have config.status fill into templates of theirs, and
# the directories where they call make (client-usage.md 2.1).
AC_DEFUN([HYD_CLIENT_BUILD], [
AC_PATH_PROG([PERL], [perl], [perl])
AC_SUBST([EXESUFFIX], ["$EXEEXT"])
AC_SUBST([CC_FAMILY], [`HYD_COMPILER_FAMILY([$CC])`])
AC_SUBST([CXX_FAMILY], [`HYD_COMPILER_FAMILY([$CXX])`])
AC_SUBST([CC_SUBFAMILY], [none])
AC_SUBST([CXX_SUBFAMILY], [none])
AC_SUBST([GASNET_THREAD_DEFINES], [-D_REENTRANT])
AC_SUBST([GASNET_THREAD_LIBS], [-lpthread])
AC_SUBST([CONDUITS], [`echo $HYD_CONDUIT_LIST | sed 's/template //'`])
AC_CONFIG_COMMANDS([client-directories], [
  for hyd_net in $hyd_nets; do
    mkdir -p $hyd_net-conduit &&
      sed "s/@NET@/$hyd_net/g" "$srcdir/contrib/packaging/pkg/conduit.make.in" >$hyd_net-conduit/Makefile
  done
  mkdir -p other/amudp && cp "$srcdir/contrib/packaging/pkg/amudp.make" other/amudp/Makefile], [hyd_nets="$CONDUITS"])
])
m4_define([HYD_COMPILER_FAMILY],
  [echo PLATFORM_COMPILER_FAMILYNAME |
    $1 -E -P -include "$srcdir/core/include/gasnet_portable_platform.h" - 2>/dev/null |
    sed -n '/^[[A-Z]]/p' | tail -n 1])
