# Pages of the worst alone: the others are rows without a link, which is said.
mkdir in
cp "$TESTDATA/shares-17.jfr" "$TESTDATA/native-17.jfr" "$TESTDATA/hostile-17.jfr" in/
cp "$TESTDATA/rule-warning.jfr.zst" in/
head -c 60 "$TESTDATA/shares-17.jfr" >in/broken.jfr
"$JFRTOOL" report -o all in
"$JFRTOOL" report --pages 2 -o two in
ls two
"$JFRTOOL" report -q --pages 0 -o zero in
"$JFRTOOL" report -q --pages 99 -o many in
for other in zero many; do diff -r all $other && echo "$other is all"; done
for page in two/*.jfr*.html; do cmp "$page" "all/${page#two/}"; done
python3 - <<'END'
import json, os, re
rows = json.load(open("two/summary.json"))["recordings"]
pages = [row["page"] for row in rows if row["page"]]
assert sorted(pages) == sorted(f for f in os.listdir("two") if f.endswith(".html") and f != "index.html"), pages
readable = [row for row in rows if not row.get("error")]
assert [bool(row["page"]) for row in readable] == [True, True, False, False], rows
index = open("two/index.html").read()
links = re.findall(r'href="([^"#]+\.html)"', index)
assert set(links) <= set(pages) and links, links
print("the worst two have pages, and only they have links")
END
"$JFRTOOL" report --pages x -o none in
echo "exit $?"
