# All there is to say of a command.
"$JFRTOOL" help --all hot-methods
