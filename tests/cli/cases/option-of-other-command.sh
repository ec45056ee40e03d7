# --format belongs to commands that have several.
"$JFRTOOL" collapsed --format json rec.jfr
