# What clients that build GASNet ask of this directory; gasnetrun and libamudp.a are made with everything else.
all amudprun:
	$(MAKE) -C ../.. all
.PHONY: all amudprun
