/* SHA-256 (FIPS 180-4), for what browsers ask to be named by it. One call, all in memory. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The digest of len bytes. */
void sha256(const void *bytes, size_t len, uint8_t digest[32]);
