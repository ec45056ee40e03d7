"$JFRTOOL" whatif 4711 --latency Api.handle
