command   page
summary   Write a page to explore a recording in a browser
about     One HTML file that needs nothing else, not even a network: what stands out, every kind of
about     samples as table, trees and flame graph, time with what else happened, threads, and a tab for
about     each report. Without -o the file is rec.html, of rec.jfr, in this folder.
example   jfrtool page rec.jfr
shows     Writes rec.html here, for a browser
example   jfrtool page rec.jfr -o page.html
shows     Under another name
example   jfrtool page --within app.Request --by endpoint rec.jfr
shows     With the samples of each endpoint to choose
