/* Messages of JSON-RPC 2.0: an answer begins with the id of its request, which comes back as it was
 * written, however many digits it has.
 */
#pragma once

#include "cmd/write/shape.h"
#include "cmd/cli/cjson.h"

enum rpc_error {
    RPC_PARSE_ERROR = -32700,
    RPC_INVALID_REQUEST = -32600,
    RPC_METHOD_NOT_FOUND = -32601,
    RPC_INVALID_PARAMS = -32602,
    RPC_NO_RESOURCE = -32002, /* of the protocol */
    RPC_BUSY = -32000,        /* ours */
};

/* An id, or what a client calls the progress: a text, or a number as it was written. */
struct rpc_token {
    char *text; /* owned; NULL: there is none */
    bool number;
};

/* The value at the path of keys in a message, which is JSON that was parsed into root; {0}: there
 * is none, or it is neither text nor number. path ends with NULL. */
struct rpc_token rpc_token_at(const cJSON *root, const char *message, size_t len,
                              const char *const *path);
bool rpc_token_same(const struct rpc_token *a, const struct rpc_token *b);
void rpc_token_write(const struct rpc_token *token, const char *key, struct json *json);
void rpc_token_free(struct rpc_token *token);

/* Is the character NUL in a text or name of the message? Texts of C would end there. */
bool rpc_has_nul(const char *message, size_t len);

/* A message that is appended to out: the answer to the request of that id, or NULL. */
struct json rpc_begin(struct text *out, const struct rpc_token *id);
void rpc_end(struct json *json);
/* Likewise one that has a result, whose members follow. */
struct json rpc_begin_result(struct text *out, const struct rpc_token *id);
void rpc_end_result(struct json *json);
void rpc_say_error(struct text *out, const struct rpc_token *id, enum rpc_error code,
                   const char *sentence);
