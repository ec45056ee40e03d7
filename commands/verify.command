command   verify
summary   Check claims about recordings: true, false or undecidable
about     CLAIMS is a list in JSON, of a file or, as -, of standard input: [{"id": "jfr:...", "value":
about     76.3}, ...], with ids as the answers of jfrtool mcp give them and values as they are said;
about     at_least and at_most in place of value are bounds. A number is true if the value rounds to it,
about     "20.7 s" in its unit. Only the recordings of the command line are read; unless any is given,
about     those that the claims name.
about
about     Exit code 0: all are true; 1: one is false; 5: one cannot be decided.
example   jfrtool verify claims.json rec.jfr
shows     Which figures of a report are right
example   jfrtool verify - artifacts/ < claims.json
shows     Of recordings in a folder
