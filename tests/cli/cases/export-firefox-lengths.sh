# Every column of a table is as long as the table says.
"$JFRTOOL" export -q --to firefox "$TESTDATA/native-17.jfr" >native.json
python3 - <<'EOF'
import json

def check(name, table):
    if isinstance(table, dict) and isinstance(table.get("length"), int):
        wrong = [column for column, cells in table.items() if isinstance(cells, list) and len(cells) != table["length"]]
        print(name, "has rows" if table["length"] else "is empty", *wrong)

profile = json.load(open("native.json"))
for name, table in profile["shared"].items():
    check(name, table)
for name, table in profile["threads"][0].items():
    check(name, table)
EOF
