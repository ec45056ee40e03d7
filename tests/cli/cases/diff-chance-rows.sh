# People see all that changed by more than chance, and five rows of what chance explains; programs and --top see the rest.
two=("$TESTDATA/shop-17.jfr.zst" "$TESTDATA/traffic-25.jfr.zst")
"$JFRTOOL" diff "${two[@]}" 2>/dev/null | sed -n '1p; /^Rates/,/^$/p; /^base %/,/^$/p; / shown/p'
for options in '--top 30' '--top 31' '--top 2' '--format csv' '--format md'; do
    echo "$options: $("$JFRTOOL" diff $options "${two[@]}" 2>/dev/null | grep -cE '(~ \|?| p[<=]|^[0-9.]+,[0-9.]+,).*[a-z]\.')"
done
