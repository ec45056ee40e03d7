# Without a command: short help on stderr, with an example.
"$JFRTOOL"
