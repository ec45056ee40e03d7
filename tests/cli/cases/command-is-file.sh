# A recording where a command should be.
: >rec.jfr
"$JFRTOOL" rec.jfr
