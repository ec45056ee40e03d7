# --timeout is a duration as --duration is; a number alone is seconds. top takes the same.
for command in record top; do
    for time in 3 500ms soon inf 1e300; do
        "$JFRTOOL" $command --timeout $time no.such.Main
    done
done
