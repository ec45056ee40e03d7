/* Commands that serve other programs, or start some, where there are none: in the place of mcp.c,
 * verify.c and history.c. */
#include "cmd/elsewhere.h"

NOT_HERE(mcp, "it serves programs on the same machine");
NOT_HERE(verify, "it is for programs on the same machine");
NOT_HERE(history, "each build is read by a process of its own; jfrtool facts reads recordings "
                  "here, and history of a machine reads what it says");
