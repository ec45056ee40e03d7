#include "cmd/mcp/list.h"

#include "base/fill.h"
#include "base/safe.h"
#include "base/units.h"
#include "base/posix.h"
#include "cmd/keys/schema.h"
#include "cmd/mcp/answer.h"
#include "cmd/mcp/claim.h"
#include "cmd/mcp/tool.h"
#include "cmd/reports/shipped.h"

#define NAMES 20  /* of recordings, in descriptions */
#define FILES 200 /* of a folder that are listed */

/* ==== Tools ================================================================================= */

static void add_reports(struct text *help) {
    for (size_t i = 0; report_shipped(i); i++)
        text_addf(help, "%s%s: %s", i ? "; " : "", report_shipped(i)->name,
                  report_shipped(i)->summary);
}

static const char *type_of(const struct argument *argument) {
    return argument->kind == COUNT ? "integer" : argument->kind == CLAIMS ? "array" : "string";
}

/* What an array holds. */
static void write_claim(struct json *json) {
    json_shape(json, "items: {type: 'object', properties: {id: {type: 'string'}, "
                     "value: {type: ['number', 'string', 'boolean', 'null']}, "
                     "at_least: {type: ['number', 'string']}, "
                     "at_most: {type: ['number', 'string']}}, required: ['id']}");
}

static void write_argument(const struct argument *argument, const struct allowed *allowed,
                           struct json *json) {
    OWNED(text_free) struct text help = {0};
    text_add(&help, argument->help);
    if (argument->kind == RECORDING) {
        text_add(&help, "One of: ");
        allowed_add_names(allowed, NAMES, &help);
        text_add(&help, "; or the name of a file in one of the folders");
    }
    json_begin_object(json, argument->name);
    json_text(json, "type", type_of(argument));
    if (argument->kind == CLAIMS) write_claim(json);
    if (argument->kind == REPORT) add_reports(&help);
    json_text(json, "description", text_str(&help));
    if (argument->kind == COUNT)
        json_fill(json, "minimum: 1, maximum: $, default: $", cell_count(argument->most),
                  cell_count(argument->usual));
    json_end_object(json);
}

/* Without the word which draft it is: it stands within another schema. */
static void add_schema(const struct json_keys *keys, const char *document, struct text *out) {
    static const char draft[] = "\"$schema\":";
    const struct json_part *part = document ? json_keys_find(keys, document) : NULL;
    OWNED(text_free) struct text schema = {0}, compact = {0};
    if (part) json_keys_add_schema(keys, part, &schema);
    json_add_compact(&compact, text_str(&schema), schema.len);
    const char *at = strstr(text_str(&compact), draft), *comma = at ? strchr(at, ',') : NULL;
    if (comma) {
        text_add_bytes(out, text_str(&compact), (size_t)(at - text_str(&compact)));
        text_add(out, comma + 1);
    }
}

static void write_tool(const struct tool *tool, const struct allowed *allowed,
                       const struct json_keys *keys, struct json *json) {
    OWNED(text_free) struct text schema = {0};
    json_fill(json,
              "{name: $, title: $, description: $, inputSchema: {type: 'object', properties: {",
              cell_text(tool->name), cell_text(tool->title), cell_text(tool->help));
    for (const struct argument *a = tool->arguments; a->name; a++) write_argument(a, allowed, json);
    json_shape(json, "}, required: [");
    for (const struct argument *a = tool->arguments; a->name; a++)
        if (a->needed) json_text(json, NULL, a->name);
    json_shape(json, "], additionalProperties: false}");
    add_schema(keys, tool->keys, &schema);
    answer_write_schema(schema.len ? text_str(&schema) : NULL, json);
    json_fill(json,
              "annotations: {title: $, readOnlyHint: true, idempotentHint: true, "
              "openWorldHint: false}}",
              cell_text(tool->title));
}

void list_write_tools(const struct allowed *allowed, struct json *json) {
    OWNED(json_keys_free) struct json_keys keys;
    const struct tool *tool;
    report_shipped_keys(&keys);
    /* What keys mean fills 100 kB, which models do not see; docs/json.md has it. */
    for (size_t i = 0; i < keys.keys.len; i++) keys.keys.items[i].meaning = NULL;
    for (size_t i = 0; i < keys.parts.len; i++) keys.parts.items[i].about = NULL;
    json_begin_array(json, "tools");
    for (size_t i = 0; (tool = tool_at(i)) && !tool->old; i++)
        write_tool(tool, allowed, &keys, json);
    json_end_array(json);
}

/* ==== Recordings ============================================================================ */

static void add_file(const char *name, const struct stat *file, struct json *json,
                     struct text *text) {
    bool folder = S_ISDIR(file->st_mode);
    json_fill(json, "{name: $, kind: $, bytes: $}", cell_text(name),
              cell_text(folder ? "folder" : "file"),
              folder ? cell_missing() : cell_bytes((uint64_t)file->st_size));
    safe_add_name(text, name);
    if (folder) text_add(text, ", a folder");
    if (!folder) {
        text_add(text, "  ");
        units_add_bytes(text, (double)file->st_size);
    }
    text_add_char(text, '\n');
}

static bool is_recording(const char *name) {
    static const char *const ends[] = {".jfr", ".jfr.gz", ".jfr.zst", ".jfr.xz", ".jfr.lz4",
                                       ".zip", ".pb.gz",  ".pprof",   ".otlp"};
    return some_of(i, COUNT_OF(ends), text_ends_with(name, ends[i]));
}

ORDERED(by_name, char *const, strcmp(*x, *y))

static void add_folder(const char *folder, struct json *json, struct text *text) {
    OWNED(array_release) struct text_list names = {0};
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir));)
        if (is_recording(entry->d_name)) array_push(&names, mem_copy_text(entry->d_name));
    if (dir) closedir(dir);
    array_sort(&names, by_name);
    for (size_t i = 0; i < names.len; i++) {
        OWNED(text_free) struct text path = {0};
        struct stat file;
        text_addf(&path, "%s/%s", folder, names.items[i]);
        if (i < FILES && stat(text_str(&path), &file) == 0)
            add_file(names.items[i], &file, json, text);
        if (i == FILES) text_addf(text, "and %zu more\n", names.len - i);
        free((void *)(uintptr_t)names.items[i]);
    }
}

void list_recordings(const struct allowed *allowed, struct json *json, struct text *text) {
    json_begin_array(json, "recordings");
    for (size_t i = 0; i < allowed->paths.len; i++) {
        struct stat file;
        if (stat(allowed->paths.items[i], &file) != 0) continue;
        add_file(allowed->given.items[i], &file, json, text);
        if (S_ISDIR(file.st_mode)) add_folder(allowed->paths.items[i], json, text);
    }
    json_end_array(json);
}

/* ==== Prompts =============================================================================== */

static const struct prompt {
    const char *name, *title, *about;
    bool two; /* recordings */
    const char *text;
} prompts[] = {
    {"why_slow", "Why was it slow?", "Find what made a Java program slow, from its recording",
     false,
     "Find out why the Java program of the recording %s was slow. Read the resource " LIST_METHOD
     " for the method. Begin with overview, follow the first call of each answer's next until the "
     "culprit, the site and the reason are plain, and look for evidence against it, too. Then call "
     "verify with every figure that you are going to report, and correct what is false. Report in "
     "at most ten sentences: the cause, what it costs, the evidence with the ids of the claims, "
     "what to change, and what the recording cannot say."},
    {"what_changed", "What changed?", "Compare two recordings of a program", true,
     "Say what changed in the Java program from the recording %s to %s. Read the "
     "resource " LIST_METHOD
     " for the method. Begin with diff; see whether the work is the same (requests, "
     "events a second) before methods are compared; follow what is new or gone among the causes "
     "with overview of the newer one. Differences that diff does not call more than chance are no "
     "findings. Call verify with every figure that you are going to report."},
    {"release_review", "Review this recording for a release",
     "Judge whether what a recording shows may go to production", false,
     "Review the recording %s as for a release: causes by overview, account for what the threads "
     "did, gc, memory, locks, io, exceptions and requests where the recording has them. List what "
     "blocks the release, what should be watched and what is fine, each with figures and the "
     "ids of their claims, and what was not recorded, which is unknown, not fine. Call "
     "verify with all figures first."},
};
#define PROMPTS (sizeof prompts / sizeof *prompts)

void list_write_prompts(const struct allowed *allowed, struct json *json) {
    (void)allowed;
    json_begin_array(json, "prompts");
    for (size_t i = 0; i < PROMPTS; i++) {
        json_fill(json, "{name: $, title: $, description: $, arguments: [",
                  cell_text(prompts[i].name), cell_text(prompts[i].title),
                  cell_text(prompts[i].about));
        if (prompts[i].two)
            json_shape(json, "{name: 'base', description: 'The recording before', required: true}");
        json_shape(json, "{name: 'recording', description: 'A recording that is served', "
                         "required: true}]}");
    }
    json_end_array(json);
}

/* The name of a recording as it was given, if it may be read; NULL: error is a sentence. */
static const char *recording_of(const cJSON *arguments, const char *key,
                                const struct allowed *allowed, struct text *error) {
    const char *name = cjson_text(arguments, key);
    OWNED(mem_release) char *path = allowed_find(allowed, name, error);
    return !path ? NULL : name ? name : allowed->given.items[0];
}

bool list_write_prompt(const char *name, const cJSON *arguments, const struct allowed *allowed,
                       struct json *json, struct text *error) {
    const struct prompt *prompt = NULL;
    OWNED(text_free) struct text text = {0};
    for (size_t i = 0; i < PROMPTS; i++)
        if (strcmp(prompts[i].name, name) == 0) prompt = &prompts[i];
    if (!prompt) text_add(error, "there is no prompt of that name: see prompts/list");
    const char *base = prompt && prompt->two ? recording_of(arguments, "base", allowed, error) : "";
    const char *recording =
        prompt && base ? recording_of(arguments, "recording", allowed, error) : NULL;
    if (!recording) return false;
    const char *given[] = {prompt->two ? base : recording, recording};
    size_t used = 0;
    for (const char *at = prompt->text; *at; at++) {
        bool blank = at[0] == '%' && at[1] == 's';
        if (blank) safe_add_name(&text, given[used++]);
        else text_add_char(&text, *at);
        at += blank;
    }
    json_fill(json, "description: $, messages: [{role: 'user', content: {type: 'text', text: $}}]",
              cell_text(prompt->about), cell_text(text_str(&text)));
    return true;
}

/* ==== Resources ============================================================================= */

static void write_resource(const char *uri, const char *name, const char *about, const char *type,
                           struct json *json) {
    json_fill(json, "{uri: $, name: $, description: $, mimeType: $}", cell_text(uri),
              cell_text(name), cell_text(about), cell_text(type));
}

void list_write_resources(const struct allowed *allowed, struct json *json) {
    json_begin_array(json, "resources");
    write_resource(LIST_METHOD, "How to investigate a recording",
                   "The method: which question first, what is evidence, how claims are checked",
                   "text/markdown", json);
    for (size_t i = 0; i < allowed->given.len; i++) {
        OWNED(text_free) struct text uri = {0}, one = {0}, name = {0};
        struct json arguments = json_open(&one, JSON_COMPACT);
        json_fill(&arguments, "{recording: $}", cell_text(allowed->given.items[i]));
        cJSON *parsed = cJSON_ParseWithLength(text_str(&one), one.len);
        claim_add_question(tool_named("overview"), parsed, allowed, &uri);
        text_fill(&name, safe_add_name, "Overview of %s", allowed->given.items[i]);
        write_resource(text_str(&uri), text_str(&name), "What stands out in it", "text/plain",
                       json);
        cJSON_Delete(parsed);
    }
    json_end_array(json);
}

void list_write_templates(const struct allowed *allowed, struct json *json) {
    (void)allowed;
    json_shape(json,
               "resourceTemplates: [{uriTemplate: 'jfr:{tool}{?recording}', name: 'An answer', "
               "description: 'What a tool says of a recording', mimeType: 'text/plain'}]");
}

static const struct {
    const char *name, *text;
} documents[] = {
#include "cmd/mcp/documents.h"
};

const char *list_method(void) {
    return documents[0].text;
}
