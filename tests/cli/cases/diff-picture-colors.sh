# Each frame of the picture of a difference is coloured by what became of it: more, fewer, new, gone, the same.
printf 'm;same 50\nm;less 40\nm;more 10\nm;gone 20\nm;d;e 30\n' >a.collapsed
printf 'm;same 50\nm;less 10\nm;more 40\nm;fresh 20\nm;d;e 30\n' >b.collapsed
"$JFRTOOL" diff -q --format svg a.collapsed b.collapsed >out.svg
grep -o '<g[^>]*>\|<title>[^<]*\|<rect[^>]*fill="[^"]*"' out.svg | grep -A 1 '^<title>\|class' |
    sed -n 's/^<title>/ /p; s/.*\(fill="[^"]*"\).*/\1/p; s/.*\(class="[^"]*"\).*/\1/p' | head -n 60
