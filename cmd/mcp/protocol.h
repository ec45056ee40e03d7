/* The Model Context Protocol on two streams: JSON-RPC 2.0, a message a line. */
#ifndef CMD_MCP_PROTOCOL_H
#define CMD_MCP_PROTOCOL_H

#include "cmd/mcp/allowed.h"

#include <stdio.h>

/* Answers until the input ends. False: the output cannot be written to. */
bool protocol_serve(const struct allowed *allowed, FILE *in, FILE *out);

#endif
