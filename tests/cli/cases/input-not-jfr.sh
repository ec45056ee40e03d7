printf '\177ELF\2\1\1\0 and more that is no recording' >program.jfr
"$JFRTOOL" hot-methods program.jfr
