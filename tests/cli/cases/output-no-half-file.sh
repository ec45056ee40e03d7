# A failed run leaves neither the file nor a temporary one, and an older file as it was.
echo old >old.txt
: >empty.jfr
"$JFRTOOL" hot-methods -o new.txt empty.jfr
"$JFRTOOL" hot-methods -o old.txt empty.jfr
cat old.txt
ls
