# The page names every command and option, and groff has nothing to say against it.
"$JFRTOOL" generate man >jfrtool.1 || exit 1
for command in hot-methods flame collapsed summary; do
    for option in $("$JFRTOOL" help --all $command | grep -oE '^ .*--[a-z-]+' | grep -oE '\-\-[a-z-]+$'); do
        grep -qF -- "\\-\\-$(echo "${option#--}" | sed 's/-/\\-/g')" jfrtool.1 || echo "$option is missing"
    done
done
# shellcheck disable=SC2069 # only what it complains about is wanted
if command -v groff >/dev/null; then groff -man -ww -Tutf8 jfrtool.1 2>&1 >/dev/null; fi
if command -v mandoc >/dev/null; then mandoc -Tlint -W error jfrtool.1; fi
exit 0
