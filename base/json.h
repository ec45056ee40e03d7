/* JSON, written in order as it comes: nothing is kept but the text so far, which the caller may
 * write out and clear between any two calls. Integers are exact to 64 bits, real numbers have as
 * many digits as asked for or as are needed, texts are always valid UTF-8. What a terminal acts
 * upon instead of showing it (C1 controls, marks of direction) is escaped.
 *
 * Every value takes a key: in an object its name, in an array NULL. A value of its own has NULL,
 * too. Pretty is one member a line, indented with tabs, and arrays on one line; else there are no
 * blanks.
 *
 *   struct json json = json_open(&out, JSON_PRETTY);
 *   json_begin_object(&json, NULL);
 *   json_count(&json, "samples", 754);
 *   json_end_object(&json);
 *   json_close(&json);
 */
#pragma once

#include "base/text.h"

enum json_layout { JSON_COMPACT, JSON_PRETTY };

struct json {
    struct text *out; /* borrowed */
    enum json_layout layout;
    bool more;        /* a comma goes before the next value */
    unsigned depth;   /* of what is open */
    uint64_t objects; /* bit depth: an object; of the outermost 64 */
};

/* out must outlive the writer. */
struct json json_open(struct text *out, enum json_layout layout);
/* Ends a value of its own with a newline; the next one may follow, as in NDJSON. All is closed. */
void json_close(struct json *json);

/* key: NULL within an array and for the outermost; it is copied, as are all keys. */
void json_begin_object(struct json *json, const char *key);
void json_end_object(struct json *json);
void json_begin_array(struct json *json, const char *key);
void json_end_array(struct json *json);

/* A member of an object, or with key NULL an item of an array, as all below. */
void json_count(struct json *json, const char *key, uint64_t n);
void json_number(struct json *json, const char *key, int64_t n);
/* The same; null if it is missing (base/missing.h). */
void json_whole(struct json *json, const char *key, int64_t n);
/* At most decimals digits behind the point, no trailing zeros; null if it is not finite. */
void json_real(struct json *json, const char *key, double n, int decimals);
void json_percent(struct json *json, const char *key, double percent); /* four decimals */
/* 15 digits (a float: 6), or as many more as are needed to read the same number; null if it is not
 * finite. */
void json_double(struct json *json, const char *key, double n);
void json_float(struct json *json, const char *key, float n);
/* What is no UTF-8 becomes U+FFFD, byte by byte. NULL becomes null. */
void json_text(struct json *json, const char *key, const char *text);
void json_bytes(struct json *json, const char *key, const char *bytes, size_t len);
/* A number that is there as text, verbatim; as a text if it is not a JSON number. */
void json_number_text(struct json *json, const char *key, const char *number);
/* A value that is there as JSON, which the caller vouches for. */
void json_verbatim(struct json *json, const char *key, const char *value, size_t len);
/* JSON without the blanks between its parts. */
void json_add_compact(struct text *out, const char *value, size_t len);
void json_bool(struct json *json, const char *key, bool value);
void json_null(struct json *json, const char *key);
