command   page
summary   Write a page to explore a recording in a browser
about     One self-contained HTML file that needs no network: findings, every kind of samples as
about     table, trees and flame graph, a time line with everything else that happened, threads, and a
about     tab for each report. Without -o the page of rec.jfr is rec.html in the current folder.
example   jfrtool page rec.jfr
shows     Writes rec.html here, for a browser
example   jfrtool page rec.jfr -o page.html
shows     Under another name
example   jfrtool page --within app.Request --by endpoint rec.jfr
shows     With the samples of each endpoint to choose
