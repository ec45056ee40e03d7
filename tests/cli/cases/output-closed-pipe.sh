# Whoever stops reading ends us without a message (128 + SIGPIPE), even where it was ignored before.
trap '' PIPE
exec 3> >(exec true)
wait $!
"$JFRTOOL" help >&3
