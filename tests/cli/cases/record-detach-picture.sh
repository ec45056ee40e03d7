"$JFRTOOL" record --detach -d 1s -o x.svg 1
