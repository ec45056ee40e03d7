# Several commands at once: each has its usage.
"$JFRTOOL" help export heatmap | grep ^Usage
