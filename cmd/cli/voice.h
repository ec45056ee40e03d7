/* Whom sentences are for: people at a shell have options and commands, programs that call tools
 * (cmd/mcp/) have arguments and tools. A sentence that names one of them asks here.
 */
#pragma once

#include "base/text.h"

/* From here on, in this process. */
void voice_of_tools(void);
bool voice_is_of_tools(void);
/* Until it ends: sentences are for a page, whose readers have no options to give. */
void voice_of_page(bool begins);
bool voice_is_of_page(void);
/* "--top 0 shows all", "a larger top shows more", "the command line has all". */
const char *voice_all_rows(void);
const char *voice_json_has_all(void); /* " (--json has all)", or nothing */
/* A command as findings name it, "hot-methods --event jdk.SocketRead", for a shell: "jfrtool ...";
 * as a call of a tool: "hot_methods with event=jdk.SocketRead". False: no tool does that; nothing
 * is appended. */
bool voice_add_call(struct text *out, const char *command);
/* A sentence for a shell: commands in it that are parts of others are called as those are, "jfrtool
 * safepoints" is "jfrtool gc --safepoints"; where tools are called "--from" in it is the argument
 * from, "jfrtool summary" is what lists the same. */
void voice_add_sentence(struct text *out, const char *sentence, size_t len);
void voice_add_line(struct text *out, const char *sentence);
