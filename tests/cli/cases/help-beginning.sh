# A beginning that fits one command is enough, and several commands are explained in turn.
"$JFRTOOL" help hot | head -1
"$JFRTOOL" help sum jvms | grep ^Usage
"$JFRTOOL" help h
