# A message a line; what is not served is not read.
# Calls are answered when they are through.
"$JFRTOOL" mcp "$TESTDATA/shares-17.jfr" <<'END' | sed 's/"version":"[0-9.]*"/"version":"VERSION"/' | LC_ALL=C sort
{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"hot_methods","arguments":{"recording":"shares-17.jfr","top":2}}}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"hot_methods","arguments":{"recording":"/etc/passwd"}}}
{"jsonrpc":"2.0","id":4,"method":"nothing"}
nonsense
END
