# One line and one hint for each option that takes a word.
"$JFRTOOL" hot-methods --format jsno rec.jfr
"$JFRTOOL" hot-methods --by methods rec.jfr
"$JFRTOOL" hot-methods --sort sefl rec.jfr
"$JFRTOOL" hot-methods --color allways rec.jfr
"$JFRTOOL" flame --color-by tpye rec.jfr
