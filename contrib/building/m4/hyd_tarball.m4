# HYD_TARBALL: how `make dist` packs: the same files make the same bytes, whoever packs them when, where and with what
# umask. The date of all is SOURCE_DATE_EPOCH, else the commit's, else (in a tarball's own tree) configure.ac's.
AC_DEFUN([HYD_TARBALL], [
HYD_DATE='git log -1 --format=%ct 2>/dev/null || date -r configure.ac +%s'
HYD_DATE='`cd "$(srcdir)" && echo $${SOURCE_DATE_EPOCH:-$$('$HYD_DATE')}`'
am__tar='LC_ALL=C $${TAR-tar} --format=ustar --sort=name --mtime=@'$HYD_DATE' --owner=0 --group=0 --numeric-owner'
am__tar=$am__tar' --mode=u=rwX,go=rX -chf - "$$tardir"'
])
