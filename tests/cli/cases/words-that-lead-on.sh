# A word that people try leads to the command that answers, by a table or by what commands say of themselves; a slip in a long name, to that name.
for word in paused blocked share trim regression metaspace flags properties split heat deopt secrets Carriers native containers tls quux env flme hot-method; do
    "$JFRTOOL" $word rec.jfr 2>&1 | sed 1q
done
