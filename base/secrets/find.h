/* Where secrets are in a text. The one parser for all that may hold them: arguments, properties,
 * addresses, headers, messages, SQL, JSON and XML, also within one another.
 *
 *   key=value   key: value   "key": "value"   \"key\":\"value\"   key%3Dvalue   --key value
 *   "--key","value"   [--key, value]
 *   key: [value, value]   key: {...}   <key>value</key>   "name":"key","value":"value"
 *   scheme://user:value@host   user/value@//host   curl -u user:value
 *   mysql -pvalue   -u user -p value
 *   Authorization: Bearer value   Cookie: value; value   IDENTIFIED BY 'value'   password is value
 *   and what is known by its shape: ghp_..., AKIA..., eyJ..., -----BEGIN PRIVATE KEY-----
 *
 * Rather too much is found than too little: a value goes on to the next blank, or to the end of its
 * quotes. Time is in proportion to the text.
 */
#pragma once

#include "base/text.h"

#define SECRET_MASK "***"

struct secret_rules {
    bool known;                   /* keys that look like secrets, and all that needs no key */
    const struct text_list *keys; /* globs of more keys, case does not count; or NULL */
};

/* Is it one of the rules' globs? */
bool secret_is_asked_for(const struct secret_rules *rules, const char *key, size_t len);
/* Tells each, in the order of the text; none is empty or masked already. */
void secret_find(const struct secret_rules *rules, const char *text, size_t len,
                 void (*found)(void *context, size_t from, size_t len), void *context);
/* Is that what stands for a secret: ours, or the JVM's own? */
bool secret_is_mask(const char *value, size_t len);
