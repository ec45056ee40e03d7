# -o FILE.svg is a picture, as --svg is; another parser finds it well-formed, with every sample in it.
"$JFRTOOL" heatmap -q "$TESTDATA/shares-25.jfr" -o heat.svg
"$JFRTOOL" heatmap -q --svg "$TESTDATA/shares-25.jfr" | cmp - heat.svg && echo same
cp "$TESTDATA/shares-25.jfr" '<b>&"x"'$'\x1b''[1m.jfr'
"$JFRTOOL" heatmap -q ./*.jfr -o hostile.svg
python3 - <<'P'
import re
import xml.etree.ElementTree as tree
for name in "heat.svg", "hostile.svg":
    root = tree.parse(name).getroot()
    svg = "{http://www.w3.org/2000/svg}"
    titles = [t.text for t in root.iter(svg + "title")]
    cells = [int(m[1]) for m in (re.match(r".* s: (\d+) sample", t) for t in titles) if m]
    print(titles[0], sum(cells), len(list(root.iter(svg + "script"))))
P
