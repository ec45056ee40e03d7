#include "cmd/mcp/protocol.h"

#include "cmd/mcp/calls.h"
#include "cmd/mcp/claim.h"
#include "cmd/mcp/list.h"
#include "cmd/mcp/rpc.h"
#include "parser/jfr.h"

#include <errno.h>
#include <string.h>

#define MAX_LINE ((size_t)1 << 20)   /* of a message that is read */
#define MAX_UNSENT ((size_t)1 << 20) /* of answers: beyond it nothing more is read */
#define SENT_AT_ONCE ((size_t)4096)  /* what a pipe that can be written to takes without waiting */

/* Versions of the protocol that are known, the latest first: they do not differ here. */
static const char *const versions[] = {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"};

struct server {
    const struct allowed *allowed;
    struct text in;  /* what was read of a line */
    struct text out; /* what is to be sent */
    size_t sent;     /* of it */
    bool too_long;   /* the line: the rest of it is left out */
    bool ended;      /* nothing more comes in */
    struct calls calls;
};

/* A message that came in. */
struct request {
    const cJSON *root, *params;
    const char *text;
    size_t len;
    struct rpc_token id; /* none: a notification */
};

/* ==== Methods =============================================================================== */

static void initialize(struct server *server, struct request *request) {
    const cJSON *asked = cJSON_GetObjectItemCaseSensitive(request->params, "protocolVersion");
    const char *version = versions[0];
    OWNED(text_free) struct text instructions = {0};
    for (size_t i = 0; cJSON_IsString(asked) && i < sizeof versions / sizeof *versions; i++)
        if (strcmp(versions[i], asked->valuestring) == 0) version = versions[i];
    text_add(&instructions,
             "Answers questions about recordings of Java Flight Recorder. Call overview first; "
             "each answer says what to call next, the best first. Figures have ids: before you "
             "report some, call verify with them. What was not recorded is unknown, not fine. "
             "The resource " LIST_METHOD " says how to investigate. Recordings: ");
    allowed_add_names(server->allowed, 20, &instructions);
    struct json json = rpc_begin(&server->out, &request->id);
    json_fill(&json,
              "result: {protocolVersion: $, capabilities: {tools: {}, resources: {}, prompts: {}}, "
              "serverInfo: {name: 'jfrtool', title: 'Java Flight Recorder', "
              "version: '" JFR_VERSION "'}, instructions: $}",
              cell_text(version), cell_text(text_str(&instructions)));
    rpc_end(&json);
}

static void refuse(struct server *server, const struct request *request, const char *sentence) {
    struct json json = rpc_begin_result(&server->out, &request->id);
    answer_write_refusal(sentence, &json);
    rpc_end_result(&json);
}

static void get_prompt(struct server *server, struct request *request) {
    const cJSON *arguments = cJSON_GetObjectItemCaseSensitive(request->params, "arguments");
    const char *name = cjson_text(request->params, "name");
    OWNED(text_free) struct text error = {0};
    size_t begin = server->out.len;
    struct json json = rpc_begin_result(&server->out, &request->id);
    bool good = list_write_prompt(name ? name : "", arguments, server->allowed, &json, &error);
    if (good) {
        rpc_end_result(&json);
    } else {
        server->out.len = begin;
        rpc_say_error(&server->out, &request->id, RPC_INVALID_PARAMS, text_str(&error));
    }
}

/* Takes its turn; the request's id is the entry's then. */
static void add_call(struct server *server, struct request *request, struct tool_call call,
                     char *uri) {
    static const char *const token[] = {"params", "_meta", "progressToken", NULL};
    struct rpc_token progress = rpc_token_at(request->root, request->text, request->len, token);
    struct rpc_token id = request->id;
    request->id = (struct rpc_token){.text = mem_copy_text(id.text), .number = id.number};
    if (!calls_add(&server->calls, id, progress, call, uri))
        rpc_say_error(&server->out, &request->id, RPC_BUSY,
                      "too many calls wait for their turn: call again when one is answered");
}

/* What there is, which needs no process. */
static void say_recordings(struct server *server, struct request *request, struct tool_call *call) {
    OWNED(text_free) struct text object = {0}, text = {0};
    struct json recordings = json_open(&object, JSON_COMPACT);
    json_begin_object(&recordings, NULL);
    list_recordings(server->allowed, &recordings, &text);
    json_end_object(&recordings);
    json_close(&recordings);
    struct json json = rpc_begin_result(&server->out, &request->id);
    answer_write_at_once(call, text_str(&text), &object, &json);
    rpc_end_result(&json);
    tool_call_free(call);
}

/* What is wrong with the arguments is an answer, too: who called can call again. */
static void call_tool(struct server *server, struct request *request) {
    const cJSON *arguments = cJSON_GetObjectItemCaseSensitive(request->params, "arguments");
    const char *name = cjson_text(request->params, "name");
    const struct tool *tool = name ? tool_named(name) : NULL;
    OWNED(text_free) struct text error = {0};
    struct tool_call call;
    if (!tool || (arguments && !cJSON_IsObject(arguments))) {
        rpc_say_error(&server->out, &request->id, RPC_INVALID_PARAMS,
                      tool ? "arguments is no object"
                           : "there is no tool of that name: see tools/list");
        return;
    }
    if (!tool_call_make(tool, arguments, server->allowed, &call, &error)) {
        tool_call_free(&call);
        refuse(server, request, text_str(&error));
    } else if (tool->command && !*tool->command) {
        say_recordings(server, request, &call);
    } else {
        add_call(server, request, call, NULL);
    }
}

static void say_method(struct server *server, struct request *request) {
    struct json json = rpc_begin_result(&server->out, &request->id);
    json_fill(&json, "contents: [{uri: $, mimeType: 'text/markdown', text: $}]",
              cell_text(LIST_METHOD), cell_text(list_method()));
    rpc_end_result(&json);
}

static void read_resource(struct server *server, struct request *request) {
    const char *uri = cjson_text(request->params, "uri");
    OWNED(text_free) struct text error = {0};
    struct claim_id id = {0};
    struct tool_call call = {0};
    if (uri && strcmp(uri, LIST_METHOD) == 0) {
        say_method(server, request);
        return;
    }
    bool good = claim_parse(uri ? uri : "", &id, &error) && id.tool->command && *id.tool->command &&
                tool_call_make(id.tool, id.arguments, server->allowed, &call, &error);
    if (good) {
        add_call(server, request, call, mem_copy_text(uri));
    } else {
        tool_call_free(&call);
        rpc_say_error(&server->out, &request->id, RPC_NO_RESOURCE,
                      error.len ? text_str(&error) : "there is no such resource");
    }
    claim_free(&id);
}

/* What is listed depends on what is served alone; without either the result is empty. */
static const struct {
    const char *name;
    void (*answer)(struct server *server, struct request *request);
    void (*list)(const struct allowed *allowed, struct json *json);
} methods[] = {{"initialize", initialize, NULL},
               {"ping", NULL, NULL},
               {"tools/list", NULL, list_write_tools},
               {"tools/call", call_tool, NULL},
               {"prompts/list", NULL, list_write_prompts},
               {"prompts/get", get_prompt, NULL},
               {"resources/list", NULL, list_write_resources},
               {"resources/templates/list", NULL, list_write_templates},
               {"resources/read", read_resource, NULL}};

static void take_notification(struct server *server, const char *method,
                              const struct request *request) {
    static const char *const id[] = {"params", "requestId", NULL};
    if (strcmp(method, "notifications/cancelled") != 0) return;
    OWNED(rpc_token_free)
    struct rpc_token cancelled = rpc_token_at(request->root, request->text, request->len, id);
    calls_cancel(&server->calls, &cancelled);
}

static void answer(struct server *server, const char *method, struct request *request) {
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        if (strcmp(methods[i].name, method) != 0) continue;
        if (methods[i].answer) {
            methods[i].answer(server, request);
            return;
        }
        struct json json = rpc_begin_result(&server->out, &request->id);
        if (methods[i].list) methods[i].list(server->allowed, &json);
        rpc_end_result(&json);
        return;
    }
    rpc_say_error(&server->out, &request->id, RPC_METHOD_NOT_FOUND,
                  "this method is not known here");
}

static void take_message(struct server *server, const cJSON *message) {
    static const char *const id_path[] = {"id", NULL};
    const cJSON *method = cJSON_GetObjectItemCaseSensitive(message, "method");
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(message, "id");
    const cJSON *version = cJSON_GetObjectItemCaseSensitive(message, "jsonrpc");
    bool answers = cJSON_GetObjectItemCaseSensitive(message, "result") ||
                   cJSON_GetObjectItemCaseSensitive(message, "error");
    bool right = cJSON_IsObject(message) && cJSON_IsString(version) &&
                 strcmp(version->valuestring, "2.0") == 0 &&
                 (!id || cJSON_IsString(id) || cJSON_IsNumber(id));
    struct request request = {
        .root = message,
        .params = cJSON_GetObjectItemCaseSensitive(message, "params"),
        .text = text_str(&server->in),
        .len = server->in.len,
        .id = rpc_token_at(message, text_str(&server->in), server->in.len, id_path),
    };
    if (right && !method && id && answers) {
        /* an answer, though nothing was asked */
    } else if (!right || !method || !cJSON_IsString(method)) {
        rpc_say_error(&server->out, &request.id, RPC_INVALID_REQUEST,
                      "this is no request of JSON-RPC 2.0");
    } else if (rpc_has_nul(request.text, request.len)) {
        if (id)
            rpc_say_error(&server->out, &request.id, RPC_INVALID_PARAMS,
                          "a text has the character NUL in it, which no name and no query has");
    } else if (!id) {
        take_notification(server, method->valuestring, &request);
    } else {
        answer(server, method->valuestring, &request);
    }
    rpc_token_free(&request.id);
}

/* ==== Lines ================================================================================= */

static void take_line(struct server *server) {
    const struct text *line = &server->in;
    if (!server->too_long && strspn(text_str(line), " \t\r") == line->len) return;
    cJSON *message = server->too_long ? NULL : cJSON_ParseWithLength(text_str(line), line->len);
    if (server->too_long)
        rpc_say_error(&server->out, NULL, RPC_INVALID_REQUEST, "the message is longer than 1 MB");
    else if (!message) rpc_say_error(&server->out, NULL, RPC_PARSE_ERROR, "this is not JSON");
    else take_message(server, message);
    cJSON_Delete(message);
}

static void end_line(struct server *server) {
    take_line(server);
    text_clear(&server->in);
    server->too_long = false;
}

/* A part of a line, or its end. */
static void add_to_line(struct server *server, const char *bytes, size_t len) {
    size_t room = MAX_LINE - server->in.len;
    server->too_long |= len > room;
    text_add_bytes(&server->in, bytes, len < room ? len : room);
}

static void take_input(struct server *server, int in) {
    char buffer[1 << 16];
    ssize_t got = read(in, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) return;
    if (got <= 0) {
        server->ended = true;
        if (server->in.len) end_line(server);
        return;
    }
    for (const char *at = buffer, *end = buffer + got; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        add_to_line(server, at, (size_t)((newline ? newline : end) - at));
        if (newline) end_line(server);
        at = newline ? newline + 1 : end;
    }
}

/* False: errno says why. Not more than goes without waiting: who does not read its answers gets
 * them later, and what runs goes on. */
static bool send_some(struct server *server, int out) {
    const size_t len = server->out.len - server->sent;
    const unsigned some = len < SENT_AT_ONCE ? (unsigned)len : SENT_AT_ONCE;
    ssize_t put = write(out, text_str(&server->out) + server->sent, some);
    if (put < 0) return errno == EINTR || errno == EAGAIN;
    server->sent += (size_t)put;
    if (server->sent == server->out.len) {
        text_clear(&server->out);
        server->sent = 0;
    }
    return true;
}

/* ==== The server ============================================================================ */

/* Waits for something to do, and does it. False: errno says what the output is. */
static bool turn(struct server *server, int in, int out) {
    struct pollfd files[2 + CALLS_FILES];
    size_t unsent = server->out.len - server->sent;
    bool listens = !server->ended && unsent < MAX_UNSENT;
    files[0] = (struct pollfd){.fd = listens ? in : -1, .events = POLLIN};
    files[1] = (struct pollfd){.fd = out, .events = unsent ? POLLOUT : 0};
    size_t len = 2 + calls_files(&server->calls, files + 2);
    if (poll(files, len, calls_wait(&server->calls)) < 0) return errno == EINTR;
    if (files[1].revents & (POLLERR | POLLHUP)) { /* nobody reads any more */
        errno = EPIPE;
        return false;
    }
    if (files[0].revents) take_input(server, in);
    calls_go_on(&server->calls, &server->out);
    return !(files[1].revents & POLLOUT) || send_some(server, out);
}

bool protocol_serve(const struct allowed *allowed, int in, int out) {
    struct server server = {.allowed = allowed};
    bool good = true;
    while (good && (!server.ended || server.calls.entries.len || server.out.len))
        good = turn(&server, in, out);
    int why = errno;
    calls_free(&server.calls);
    free_each(text_free, &server.out, &server.in);
    errno = why;
    return good;
}
