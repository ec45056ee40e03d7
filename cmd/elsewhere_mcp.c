/* Commands that serve other programs where there are none: in the place of mcp.c and verify.c. */
#include "cmd/elsewhere.h"

NOT_HERE(mcp, "it serves programs on the same machine");
NOT_HERE(verify, "it is for programs on the same machine");
