# Collapsed stacks have neither times nor threads: nothing is said of how long, or of how many.
cd "$(mktemp -d)" || exit
printf 'app.Main.main;app.Shop.price 30\napp.Main.main;app.Shop.tax 10\n' >a.collapsed
"$JFRTOOL" hot-methods --json --quiet a.collapsed | grep duration_ns
"$JFRTOOL" diff --json --quiet "$TESTDATA"/shop-17.jfr.zst a.collapsed | grep -E '"(threads|duration_ns)"|different (lengths|numbers)'
