/* What is masked of texts with secrets in them, where one byte is another or the end is missing:
 * see tests/support/anywhere.h. */
#include "base/secrets/secrets.h"
#include "tests/support/anywhere.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const commands[] = {
    "java -Dspring.datasource.password=abc123 -Xmx2g --db-password 'a b c' --port 80",
    "-p secret -u joe --token=abc --password= --key \"x y\" -Ddb.pw",
    "MYSQL_PWD=x mysql -uroot -pgeheim db; API_KEY=z ./run",
    "curl -H 'X-Api-Key: 123abc' -u joe:pw https://x.y/?api_key=zzz",
    "password=a\\ b\\;c d -Djavax.net.ssl.keyStorePassword=\"a b\" Main",
};
static const char *const urls[] = {
    "jdbc:mysql://joe:geheim@db.corp.net:3306/shop?user=joe&password=x%26y&ssl=true",
    "https://joe@host/p https://:pw@host https://a:b%40c@h:1/",
    "password%3Dabc%20def%26x%3D1 token%253Dabc%2526y",
    "sig=abc&X-Amz-Signature=0123456789012345&se=2026&key=",
    "SharedAccessSignature sr=a&sig=b%3d&se=1&skn=c",
};
static const char *const documents[] = {
    "{\"password\": \"a\\\"b\", \"user\": \"joe\", \"token\":12, \"key\":null}",
    "<password>abc</password><user key=\"x\">joe</user>",
    "password: \"a\" , pwd : 'b' ; secret=c\npasscode =\td\r\nsalt e",
    "{\\\"password\\\": \\\"a\\\\\\\"b\\\", \\\"x\\\": 1}",
    "password\\u003Dabc\\u0026x key={a: b, c} auth=[x, y] cookie=(z)",
    "key=${DB_PASSWORD} token=${env:TOKEN:-none} secret=#{x} pw=%X%",
};
static const char *const words[] = {
    "Authorization: Bearer abcdef.ghi-jkl==\nAccept: */*",
    "Proxy-Authorization: Basic dXNlcjpwYXNz, Digest username=\"joe\"",
    "AWS_SECRET_ACCESS_KEY=AKIAIOSFODNN7EXAMPLE;REGION=eu",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc_def-ghi and more",
    "ghp_0123456789abcdefghijABCDEFGHIJ012345 xoxb-12-ab",
    "-----BEGIN PRIVATE KEY-----\nMIIEv\n-----END PRIVATE KEY-----",
    "PlainLoginModule required username=\"joe\" password=\"x y\";",
    "tokenizer.path=/a max.tokens=5 authenticate=false basic training",
    "pass\xE2\x80\x8Bword=abc \xD0\xBF\xD0\xB0\xD1\x80=x kennwort: y",
    "password is abc, the secret was not given; password [abc] given",
};

static void tell(const uint8_t *bytes, size_t len, struct text *out) {
    const char *text = (const char *)bytes;
    bool any = secrets_add(text, len, out);
    text_addf(out, "\n%d %d\n", any, secrets_has(text, len));
}

/* The name ends where the value begins. */
static void tell_pair(const uint8_t *bytes, size_t len, struct text *out) {
    char *name = anywhere_text(bytes, len), *value = name;
    strsep(&value, "=");
    bool any = secrets_add_value(name, value ? value : "", out);
    text_addf(out, "\n%d %d\n", any, secret_is_of_pair(name, value ? value : ""));
    free(name);
}

static const char *const pairs[] = {"spring.datasource.password=abc 123",
                                    "authenticate=false",
                                    "url=https://a:b@c/?key=d&e=f",
                                    "XSRF_token=true",
                                    "passwords.file=/a/b",
                                    "sshKey=12"};

static const struct {
    const char *name, *const *texts;
    size_t count;
    const char *signs;
    anywhere_tell *tell;
    uint64_t expected;
} groups[] = {
    {"commands", commands, COUNT(commands), "=' -", tell, 0x01A8D5403F93A27F},
    {"commands again", commands, COUNT(commands), "\"\\:;", tell, 0x8CB8904C44B4BD6C},
    {"urls", urls, COUNT(urls), "=&@%", tell, 0xB9A5665BE21FB0A5},
    {"urls again", urls, COUNT(urls), ":/ ?", tell, 0xBB0A271B2DA14060},
    {"documents", documents, COUNT(documents), "\"\\:,", tell, 0xAAB67CE6D3268CEB},
    {"documents again", documents, COUNT(documents), "={\n<", tell, 0xEC491A8F90E06EB3},
    {"words", words, COUNT(words), " =:.", tell, 0x7199D878095FF3BF},
    {"words again", words, COUNT(words), "-,\n\x80", tell, 0xBBEA8012451A8E2B},
    {"pairs", pairs, COUNT(pairs), "=._k", tell_pair, 0x25CB169C3EE6A478},
};

START_TEST(what_is_wrong_anywhere_masks_what_it_ever_did) {
    anywhere_texts(groups[_i].name, groups[_i].texts, groups[_i].count, groups[_i].signs,
                   groups[_i].tell, groups[_i].expected);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("any text");
    TCase *cases = tcase_create("any text");
    tcase_add_loop_test(cases, what_is_wrong_anywhere_masks_what_it_ever_did, 0, COUNT(groups));
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
