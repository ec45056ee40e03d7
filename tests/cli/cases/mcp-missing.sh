# What is not there cannot be served; without a recording there is nothing to answer about.
"$JFRTOOL" mcp missing.jfr </dev/null; echo $?
"$JFRTOOL" mcp </dev/null; echo $?
