/* Bytes as text, RFC 4648. */
#pragma once

#include "base/text.h"

void base64_add(struct text *out, const void *bytes, size_t len);
