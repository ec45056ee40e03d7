command   page
summary   Write a page to explore a recording in a browser
about     Writes one self-contained HTML file that needs no network: findings, every kind of
about     samples as a table, trees and a flame graph, a time line with everything else that
about     happened, threads, and a tab for each report. Without -o, the page of rec.jfr is
about     rec.html in the current folder.
example   jfrtool page rec.jfr
shows     Writes rec.html to the current folder
example   jfrtool page rec.jfr -o page.html
shows     Writes page.html
example   jfrtool page --within app.Request --by endpoint rec.jfr
shows     With a choice of the samples of each endpoint
