"$JFRTOOL" generate csh
