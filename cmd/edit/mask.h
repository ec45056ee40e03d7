/* Masks: values whose key is one of those that were asked for, or looks like a secret, become
 * "***": in texts like "-Dpassword=hunter2 --token abc", and where an event has a key and a value.
 *
 *   key=value  key: value  "key": "value"  --key value  //user:password@host  Bearer value
 *
 * Too much is masked rather than too little: a value goes on to the next blank, or to the end of
 * its quotes. A masked value of six bytes or more is masked wherever else it stands, too.
 */
#ifndef CMD_EDIT_MASK_H
#define CMD_EDIT_MASK_H

#include "analyzers/jvm/secrets.h"
#include "base/array.h"
#include "base/strings.h"
#include "base/text.h"

#include <stdbool.h>

#define MASKED SECRET_MASK

struct mask {
    const struct text_list *keys; /* globs, case does not count */
    bool secrets;                 /* keys that look like secrets */
    struct strings values;        /* that were masked */
    bool any;                     /* something was masked */
};

bool mask_has_key(const struct mask *mask, const char *key, size_t len);
/* Takes note of a value that is masked. */
void mask_learn(struct mask *mask, const char *value, size_t len);
/* True: out, which is empty, has the text with its values masked. Values are learned. */
bool mask_text(struct mask *mask, const char *text, size_t len, struct text *out);
void mask_free(struct mask *mask);

#endif
