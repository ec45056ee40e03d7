# A time and a format are both --to.
"$JFRTOOL" export --to speedscope --to 500ms "$TESTDATA/shares-17.jfr" | sed "s/jfrtool@[0-9.]*/jfrtool@VERSION/"
