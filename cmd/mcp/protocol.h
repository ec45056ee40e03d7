/* The Model Context Protocol on two streams: JSON-RPC 2.0, a message a line. Calls run in children,
 * and one loop waits for them and the streams: what is asked meanwhile is answered meanwhile. */
#pragma once

#include "cmd/mcp/allowed.h"

/* Answers until the input ends and all calls are through. False: the output cannot be written to,
 * errno says why; calls that run were ended. */
bool protocol_serve(const struct allowed *allowed, int in, int out);
