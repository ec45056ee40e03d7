/* Bytes as text, RFC 4648. */
#pragma once

#include "base/text.h"

/* Appends four characters, of the usual alphabet, for each three bytes; padded with =. */
void base64_add(struct text *out, const void *bytes, size_t len);
