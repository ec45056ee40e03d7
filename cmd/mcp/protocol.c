#include "cmd/mcp/protocol.h"

#include "cmd/mcp/tools.h"
#include "parser/jfr.h"

#include <stdlib.h>
#include <string.h>

#define MAX_LINE ((size_t)1 << 20) /* of a message that is read */

enum rpc_error {
    PARSE_ERROR = -32700,
    INVALID_REQUEST = -32600,
    METHOD_NOT_FOUND = -32601,
    INVALID_PARAMS = -32602,
};

/* Versions of the protocol that are known here, the latest first: none of them differs in what this
 * server says. */
static const char *const versions[] = {"2025-06-18", "2025-03-26", "2024-11-05"};

struct server {
    const struct allowed *allowed;
    struct text out;
};

/* ==== Messages ============================================================================== */

static struct json begin_message(struct server *server, const cJSON *id) {
    struct json json = json_open(&server->out, JSON_COMPACT);
    json_begin_object(&json, NULL);
    json_text(&json, "jsonrpc", "2.0");
    if (id && cJSON_IsString(id)) json_text(&json, "id", id->valuestring);
    else if (id && cJSON_IsNumber(id)) json_double(&json, "id", id->valuedouble);
    else json_null(&json, "id");
    return json;
}

static void end_message(struct json *json) {
    json_end_object(json);
    json_close(json);
}

static void say_error(struct server *server, const cJSON *id, enum rpc_error code,
                      const char *sentence) {
    struct json json = begin_message(server, id);
    json_begin_object(&json, "error");
    json_number(&json, "code", code);
    json_text(&json, "message", sentence);
    json_end_object(&json);
    end_message(&json);
}

/* ==== Methods =============================================================================== */

static void initialize(struct server *server, const cJSON *id, const cJSON *params) {
    const cJSON *asked = cJSON_GetObjectItemCaseSensitive(params, "protocolVersion");
    const char *version = versions[0];
    struct text instructions = {0};
    for (size_t i = 0; cJSON_IsString(asked) && i < sizeof versions / sizeof *versions; i++)
        if (strcmp(versions[i], asked->valuestring) == 0) version = versions[i];
    text_add(&instructions, "Answers questions about recordings of Java Flight Recorder. Call "
                            "overview first; each answer says what to call next. Recordings: ");
    allowed_add_names(server->allowed, 20, &instructions);
    struct json json = begin_message(server, id);
    json_begin_object(&json, "result");
    json_text(&json, "protocolVersion", version);
    json_begin_object(&json, "capabilities");
    json_begin_object(&json, "tools");
    json_end_object(&json);
    json_end_object(&json);
    json_begin_object(&json, "serverInfo");
    json_text(&json, "name", "jfrtool");
    json_text(&json, "version", JFR_VERSION);
    json_end_object(&json);
    json_text(&json, "instructions", text_str(&instructions));
    json_end_object(&json);
    end_message(&json);
    text_free(&instructions);
}

static void ping(struct server *server, const cJSON *id, const cJSON *params) {
    struct json json = begin_message(server, id);
    json_begin_object(&json, "result");
    json_end_object(&json);
    end_message(&json);
}

static void list_tools(struct server *server, const cJSON *id, const cJSON *params) {
    struct json json = begin_message(server, id);
    json_begin_object(&json, "result");
    tools_write_list(server->allowed, &json);
    json_end_object(&json);
    end_message(&json);
}

/* What is wrong with the arguments is an answer, too: who called can call again. */
static void call_tool(struct server *server, const cJSON *id, const cJSON *params) {
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(params, "name");
    const cJSON *arguments = cJSON_GetObjectItemCaseSensitive(params, "arguments");
    const struct tool *tool = cJSON_IsString(name) ? tool_named(name->valuestring) : NULL;
    struct text error = {0};
    if (!tool || (arguments && !cJSON_IsObject(arguments))) {
        say_error(server, id, INVALID_PARAMS,
                  tool ? "arguments is no object"
                       : "there is no tool of that name: see tools/list");
        return;
    }
    struct json json = begin_message(server, id);
    json_begin_object(&json, "result");
    if (!tools_call(tool, arguments, server->allowed, &json, &error)) {
        json_begin_array(&json, "content");
        json_begin_object(&json, NULL);
        json_text(&json, "type", "text");
        json_text(&json, "text", text_str(&error));
        json_end_object(&json);
        json_end_array(&json);
        json_bool(&json, "isError", true);
    }
    json_end_object(&json);
    end_message(&json);
    text_free(&error);
}

static const struct {
    const char *name;
    void (*answer)(struct server *server, const cJSON *id, const cJSON *params);
} methods[] = {{"initialize", initialize},
               {"ping", ping},
               {"tools/list", list_tools},
               {"tools/call", call_tool}};

static void take_request(struct server *server, const cJSON *message) {
    const cJSON *method = cJSON_GetObjectItemCaseSensitive(message, "method");
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(message, "id");
    const cJSON *version = cJSON_GetObjectItemCaseSensitive(message, "jsonrpc");
    const cJSON *params = cJSON_GetObjectItemCaseSensitive(message, "params");
    bool right = cJSON_IsObject(message) && cJSON_IsString(version) &&
                 strcmp(version->valuestring, "2.0") == 0 &&
                 (!id || cJSON_IsString(id) || cJSON_IsNumber(id));
    if (right && !method && id) return; /* an answer, though nothing was asked */
    if (!right || !cJSON_IsString(method)) {
        say_error(server, id, INVALID_REQUEST, "this is no request of JSON-RPC 2.0");
        return;
    }
    if (!id) return; /* a notification wants no answer */
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        if (strcmp(methods[i].name, method->valuestring) != 0) continue;
        methods[i].answer(server, id, params);
        return;
    }
    say_error(server, id, METHOD_NOT_FOUND, "this method is not known here");
}

/* ==== Lines ================================================================================= */

/* The next line; false: the input ends. Of one that is too long *too_long is said. */
static bool read_line(FILE *in, struct text *line, bool *too_long) {
    int c;
    text_clear(line);
    *too_long = false;
    while ((c = getc(in)) != EOF && c != '\n') {
        if (line->len < MAX_LINE) text_add_char(line, (char)c);
        else *too_long = true;
    }
    return c != EOF || line->len > 0;
}

static void take_line(struct server *server, const struct text *line, bool too_long) {
    cJSON *message = too_long ? NULL : cJSON_ParseWithLength(text_str(line), line->len);
    if (too_long) say_error(server, NULL, INVALID_REQUEST, "the message is longer than 1 MB");
    else if (!message) say_error(server, NULL, PARSE_ERROR, "this is not JSON");
    else take_request(server, message);
    cJSON_Delete(message);
}

static bool is_blank(const struct text *line) {
    return strspn(text_str(line), " \t\r") == line->len;
}

bool protocol_serve(const struct allowed *allowed, FILE *in, FILE *out) {
    struct server server = {.allowed = allowed};
    struct text line = {0};
    bool too_long, good = true;
    while (good && read_line(in, &line, &too_long)) {
        if (is_blank(&line)) continue;
        take_line(&server, &line, too_long);
        good = fwrite(text_str(&server.out), 1, server.out.len, out) == server.out.len &&
               fflush(out) == 0;
        text_clear(&server.out);
    }
    text_free(&server.out);
    text_free(&line);
    return good;
}
