/* Secrets that are known by their shape, whatever stands before them: tokens with the prefix of who
 * gave them out, JSON Web Tokens, keys in PEM.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define SHAPE_SHORTEST 10 /* bytes of any token: "ghp_" and six */

/* Can such a token begin with that letter? */
bool shape_may_begin(char c);
/* Bytes of the token that begins at s, where no letter or digit stands before; 0: there is none. */
size_t shape_of_token(const char *s, size_t len);
/* "-----BEGIN RSA PRIVATE KEY-----": the bytes up to the key, and *size of the key; 0: none. */
size_t shape_of_pem(const char *s, size_t len, size_t *size);
