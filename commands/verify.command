command   verify
summary   Check claims about recordings: true, false or undecidable
about     CLAIMS is a list in JSON, from a file or, as -, from standard input: [{"id": "jfr:...",
about     "value": 76.3}, ...], with ids from the answers of jfrtool mcp and values as stated;
about     at_least and at_most instead of value are bounds. A number is true if the value rounds
about     to it; "20.7 s" is compared in its unit. Reads only the recordings of the command line;
about     if none are given, those that the claims name.
about
about     Exit code 0: all are true; 1: one is false; 5: one cannot be decided.
example   jfrtool verify claims.json rec.jfr
shows     Which figures of a report are right
example   jfrtool verify - artifacts/ < claims.json
shows     Claims about recordings in a folder
