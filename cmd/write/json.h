/* Small helpers over cJSON: integers exact to 64 bits, real numbers with limited digits, texts that
 * are valid UTF-8. All add to the object under key, or to the array if key is NULL. */
#ifndef CMD_WRITE_JSON_H
#define CMD_WRITE_JSON_H

#include "base/text.h"

#include <cjson/cJSON.h>
#include <stdbool.h>

/* Once, before any other: memory that runs out is handled as everywhere. */
void json_setup(void);

cJSON *json_add_object(cJSON *to, const char *key);
cJSON *json_add_array(cJSON *to, const char *key);
void json_add_count(cJSON *to, const char *key, uint64_t n);
void json_add_number(cJSON *to, const char *key, int64_t n);
/* At most decimals digits behind the point, no trailing zeros; null if it is not finite. */
void json_add_real(cJSON *to, const char *key, double n, int decimals);
void json_add_percent(cJSON *to, const char *key, double percent); /* four decimals */
void json_add_text(cJSON *to, const char *key, const char *text);  /* NULL becomes null */
void json_add_bool(cJSON *to, const char *key, bool value);
/* A number that is there as text, verbatim; as a JSON string if it is not a JSON number. */
void json_add_number_text(cJSON *to, const char *key, const char *number);
void json_add_null(cJSON *to, const char *key);

/* Appends the tree, indented or on one line, with a newline at the end, and frees it. */
void json_write(cJSON *tree, bool pretty, struct text *out);

#endif
