#include "cmd/mcp/call.h"

#include "base/fill.h"
#include "base/safe.h"
#include "cmd/mcp/claim.h"
#include "cmd/reports/shipped.h"

#include <stdio.h>

static void add_option(struct tool_call *call, const char *option, const char *value) {
    struct text text = {0};
    text_addf(&text, "--%s=%s", option, value);
    array_push(&call->words, text_take(&text));
}

static bool add_count(struct tool_call *call, const struct argument *argument, const cJSON *value,
                      struct text *error) {
    char digits[24];
    double n = value ? value->valuedouble : argument->usual;
    if (value && (!cJSON_IsNumber(value) || floor(n) != n || n < 1 || n > argument->most)) {
        text_addf(error, "%s expects a whole number from 1 to %u", argument->name, argument->most);
        return false;
    }
    snprintf(digits, sizeof digits, "%u", (unsigned)n);
    add_option(call, argument->option, digits);
    return true;
}

/* The command itself. */
static bool add_report(struct tool_call *call, const char *name, struct text *error) {
    for (size_t i = 0; report_shipped_name(i); i++) {
        if (strcmp(report_shipped_name(i), name) != 0) continue;
        array_push(&call->words, mem_copy_text(name));
        return true;
    }
    text_fill(error, safe_add_name, "there is no report \"%s\"; there are ", name);
    for (size_t i = 0; report_shipped_name(i); i++)
        text_addf(error, "%s%s", i ? ", " : "", report_shipped_name(i));
    return false;
}

/* The claims are checked against what is served, and nothing else. */
static bool add_claims(struct tool_call *call, const struct argument *argument, const cJSON *value,
                       const struct allowed *allowed, struct text *error) {
    if (!cJSON_IsArray(value)) {
        text_addf(error, "%s expects an array of claims: [{\"id\": \"jfr:...\", \"value\": 1}]",
                  argument->name);
        return false;
    }
    char *json = cJSON_PrintUnformatted(value);
    add_option(call, argument->option, json ? json : "[]");
    cJSON_free(json);
    for (size_t i = 0; i < allowed->paths.len; i++)
        array_push(&call->operands, mem_copy_text(allowed->paths.items[i]));
    return true;
}

static bool add_text(struct tool_call *call, const struct argument *argument, const char *text,
                     const struct allowed *allowed, struct text *error) {
    if (argument->kind == RECORDING) {
        char *path = allowed_find(allowed, text, error);
        if (path) array_push(&call->operands, path);
        return path != NULL;
    }
    if (!text && !argument->needed) return true;
    if (!text) {
        text_addf(error, "the argument %s is missing", argument->name);
        return false;
    }
    if (argument->kind == REPORT) return add_report(call, text, error);
    add_option(call, argument->option, text);
    return true;
}

static bool add_argument(struct tool_call *call, const struct argument *argument,
                         const cJSON *value, const struct allowed *allowed, struct text *error) {
    if (argument->kind == COUNT) return add_count(call, argument, value, error);
    if (argument->kind == CLAIMS) return add_claims(call, argument, value, allowed, error);
    if (value && !cJSON_IsString(value)) {
        text_addf(error, "%s expects a text", argument->name);
        return false;
    }
    return add_text(call, argument, value ? value->valuestring : NULL, allowed, error);
}

static bool knows_all(const struct tool *tool, const cJSON *arguments, struct text *error) {
    const cJSON *given;
    cJSON_ArrayForEach(given, arguments) {
        if (tool_argument(tool, given->string)) continue;
        text_fill(error, safe_add_name, "%s has no argument \"%s\"; it has ", tool->name,
                  given->string);
        for (const struct argument *a = tool->arguments; a->name; a++)
            text_addf(error, "%s%s", a == tool->arguments ? "" : ", ", a->name);
        return false;
    }
    return true;
}

bool tool_call_make(const struct tool *tool, const cJSON *arguments, const struct allowed *allowed,
                    struct tool_call *call, struct text *error) {
    struct text question = {0};
    *call = (struct tool_call){.tool = tool};
    if (tool->command) array_push(&call->words, mem_copy_text(tool->command));
    if (!knows_all(tool, arguments, error)) return false;
    for (const struct argument *a = tool->arguments; a->name; a++)
        if (!add_argument(call, a, cJSON_GetObjectItemCaseSensitive(arguments, a->name), allowed,
                          error))
            return false;
    if (tool->fixed) array_push(&call->words, mem_copy_text(tool->fixed));
    claim_add_question(tool, arguments, allowed, &question);
    call->question = text_take(&question);
    return true;
}

static void free_words(call_words *words) {
    for (size_t i = 0; i < words->len; i++) free(words->items[i]);
    array_free(words);
}

void tool_call_free(struct tool_call *call) {
    free_words(&call->words);
    free_words(&call->operands);
    free(call->question);
    *call = (struct tool_call){0};
}

void tool_call_line(const struct tool_call *call, bool as_json, call_words *line) {
    static char json[] = "--format=json", end[] = "--";
    for (size_t i = 0; i < call->words.len; i++) array_push(line, call->words.items[i]);
    if (as_json) array_push(line, json);
    array_push(line, end);
    for (size_t i = 0; i < call->operands.len; i++) array_push(line, call->operands.items[i]);
}
