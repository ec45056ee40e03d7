# Sixteen types of events at most, of which a recording may lack some.
events=cpu,native,park,monitor,exception,alloc,ThreadStart,FileRead,FileWrite,SocketRead,SocketWrite
events=$events,JavaMonitorWait,ThreadSleep,ClassLoad,ClassDefine,ObjectAllocationInNewTLAB
"$JFRTOOL" hot-methods -q --event $events --top 2 --format csv "$TESTDATA/native-17.jfr" 2>/dev/null
"$JFRTOOL" hot-methods --event $events,VirtualThreadPinned "$TESTDATA/native-17.jfr"
