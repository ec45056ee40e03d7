/* What the server has: tools, prompts and resources, as clients list them. */
#pragma once

#include "cmd/write/shape.h"
#include "cmd/cli/cjson.h"
#include "cmd/mcp/allowed.h"

/* The value of "tools" of tools/list. */
void list_write_tools(const struct allowed *allowed, struct json *json);
/* Of "recordings" in the answer of that tool: what is served, and files in folders, each with its
 * bytes; text: the same for people. */
void list_recordings(const struct allowed *allowed, struct json *json, struct text *text);

/* Of "prompts" of prompts/list. */
void list_write_prompts(const struct allowed *allowed, struct json *json);
/* The members of the result of prompts/get; false: error is a sentence. */
bool list_write_prompt(const char *name, const cJSON *arguments, const struct allowed *allowed,
                       struct json *json, struct text *error);

/* Of "resources": the method, and an overview of each recording, whose URI is the question. */
void list_write_resources(const struct allowed *allowed, struct json *json);
/* "resourceTemplates": there is one, any question that a tool answers. */
void list_write_templates(const struct allowed *allowed, struct json *json);
#define LIST_METHOD "jfr:method"
/* The text of LIST_METHOD, docs/agents.md. */
const char *list_method(void);
