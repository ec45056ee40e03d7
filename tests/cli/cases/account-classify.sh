cat > names <<'END'
# pattern of a frame, what its stacks are called
workload.Traffic.ask, the other side
workload.*.serve, idle server
END
"$JFRTOOL" account --classify names "$TESTDATA/traffic-25.jfr.zst"
