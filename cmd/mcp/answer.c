#include "cmd/mcp/answer.h"

#include "cmd/cli/command.h"
#include "cmd/mcp/claim.h"
#include "cmd/mcp/next.h"

#include <string.h>

#define TEXT_BYTES ((size_t)12000) /* of an answer for people */
#define ERR_BYTES ((size_t)3000)
#define JSON_BYTES ((size_t)4 << 20) /* that are looked through for claims */
#define CLAIMS_BYTES ((size_t)2500)  /* of a result, at least */
#define CLAIMS_MOST 24
#define SECONDS 60
#ifdef SANITIZED
#define MEMORY 0 /* no limit: a sanitizer needs more than any program */
#else
#define MEMORY ((uint64_t)2 << 30) /* beside recordings, which are mapped */
#endif
#define COLUMNS 140

#define LIMITS(bytes, json_bytes)                                                   \
    {                                                                               \
        .out = (bytes), .err = ERR_BYTES, .json = (json_bytes), .seconds = SECONDS, \
        .columns = COLUMNS, .memory = MEMORY, .tools = true, .progress = true       \
    }
const struct child_limits answer_text_limits = LIMITS(TEXT_BYTES, JSON_BYTES);
const struct child_limits answer_json_limits = LIMITS(JSON_BYTES, 0);
const struct child_limits answer_bare_limits = LIMITS(TEXT_BYTES, 0);

/* ==== What became of it ===================================================================== */

/* A code that says something about the recording, and not about the question. */
static bool has_failed(const struct child_result *child) {
    return child->timed_out || child->signal ||
           (!child->cut && child->code != EXIT_OK && child->code != EXIT_NOTHING &&
            child->code != EXIT_GATE && child->code != EXIT_PARTIAL);
}

static bool has_nothing(const struct child_result *child) {
    return !child->cut && child->code == EXIT_NOTHING;
}

bool answer_wants_json(struct call_answer *answer) {
    struct child_result *text = &answer->text;
    if (has_failed(text) || has_nothing(text)) return false;
    answer->json = (struct child_result){.out = text->json, .cut = text->json_cut};
    text->json = (struct text){0};
    return !answer->json.out.len;
}

void answer_free(struct call_answer *answer) {
    free_each(text_free, &answer->text.out, &answer->text.err, &answer->text.json,
              &answer->json.out, &answer->json.err);
}

/* ==== Text ================================================================================== */

static void write_content(struct json *json, const char *text, size_t len) {
    json_begin_object(json, NULL);
    json_text(json, "type", "text");
    json_bytes(json, "text", text, len);
    json_end_object(json);
}

/* Ends at the end of a line, and says that there was more. */
static void cut(struct text *out) {
    size_t len = out->len;
    while (len > 0 && out->data[len - 1] != '\n') len--;
    if (len) out->len = len;
    text_addf(out,
              "[the answer is longer than %zu bytes and was cut: ask for fewer rows, or for "
              "less with the other arguments]\n",
              TEXT_BYTES);
}

static void add_next(const struct tool *tool, bool answered, const next_calls *next,
                     struct text *out) {
    if (!answered || !next->len) {
        text_addf(out, "Next: %s.", answered ? tool->next : tool->next_time);
        return;
    }
    text_add(out, "Next: ");
    for (size_t i = 0; i < next->len; i++)
        text_addf(out, "%s%s (%s)", i ? "; " : "", text_str(&next->items[i].words),
                  text_str(&next->items[i].why));
    text_add_char(out, '.');
}

static void say_what_ended(const struct tool *tool, struct child_result *child) {
    if (child->cut) cut(&child->out);
    if (child->timed_out)
        text_addf(&child->err, "this took longer than %d s and was ended\n", SECONDS);
    if (child->signal)
        text_addf(&child->err, "%s was ended by signal %d\n", tool->name, child->signal);
}

/* ==== Structured content ==================================================================== */

struct claims {
    const char *question;
    struct json *json;
    size_t count, bytes, room;
};

static bool add_claim(const char *place, const cJSON *value, void *to) {
    struct claims *claims = (struct claims *)to;
    OWNED(text_free) struct text id = {0};
    text_addf(&id, "%s#%s", claims->question, place);
    claims->bytes += id.len + 40;
    bool fits = claims->bytes <= claims->room && claims->count < CLAIMS_MOST;
    if (fits) {
        json_fill(claims->json, "{id: $", cell_text(text_str(&id)));
        if (cJSON_IsString(value)) json_text(claims->json, "value", value->valuestring);
        else json_double(claims->json, "value", value->valuedouble);
        json_end_object(claims->json);
        claims->count++;
    }
    return fits;
}

static void write_next(const next_calls *next, struct json *json) {
    json_begin_array(json, "next");
    EACH (const struct next_call, call, next) {
        json_fill(json, "{tool: $", cell_text(call->tool->name));
        json_verbatim(json, "arguments", text_str(&call->arguments), call->arguments.len);
        json_text(json, "why", text_str(&call->why));
        json_end_object(json);
    }
    json_end_array(json);
}

/* used: bytes of the result so far. */
static void write_structured(const char *question, const struct text *object, const cJSON *parsed,
                             const next_calls *next, size_t used, bool claims_too,
                             struct json *json) {
    size_t begin = json->out->len;
    size_t room = ANSWER_BYTES > used + CLAIMS_BYTES ? ANSWER_BYTES - used - CLAIMS_BYTES : 0;
    OWNED(text_free) struct text answer = {0}, left_out = {0};
    json_begin_object(json, "structuredContent");
    json_text(json, "question", question);
    if (parsed) json_add_compact(&answer, text_str(object), object->len);
    if (!parsed) text_add(&left_out, "the recording has nothing that was requested");
    else if (answer.len > room)
        text_addf(&left_out,
                  "the JSON has %zu bytes, of which %zu have room: ask for fewer rows, or for less "
                  "with the other arguments; claims may be made of all of it",
                  answer.len, room);
    if (left_out.len) json_null(json, "answer");
    else json_verbatim(json, "answer", text_str(&answer), answer.len);
    json_text(json, "left_out", left_out.len ? text_str(&left_out) : NULL);
    write_next(next, json);
    used += json->out->len - begin;
    struct claims claims = {.question = question,
                            .json = json,
                            .room = ANSWER_BYTES > used + 100 ? ANSWER_BYTES - used - 100 : 0};
    json_begin_array(json, "claims");
    if (parsed && claims_too) claim_each(parsed, add_claim, &claims);
    json_end_array(json);
    json_end_object(json);
}

void answer_write_schema(const char *schema, struct json *json) {
    OWNED(text_free) struct text compact = {0};
    if (!schema) schema = "{}";
    json_add_compact(&compact, schema, strlen(schema));
    json_shape(
        json,
        "outputSchema: {type: 'object', properties: {question: {type: 'string', description: "
        "'What was asked: the id of the answer. The id of a figure is this, # and its place in "
        "answer: methods[0].self'}, "
        "left_out: {type: ['string', 'null'], description: 'Why there is no answer here'}, "
        "claims: {type: 'array', description: 'Figures of the answer with their ids; verify "
        "computes them again', items: {type: 'object', properties: {id: {type: 'string'}, "
        "value: {type: ['number', 'string']}}, required: ['id', 'value']}}, "
        "next: {type: 'array', description: 'Calls that follow, the first is the best', "
        "items: {type: 'object', properties: {tool: {type: 'string'}, arguments: {type: 'object'}, "
        "why: {type: 'string'}}, required: ['tool', 'arguments', 'why']}}, answer: {anyOf: [");
    json_verbatim(json, NULL, text_str(&compact), compact.len);
    json_shape(json, "{type: 'null'}]}}, "
                     "required: ['question', 'answer', 'left_out', 'claims', 'next']}");
}

/* ==== Results =============================================================================== */

static cJSON *parsed_json(const struct call_answer *answer) {
    const struct child_result *child = &answer->json;
    if (has_failed(child) || child->cut) return NULL;
    return cJSON_ParseWithLength(text_str(&child->out), child->out.len);
}

void answer_write_result(const struct tool_call *call, struct call_answer *answer,
                         struct json *json) {
    struct child_result *child = &answer->text;
    bool failed = has_failed(child), answered = !failed && !has_nothing(child);
    cJSON *parsed = parsed_json(answer);
    OWNED(claim_free) struct claim_id asked;
    OWNED(text_free) struct text why = {0}, next_line = {0};
    OWNED(next_free) next_calls next = {0};
    say_what_ended(call->tool, child);
    if (claim_parse(call->question, &asked, &why) && answered)
        next_find(call->tool, asked.arguments, parsed, &next);
    add_next(call->tool, answered, &next, &next_line);
    json_begin_array(json, "content");
    if (child->out.len) write_content(json, text_str(&child->out), child->out.len);
    if (child->err.len) write_content(json, text_str(&child->err), child->err.len);
    write_content(json, text_str(&next_line), next_line.len);
    json_end_array(json);
    if (!failed)
        write_structured(call->question, &answer->json.out, parsed, &next,
                         child->out.len + child->err.len + next_line.len, !call->tool->checks, json);
    json_bool(json, "isError", failed);
    if (parsed) cJSON_Delete(parsed);
}

void answer_write_contents(const char *uri, const struct call_answer *answer, struct json *json) {
    json_fill(json, "contents: [{uri: $, mimeType: 'text/plain', text: $}]", cell_text(uri),
              cell_text(text_str(answer->text.out.len ? &answer->text.out : &answer->text.err)));
}

void answer_write_refusal(const char *sentence, struct json *json) {
    json_begin_array(json, "content");
    write_content(json, sentence, strlen(sentence));
    json_end_array(json);
    json_bool(json, "isError", true);
}

void answer_write_at_once(const struct tool_call *call, const char *text, const struct text *object,
                          struct json *json) {
    cJSON *parsed = cJSON_ParseWithLength(text_str(object), object->len);
    next_calls next = {0};
    json_begin_array(json, "content");
    write_content(json, text, strlen(text));
    json_end_array(json);
    write_structured(call->question, object, parsed, &next, strlen(text), false, json);
    json_bool(json, "isError", false);
    if (parsed) cJSON_Delete(parsed);
}
