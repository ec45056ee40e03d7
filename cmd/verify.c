/* jfrtool verify: are the figures right that somebody, or something, says of a recording? */
#include "cmd/mcp/verify.h"

#include "cmd/cli/message.h"
#include "base/folder.h"
#include "cmd/read/answer.h"

#include <errno.h>

#define MOST_BYTES ((size_t)4 << 20) /* of a list */

#include "cmd/verify_options.h"

static bool read_list(const char *path, struct text *list) {
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rbe");
    int failure = file_take(file, MOST_BYTES, list);
    if (failure)
        return message_refuse("%s: the claims cannot be read: %s", path, strerror(failure));
    return list->len <= MOST_BYTES ||
           message_refuse("%s has more than 4 MB; a list of claims is a few kB", path);
}

/* An array, or an object with one that is called claims. NULL: it is neither. */
static const cJSON *array_of(const cJSON *tree) {
    const cJSON *claims =
        cJSON_IsObject(tree) ? cJSON_GetObjectItemCaseSensitive(tree, "claims") : tree;
    return cJSON_IsArray(claims) ? claims : NULL;
}

static struct cell cell_of(const cJSON *value, struct text *digits) {
    text_clear(digits);
    if (!value || (value->type & 0xFF) == cJSON_NULL) return cell_missing();
    if (cJSON_IsString(value)) return cell_text(value->valuestring);
    if (cJSON_IsNumber(value)) text_addf(digits, "%.15g", value->valuedouble);
    else if ((value->type & 0xFF) == cJSON_True) return cell_bool(true);
    else if ((value->type & 0xFF) == cJSON_False) return cell_bool(false);
    else return cell_text(cJSON_IsArray(value) ? "an array" : "an object");
    return cell_digits(text_str(digits));
}

#include "cmd/keys/verify_shown.h"

static void describe_claims(const struct verification *v, struct sheet *sheet) {
    sheet_table(sheet, (struct sheet_table){.key = "claims"});
    claim_columns(sheet);
    EACH (const struct verified, claim, &v->claims) claim_row(claim, sheet);
    sheet_end(sheet);
}

static void describe(const struct verification *v, struct sheet *sheet) {
    OWNED(text_free) struct text line = {0};
    text_add_number_of(&line, v->claims.len, "claim");
    for (int i = 0; i < VERDICTS; i++) {
        text_addf(&line, "%s%zu %s", i ? ", " : ": ", v->counts[i], verdict_name((enum verdict)i));
        sheet_field(sheet, verdict_name((enum verdict)i), cell_count(v->counts[i]));
    }
    text_add_char(&line, '\n');
    describe_claims(v, sheet);
    sheet_lines(sheet, SHEET_PEOPLE, text_str(&line));
}

static int exit_code(const struct verification *v) {
    if (v->counts[VERDICT_FALSE]) return EXIT_GATE;
    return v->counts[VERDICT_UNDECIDABLE] ? EXIT_PARTIAL : EXIT_OK;
}

static int verify_list(struct answer *answer, const struct text *list) {
    const struct verify_options *o = answer->options;
    struct text_list given = o->base.operands;
    struct allowed allowed = {0};
    OWNED(text_free) struct text error = {0};
    struct verification v;
    cJSON *tree = cJSON_ParseWithLength(text_str(list), list->len);
    const cJSON *claims = array_of(tree);
    int code = EXIT_USAGE;
    if (!o->claims) given.items++, given.len--;
    if (!claims) {
        message_error("claims are a list in JSON, [{\"id\": \"jfr:...\", \"value\": 1}, ...]; this "
                      "is none");
    } else if (!allowed_open(&allowed, &given, &error)) {
        message_error("%s", text_str(&error));
    } else {
        allowed.any = !given.len;
        verify_claims(claims, &allowed, &v);
        describe(&v, answer_sheet(answer, "Claims"));
        code = exit_code(&v);
        verify_free(&v);
    }
    allowed_close(&allowed);
    if (tree) cJSON_Delete(tree);
    return code;
}

static int make_answer(struct answer *answer) {
    const struct verify_options *o = answer->options;
    const char *why;
    OWNED(text_free) struct text list = {0};
    if (!cjson_load(&why)) {
        message_error("reading claims needs cJSON: %s", why);
        return EXIT_USAGE;
    }
    if (!o->claims && !o->base.operands.len) return message_misuse(answer->command);
    if (o->claims) text_add(&list, o->claims);
    else if (!read_list(o->base.operands.items[0], &list)) return EXIT_USAGE;
    int code = verify_list(answer, &list);
    if (code != EXIT_PARTIAL) return code;
    answer->partial = true;
    return EXIT_OK;
}
