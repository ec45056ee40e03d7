# Where rectangles of pictures lie, and how large they are: a frame's as its samples, a cell's as its time.
printf 'm;same 50\nm;less 40\nm;d;e 30\nm;d;f 1\n' >a.collapsed
"$JFRTOOL" flame -q a.collapsed >flame.svg
grep -o '<g class="frames".*\|<g transform[^>]*\|<title>.*height="[0-9]*"\|<text x="[0-9.]*" y="[0-9]*">[^<]*</text></g>' flame.svg |
    sed -n '/class="frames"/,$p' | sed 's/fill="[^"]*" //' | head -n 40
grep -o '<svg[^>]*' flame.svg | head -n 1
echo
"$JFRTOOL" heatmap -q --format svg "$TESTDATA/../tests/cases/wall-2.9.jfr.zst" >heat.svg
grep -o '<svg[^>]*\|<g class="hot"\|<rect[^>]*' heat.svg | sed -n '1,4p; /class="hot"/,$p' | head -n 16
grep -o '<text [^>]*>[^<]*' heat.svg | head -n 24
