"$JFRTOOL" whatif 4711 --latency Api.handle,Api.reply --progress Api.handle
