# The duration of a chunk, eight bytes behind its start, is that up to its latest event if its JVM was
# killed after it had written another, and if none is said.
duration() { # FILE BYTES: the file with these bytes for it, repaired
    cp "$1" old.jfr
    printf %b "$2" | dd of=old.jfr bs=1 seek=40 conv=notrunc status=none
    "$JFRTOOL" repair -q old.jfr -o new.jfr
    od -A n -t d8 --endian=big -j 40 -N 8 new.jfr
}
killed=("$TESTDATA"/killed-17/*/2026_11_20_22_25_48.jfr)
duration "${killed[0]}" '\0\0\0\0\0\0\0\1'
duration "$TESTDATA/shares-17.jfr" '\0\0\0\0\0\0\0\0'
