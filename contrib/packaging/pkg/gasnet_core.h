/* Nothing: configure scripts look for a header of this name beside a conduit's. */
