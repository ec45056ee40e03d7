/* Names of secrets: "spring.datasource.password", "AWS_SECRET_ACCESS_KEY", "apiKey", "GH_PAT"; not
 * "PWD", "keyStore" or "monkey". Among them is whatever a JVM of JDK 27 redacts by itself.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Of a key in a text: "NAME=value", "--NAME value". A -D before it is none of it. */
bool secret_name(const char *name, size_t len);
/* Of a system property, an environment variable, a flag: whatever has "auth" in it, too. */
bool secret_pair_name(const char *name, size_t len);
/* Of these, one to warn of: not "tokenizer", "maxTokens", "PasswordPolicy" or "key", which are
 * masked to be on the safe side. */
bool secret_name_to_warn_of(const char *name, size_t len);
/* Of a field of an event: "key" alone is the name of a thing there, no secret. */
bool secret_field_name(const char *name, size_t len);
/* Of a header whose value is all of the line, such as Cookie. */
bool secret_header_name(const char *name, size_t len);
/* Is the key one that only has a secret behind '=', "sig"? In prose it is a word like others. */
bool secret_is_weak_name(const char *name, size_t len);
