# Everything about a command.
"$JFRTOOL" help --all hot-methods
