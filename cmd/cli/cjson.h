/* cJSON, loaded when the first JSON is to be read; its functions keep their names. */
#pragma once

#include "base/library.h"

#include <cjson/cJSON.h>

#define CJSON_FUNCTIONS(X)              \
    X(cJSON_Delete)                     \
    X(cJSON_GetObjectItemCaseSensitive) \
    X(cJSON_InitHooks)                  \
    X(cJSON_IsArray)                    \
    X(cJSON_IsNumber)                   \
    X(cJSON_IsObject)                   \
    X(cJSON_IsString)                   \
    X(cJSON_ParseWithLength)            \
    X(cJSON_ParseWithOpts)              \
    X(cJSON_PrintUnformatted)           \
    X(cJSON_Version)                    \
    X(cJSON_free)

struct cjson {
    LIBRARY_TABLE(CJSON_FUNCTIONS)
};

/* Fills the table, and lets cJSON's memory run out as all other does. False: *why says what is
 * missing; why may be NULL. To be called before anything below. */
bool cjson_load(const char **why);
extern struct cjson cjson;

#ifndef CMD_CLI_CJSON_ITSELF
#define cJSON_Delete cjson.cJSON_Delete
#define cJSON_GetObjectItemCaseSensitive cjson.cJSON_GetObjectItemCaseSensitive
#define cJSON_IsArray cjson.cJSON_IsArray
#define cJSON_IsNumber cjson.cJSON_IsNumber
#define cJSON_IsObject cjson.cJSON_IsObject
#define cJSON_IsString cjson.cJSON_IsString
#define cJSON_ParseWithLength cjson.cJSON_ParseWithLength
#define cJSON_ParseWithOpts cjson.cJSON_ParseWithOpts
#define cJSON_PrintUnformatted cjson.cJSON_PrintUnformatted
#define cJSON_Version cjson.cJSON_Version
#define cJSON_free cjson.cJSON_free

/* A text of the object (may be NULL); NULL: it has none of that name. */
static inline const char *cjson_text(const cJSON *object, const char *key) {
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsString(value) ? value->valuestring : NULL;
}
#endif
