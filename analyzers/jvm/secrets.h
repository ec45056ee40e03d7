/* Secrets in what a recording says of its JVM: values of properties, variables and arguments whose
 * names look like those of passwords, tokens and keys. */
#ifndef ANALYZERS_JVM_SECRETS_H
#define ANALYZERS_JVM_SECRETS_H

#include "base/text.h"

#include <stdbool.h>

#define SECRET_MASK "***"

/* "spring.datasource.password", "AWS_SECRET_ACCESS_KEY", "apiKey"; not "PWD" or "keyStore". */
bool secret_name(const char *name);
/* Appends the value, SECRET_MASK in the place of secrets: of all of it if the name says so, else of
 * what follows such a name within ("-Ddb.password=x", "--token x", "?api_key=x"), and of passwords
 * in addresses ("https://user:x@host"). name may be NULL. True: something was masked. */
bool secrets_add_masked(const char *name, const char *value, struct text *out);

#endif
