# No name acts upon the terminal or becomes markup; JSON has escapes of its own.
for command in threads "threads --each" "timeline --split thread" "timeline --top 0" heatmap; do
    for format in text csv md; do
        # shellcheck disable=SC2086
        "$JFRTOOL" $command -q --format $format "$TESTDATA/hostile-17.jfr" >out || echo "exit $?"
        LC_ALL=C grep -nP '[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\xe2\x80[\xaa-\xae]' out | head -n 2
        [ $format = md ] && grep -n '<[a-z!/]' out | head -n 2
    done
done
echo "done"
