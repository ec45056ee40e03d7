for options in --signatures --threads --frame-type '--by class' '--by line'; do
    "$JFRTOOL" collapsed -q $options "$TESTDATA/shares-17.jfr" >out || exit 1
    LC_ALL=C sort -c out
    echo "$options: $(grep -m 1 hotHalf out || head -n 1 out)"
done
