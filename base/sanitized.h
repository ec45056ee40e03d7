/* SANITIZED is defined where addresses or threads are watched by a sanitizer, as gcc says it, and
 * as clang does. WATCHED is 1 where addresses are, or all is to be as if (AS_WATCHED), else 0. */
#pragma once

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer) || defined(AS_WATCHED)
#define WATCHED 1
#else
#define WATCHED 0
#endif

#if WATCHED || defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
