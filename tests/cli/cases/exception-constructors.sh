# The method that threw is on top of the stack, not the constructors of what it threw.
rec=$TESTDATA/native-17.jfr
"$JFRTOOL" hot-methods -q -e exception -n 3 "$rec"
"$JFRTOOL" hot-methods -q -e exception -n 3 --constructors "$rec"
"$JFRTOOL" callers -q -e exception --min-share 5 refuse "$rec"
# Profiles that were made with the constructors are read without, those of allocations keep theirs.
"$JFRTOOL" profile -q -e exception --constructors "$rec" -o thrown.pb.gz
"$JFRTOOL" hot-methods -q -e exception -n 2 thrown.pb.gz
"$JFRTOOL" hot-methods -q -e exception -n 1 --constructors thrown.pb.gz
"$JFRTOOL" hot-methods -q -e alloc --measure samples --include 'Order.<init>' -n 1 "$rec"
"$JFRTOOL" hot-methods -q -e exception --include 'Refused.<init>' -n 1 "$rec"
