/* Answers to calls: the text that the command writes, and its JSON as structured content.
 *
 *   {"question": "jfr:locks?recording=a.jfr",            what was asked
 *    "answer": {...} or null, "left_out": null or why,   the command's JSON, where it fits
 *    "claims": [{"id": "jfr:locks?...#monitors[class=app.Lock].count", "value": 12}, ...],
 *    "next": [{"tool": "hot_methods", "arguments": {...}, "why": "the stacks that waited"}]}
 *
 * A result has at most ANSWER_BYTES of these.
 */
#pragma once

#include "cmd/write/shape.h"
#include "cmd/cli/child.h"
#include "cmd/mcp/call.h"

#define ANSWER_BYTES ((size_t)20000)

/* What came of a call. */
struct call_answer {
    struct child_result text;
    struct child_result json; /* where it was asked for; else empty */
};

/* What a call may take: for its text, with the JSON if it comes along; for the JSON alone where it
 * does not; for the text alone. */
extern const struct child_limits answer_text_limits, answer_json_limits, answer_bare_limits;

/* Did the command say something that its JSON would say, too, and that did not come along? */
bool answer_wants_json(struct call_answer *answer);
/* The result: content, structuredContent, isError. Adds to the texts of what the child said. */
void answer_write_result(const struct tool_call *call, struct call_answer *answer,
                         struct json *json);
/* The members of what is read of a resource: its text. */
void answer_write_contents(const char *uri, const struct call_answer *answer, struct json *json);
/* The result of a call that was none, because of that. */
void answer_write_refusal(const char *sentence, struct json *json);
/* The same of one that was answered at once: text, and JSON of one object. */
void answer_write_at_once(const struct tool_call *call, const char *text, const struct text *object,
                          struct json *json);
void answer_free(struct call_answer *answer);

/* The schema of structuredContent: schema is that of the command's JSON, NULL: any. */
void answer_write_schema(const char *schema, struct json *json);
