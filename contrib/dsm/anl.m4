dnl
