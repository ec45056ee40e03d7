# Samples without a stack make no profile: it would have no method. A profile of five of them, by hand.
printf '\x0a\x04\x08\x01\x10\x02\x12\x02\x10\x05\x32\x00\x32\x07samples\x32\x05count' >none.pb
for command in hot-methods merge profile; do
    "$JFRTOOL" $command none.pb -o out
    echo "$command: exit $?, $(ls out 2>/dev/null | wc -l) written"
done
"$JFRTOOL" merge --allow-empty -q none.pb -o empty.pb.gz
echo "exit $?, $(ls empty.pb.gz)"
