/* What is taken for a secret, and what is left of a text without them. */
#include "base/secrets/names.h"
#include "base/secrets/secrets.h"
#include "base/secrets/shapes.h"
#include "base/secrets/value.h"
#include "tests/support/masked.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ==== Names ================================================================================= */

START_TEST(names_of_passwords_tokens_and_keys_are_secret) {
    static const char *const names[] = {"spring.datasource.password",
                                        "AWS_SECRET_ACCESS_KEY",
                                        "apiKey",
                                        "API_KEY",
                                        "api.key",
                                        "api-key",
                                        "x-api-key",
                                        "DB_PASSWD",
                                        "github.token",
                                        "key",
                                        "keys",
                                        "ssh-key",
                                        "sshKey",
                                        "javax.net.ssl.keyStorePassword",
                                        "MYSQL_PWD",
                                        "google.credentials",
                                        "GH_PAT",
                                        "GITHUB_PAT",
                                        "ghPat",
                                        "--db-password",
                                        "-Ddb.password",
                                        "clientSecret",
                                        "passphrase",
                                        "passcode",
                                        "storepass",
                                        "keypass",
                                        "userPass",
                                        "db.pass",
                                        "pass",
                                        "auth",
                                        "cookie",
                                        "salt",
                                        "pw",
                                        "dbPw",
                                        "creds",
                                        "jwt",
                                        "otp",
                                        "JSESSIONID",
                                        "session_id",
                                        "access.key",
                                        "accountkey",
                                        "private-key",
                                        "jaas.config",
                                        "sasl.jaas.client.config",
                                        "sig",
                                        "X-Amz-Signature",
                                        "pass\xE2\x80\x8Bword",
                                        "_password_",
                                        "bearer",
                                        "XSRF",
                                        "kennwort"};
    for (size_t i = 0; i < COUNT(names); i++)
        ck_assert_msg(secret_name(names[i], strlen(names[i])), "%s", names[i]);
}
END_TEST

START_TEST(who_warns_leaves_out_names_that_only_sound_like_secrets) {
    static const char *const warned[] = {"db.password", "API_KEY", "accessToken", "GH_PAT",
                                         "secret",      "sshKey",  "token"};
    static const char *const not_warned[] = {"key",
                                             "sig",
                                             "tokenizer.path",
                                             "max.tokens",
                                             "tokens",
                                             "MAXTOKENS",
                                             "token_ttl",
                                             "oauth.token.url",
                                             "password.policy",
                                             "passworld.x",
                                             "java.home",
                                             "XDG_SESSION_ID",
                                             "SSH_AUTH_SOCK"};
    for (size_t i = 0; i < COUNT(warned); i++)
        ck_assert_msg(secret_name_to_warn_of(warned[i], strlen(warned[i])), "%s", warned[i]);
    for (size_t i = 0; i < COUNT(not_warned); i++)
        ck_assert_msg(!secret_name_to_warn_of(not_warned[i], strlen(not_warned[i])), "%s",
                      not_warned[i]);
}
END_TEST

/* The filters that a JVM of JDK 27 has unless others are given, filled out. */
START_TEST(what_the_jvm_redacts_by_itself_is_secret) {
    static const char *const names[] = {
        "x.auth.y",      "author",          "my.jaas.x.config.y", "aPasswordB",
        "xpasswdy",      "xpwdy",           "xpassphrasey",       "xtokeny",
        "xsecrety",      "xcredentialy",    "xapi-keyy",          "xapi_keyy",
        "xapikeyy",      "xclient-secrety", "xclient_secrety",    "xclientsecrety",
        "xprivate-keyy", "xprivate_keyy",   "xprivatekeyy",       "PWD_OF_DB"};
    for (size_t i = 0; i < COUNT(names); i++)
        ck_assert_msg(secret_pair_name(names[i], strlen(names[i])), "%s", names[i]);
    for (size_t i = 2; i < COUNT(names); i++)
        ck_assert_msg(secret_name(names[i], strlen(names[i])), "%s", names[i]);
}
END_TEST

START_TEST(other_names_are_not) {
    static const char *const names[] = {"PWD",
                                        "OLDPWD",
                                        "javax.net.ssl.keyStore",
                                        "monkey",
                                        "HOME",
                                        "",
                                        "java.class.path",
                                        "bypass",
                                        "compass",
                                        "path",
                                        "pat",
                                        "Path",
                                        "spat",
                                        "publicKey",
                                        "primary_key",
                                        "cacheKey",
                                        "author",
                                        "jaas",
                                        "config.jaas",
                                        "design",
                                        "-",
                                        "--",
                                        "user",
                                        "keyType",
                                        "passed",
                                        "D",
                                        "assault"};
    for (size_t i = 0; i < COUNT(names); i++)
        ck_assert_msg(!secret_name(names[i], strlen(names[i])), "%s", names[i]);
    ck_assert(!secret_pair_name("OLDPWD", 6));
    ck_assert(!secret_pair_name("PWD", 3));
}
END_TEST

/* What follows a name is none of it, though it would make another of it. */
START_TEST(a_name_ends_where_it_ends) {
    static const char *const names[] = {
        "token", "api_key",     "apikey",     "my-jwt",       "jaasxconfig",
        "a.PAT", "x.signature", "session.id", "pass\xC2\xAD", "pass\xE2\x80\x8B"};
    for (size_t i = 0; i < COUNT(names); i++) {
        size_t len = strlen(names[i]);
        ck_assert_msg(secret_name(names[i], len), "%s", names[i]);
        ck_assert_msg(!secret_name(names[i], len - 1), "%s", names[i]);
    }
    ck_assert(secret_pair_name("xauth", 5) && !secret_pair_name("xauth", 4));
    ck_assert(secret_is_weak_name("keys", 4) && secret_is_weak_name("keys", 3));
    ck_assert(!secret_is_weak_name("keys", 2) && !secret_is_weak_name("a-key", 5));
    ck_assert(secret_is_weak_name("--Key_", 6) && secret_is_weak_name("-Dsig", 5));
    ck_assert(!secret_is_weak_name("-D", 2) && !secret_is_weak_name("Dsig", 4));
}
END_TEST

START_TEST(fields_called_key_are_names_of_things) {
    static const char *const secret[] = {"password", "apiKey", "authorization", "clientSecret",
                                         "apiToken", "pw",     "dbPassword"};
    static const char *const others[] = {"key", "keys", "host", "path", "signature", "authority"};
    for (size_t i = 0; i < COUNT(secret); i++)
        ck_assert_msg(secret_field_name(secret[i], strlen(secret[i])), "%s", secret[i]);
    for (size_t i = 0; i < COUNT(others); i++)
        ck_assert_msg(!secret_field_name(others[i], strlen(others[i])), "%s", others[i]);
}
END_TEST

/* ==== Values of pairs ======================================================================= */

static void pair(const char *name, const char *value, const char *expected) {
    struct text out = {0};
    bool masked = secrets_add_value(name, value, &out);
    ck_assert_str_eq(text_str(&out), expected);
    ck_assert_int_eq(masked, strcmp(value, expected) != 0);
    text_free(&out);
}

START_TEST(values_of_secret_names_are_masked_whole) {
    pair("db.password", "a b c", "***");
    pair("db.password", "", "");
    pair("db.password", "***", "***");
    pair("db.password", "[REDACTED]", "[REDACTED]");
    pair("db.password", "true", "***");
    pair("db.user", "a b c", "a b c");
    pair("db.auth", "abc", "***");
    pair("jmx.authenticate", "false", "false");
    pair("jmx.authenticate", "true", "true");
    pair(NULL, "--token abc", "--token ***");
    pair("url", "jdbc:postgresql://bob:pw@db/x", "jdbc:postgresql://bob:***@db/x");
    pair("OLDPWD", "/home/app", "/home/app");
}
END_TEST

/* ==== Texts ================================================================================= */

START_TEST(arguments_are_masked) {
    CHECK({"-Xmx1g -Ddb.password=hunter2 -Dx=y", "-Xmx1g -Ddb.password=*** -Dx=y"},
          {"app --token abc --verbose", "app --token *** --verbose"},
          {"app --token --verbose", NULL}, {"app --token", NULL}, {"app --token ", NULL},
          {"app --token a", "app --token ***"}, {"app --token  a b", "app --token  *** b"},
          {"app token abc", NULL}, {"-Dtoken abc", NULL},
          {"-Dapi.key='a b' -Dz=1", "-Dapi.key='***' -Dz=1"}, {"-Dkey=\"unfinished", "-Dkey=\"***"},
          {"password=", NULL}, {"password=\"\" x", NULL}, {"password=)", "password=***"},
          {"password=x", "password=***"}, {"pwd=x;y", "pwd=***"}, {"PWD=/x", NULL},
          {"-Dsome.auth.x=abc", "-Dsome.auth.x=***"},
          {"-Dauthenticate=true -Dsome.authority=false -Dauth.x=ab",
           "-Dauthenticate=true -Dsome.authority=false -Dauth.x=***"},
          {"some.auth.x=abc", NULL}, {"cd PWD=x OLDPWD=y oldpwd=z", "cd PWD=x OLDPWD=y oldpwd=***"},
          {"password==x", "password==***"}, {"password=>x", "password=>***"},
          {"password=  x", "password=  ***"}, {"password\n=\nx", "password\n=\n***"},
          {"password\n: x", NULL}, {"password is ", NULL}, {"password=[REDACTED]", NULL},
          {"-passin pass:x -storepass y", "-passin pass:*** -storepass ***"},
          {"password[]=x", "password[]=***"}, {"password[12]=x", "password[12]=***"},
          {"password[a]=x", NULL}, {"password]]=x", "password]]=***"}, {"password]]]=x", NULL},
          {"curl -u joe:x http://h", "curl -u joe:*** http://h"},
          {"curl --user=joe:x", "curl --user=joe:***"},
          {"curl -u 'joe:x y' z", "curl -u 'joe:***' z"}, {"curl -u joe", NULL},
          {"curl -u joe:", NULL}, {"docker run -u 1000:1000 image", NULL}, {"-u http://host", NULL},
          {"the command line: --db-password, --token. Whoever", NULL}, {"-Da.password=***", NULL},
          {"-Da.password=[REDACTED] -Db=c", NULL});
}
END_TEST

START_TEST(a_letter_says_a_password_where_it_does) {
    CHECK({"mysql -phunter2 db", "mysql -p*** db"},
          {"/usr/bin/mysqldump -u root -pabc --all", "/usr/bin/mysqldump -u root -p*** --all"},
          {"mysql -p db", NULL}, {"mysql -P 3306 -p'a b' db", "mysql -P 3306 -p'***' db"},
          {"sshpass -p abc ssh h", "sshpass -p *** ssh h"},
          {"sshpass -pabc ssh h", "sshpass -p*** ssh h"},
          {"mongodump -p \"abc def\" x", "mongodump -p \"***\" x"}, {"mongo -pabc", NULL},
          {"docker login -u joe -p abc host", "docker login -u joe -p *** host"},
          {"docker run -p h2o! image", NULL}, {"docker run -p 8080:80 image", NULL},
          {"sqlcmd -S h -Pabc", "sqlcmd -S h -P***"}, {"zip -P abc x", "zip -P *** x"},
          {"redis-cli -a abc get x", "redis-cli -a *** get x"}, {"ls -a abc", NULL},
          {"ldapsearch -w abc -b x", "ldapsearch -w *** -b x"}, {"app -w abc1", NULL},
          {"ssh -p hunter2 h", NULL}, {"ssh -p 22 h", NULL}, {"mkdir -p a1!", NULL},
          {"psql -p 5432", NULL}, {"ssh h; app -p hunter2", "ssh h; app -p ***"},
          {"ssh h | app -p hunter2", "ssh h | app -p ***"},
          {"ssh h && app -p a2c", "ssh h && app -p ***"});
    CHECK(
        {"app.Main -p hunter2", "app.Main -p ***"}, {"app.Main -p hunter2 x", "app.Main -p *** x"},
        {"app.Main -p 'hunter2 x' y", "app.Main -p '***' y"}, {"-p hunter2", "-p ***"},
        {"app -p abc", NULL}, {"app -p a!", NULL}, {"app -p a!c", "app -p ***"},
        {"app -p 8080", NULL}, {"app -p 8080:80", NULL}, {"app -p 127.0.0.1", NULL},
        {"app -p /a/b1", NULL}, {"app -p conf1.yml", NULL}, {"app -p x=1", NULL},
        {"app -p a1,b2", NULL}, {"app -p", NULL}, {"app -p ", NULL}, {"app -p -q1", NULL},
        {"app -p\nhunter2", NULL}, {"app-p hunter2", NULL},
        {"app -u joe -p abc", "app -u joe -p ***"},
        {"app --user=joe -p abc", "app --user=joe -p ***"},
        {"app --username joe -p abc", "app --username joe -p ***"},
        {"app --users joe -p abc", NULL}, {"app -u joe -p 8080", NULL}, {"app -u joe -p a/b", NULL},
        {"app -u joe -p ab", NULL}, {"app -u joe -phunter2", "app -u joe -p***"},
        {"app -u joe -parallel", NULL}, {"app -phunter2", NULL}, {"app -pHunter2", "app -p***"},
        {"app -pl core1", NULL}, {"app -port 80", NULL}, {"app -profile=Ab1", NULL},
        {"app -p8080", NULL}, {"app --pass abc", "app --pass ***"},
        {"app -pass abc", "app -pass ***"}, {"app -u joe:abc x", "app -u joe:*** x"});
}
END_TEST

START_TEST(addresses_are_masked) {
    CHECK(
        {"https://joe:pw@host/x", "https://joe:***@host/x"},
        {"mongodb+srv://u:p:q@h", "mongodb+srv://u:***@h"}, {"//u:p@ss@h", "//u:***@h"},
        {"https://host:80/a@b", NULL}, {"https://joe@host/x", NULL}, {"https://joe:@host/x", NULL},
        {"https://host:80?a@b", NULL}, {"http:\\/\\/joe:pw@host", "http:\\/\\/joe:***@host"},
        {"http%3A%2F%2Fjoe%3Apw%40host", "http%3A%2F%2Fjoe%3A***%40host"},
        {"h/?api_key=1&b=2", "h/?api_key=***&b=2"}, {"h/?a=1&token=2#top", "h/?a=1&token=***#top"},
        {"x=1&amp;token=a#b", "x=1&amp;token=***#b"}, {"x=1&lt;token=a#b", "x=1&lt;token=***"},
        {"&token=a#b", "&token=***#b"}, {"amp;token=a#b", "amp;token=***"},
        {"h/?a=1&sig=2&X-Amz-Signature=3", "h/?a=1&sig=***&X-Amz-Signature=***"},
        {"a&amp;token=2&amp;b=1", "a&amp;token=***&amp;b=1"},
        {"jdbc:oracle:thin:scott/tiger@//db/x", "jdbc:oracle:thin:scott/***@//db/x"},
        {"jdbc:oracle:thin:scott/tiger@db:1", "jdbc:oracle:thin:scott/***@db:1"},
        {"jdbc:oracle:oci:scott/tiger@db", "jdbc:oracle:oci:scott/***@db"},
        {"jdbc:oracle:thin:@db:1", NULL}, {"user/x@//host:1521/svc", "user/***@//host:1521/svc"},
        {"image/name@sha256", NULL}, {"user/@//host", NULL},
        {"jdbc:x;user=sa;password=abc;encrypt=true", "jdbc:x;user=sa;password=***;encrypt=true"},
        {"password=a;b", "password=***"},
        {"jdbc:x;password={a;b};c=d", "jdbc:x;password={***};c=d"},
        {"jdbc:x;password={a;b", "jdbc:x;password={***"}, {"jdbc:x;password={", NULL});
}
END_TEST

START_TEST(whoever_knows_the_address_of_a_webhook_may_post_to_it) {
    CHECK({"https://hooks.slack.com/services/T00000000/B00000000/abcdefgh",
           "https://hooks.slack.com/***"},
          {"https://acme.webhook.office.com/webhookb2/1234567890@a/x posts",
           "https://acme.webhook.office.com/*** posts"},
          {"https://discord.com/api/webhooks/123456789/abcdef, of",
           "https://discord.com/api/webhooks/***, of"},
          {"https://api.telegram.org/bot123456:ABCDEFGHIJ/send", "https://api.telegram.org/bot***"},
          {"https://hooks.slack.com/12345678901234567", "https://hooks.slack.com/***"},
          {"https://hooks.slack.com/123456789012345", NULL},
          {"https://discord.com/invite/1234567890123456", NULL},
          {"https://myhooks.slack.com/services/T00000000/B00000000", NULL},
          {"hooks.slack.com", NULL},
          {"https://hooks.slack.com.evil/T00000000/B00000000/abc", NULL});
}
END_TEST

START_TEST(headers_are_masked) {
    CHECK({"Authorization: Bearer abc -Dx=1", "Authorization: Bearer *** -Dx=1"},
          {"Authorization: Bearer", "Authorization: ***"},
          {"Authorization: Key a", "Authorization: Key ***"},
          {"Authorization: Keys a", "Authorization: ***"},
          {"Authorization: Key \t", "Authorization: *** \t"},
          {"Authorization: Basic abc", "Authorization: Basic ***"},
          {"Authorization: Foo a b\nx", "Authorization: ***\nx"},
          {"Authorization: Digest username=\"joe\", response=\"r\"", "Authorization: ***"},
          {"curl -H \"Authorization: Foo a b\" x", "curl -H \"Authorization: ***\" x"},
          {"authorization=abc def", "authorization=*** def"},
          {"\"Authorization\":\"Bearer abc\",\"x\":\"y\"",
           "\"Authorization\":\"Bearer ***\",\"x\":\"y\""},
          {"Proxy-Authorization: Basic abc", "Proxy-Authorization: Basic ***"},
          {"Cookie: a=b\rHost: x", "Cookie: ***\rHost: x"},
          {"Digest username=\"j\"\rx", "Digest ***\rx"},
          {"Digest username=\"j\"\nx", "Digest ***\nx"},
          {"Cookie: a=b; c=d\nHost: x", "Cookie: ***\nHost: x"},
          {"Set-Cookie: a=b; Path=/", "Set-Cookie: ***"},
          {"{Cookie=[a=b, c=d], Host=[x]}", "{Cookie=[***, ***], Host=[x]}"},
          {"x-api-key: abc", "x-api-key: ***"}, {"got Bearer abcd12 here", "got Bearer *** here"},
          {"got Bearer abc12 here", NULL}, {"Bearer abcdefgh", "Bearer ***"},
          {"Bearer abcdefg", NULL}, {"Bearer", NULL}, {"Bearer required", NULL},
          {"Basic dXNlcjpwYXNz", "Basic ***"}, {"Basic information", NULL},
          {"Basic authentication failed", NULL}, {"Bearer token expired", NULL},
          {"Digest username=\"joe\", response=\"r\" x", "Digest ***"}, {"Digest algorithm", NULL});
}
END_TEST

START_TEST(structured_texts_are_masked) {
    CHECK(
        {"key: value", NULL}, {"token: value", "token: ***"}, {"Token::parse(x)", NULL},
        {"Token: :parse", "Token: ***"}, {"password : value", "password : ***"},
        {"{\"a\":{\"password\":\"x\",\"user\":\"y\"}}",
         "{\"a\":{\"password\":\"***\",\"user\":\"y\"}}"},
        {"{\"password\":123}", "{\"password\":***}"},
        {"{\"password\" : \"a \\\" b\"}", "{\"password\" : \"***\"}"},
        {"{\\\"password\\\":\\\"x\\\"}", "{\\\"password\\\":\\\"***\\\"}"},
        {"\\\\\\\"token\\\\\\\":\\\\\\\"x\\\\\\\",", "\\\\\\\"token\\\\\\\":\\\\\\\"***\\\\\\\","},
        {"\\u0022token\\u0022:\\u0022x\\u0022", "\\u0022token\\u0022:\\u0022***\\u0022"},
        {"password%3Dx", "password%3D***"},
        {"\"a \\\"token\\\":\\\"x\" b", "\"a \\\"token\\\":\\\"***\" b"},
        {"password%253Dx%2526a", "password%253D***"},
        {"password%3Dx%26a%3Db", "password%3D***%26a%3Db"},
        {"%22password%22%3A%22x%22%2C", "%22password%22%3A%22***%22%2C"},
        {"&quot;token&quot;:&quot;x&quot;", "&quot;token&quot;:&quot;***&quot;"},
        {"password: [a, b]", "password: [***, ***]"},
        {"passwords=[[a], 'b c']x", "passwords=[[***], '***']x"},
        {"\"tokens\":[\"a\",\"b\"],\"c\":1", "\"tokens\":[\"***\",\"***\"],\"c\":1"},
        {"\"token\": {\"a\": {}, \"b\": 1}, \"c\": 2", "\"token\": {***}, \"c\": 2"},
        {"<password>x</password>", "<password>***</password>"},
        {"<password type=\"t\">x</password>", "<password type=\"t\">***</password>"},
        {"&lt;token&gt;x&lt;/token&gt;", "&lt;token&gt;***&lt;/token&gt;"},
        {"<token><![CDATA[x]]></token>", "<token><![CDATA[***]]></token>"},
        {"<entry key=\"password\">x</entry>", "<entry key=\"password\">***</entry>"},
        {"<property name=\"db.password\" value=\"x\"/>",
         "<property name=\"db.password\" value=\"***\"/>"},
        {"{\"name\":\"DB_PASSWORD\",\"value\":\"x\"}",
         "{\"name\":\"DB_PASSWORD\",\"value\":\"***\"}"},
        {"{'name':'DB_PASSWORD','value':'x'}", "{'name':'DB_PASSWORD','value':'***'}"},
        {"\"name\":\"token\",\"value: x y\"", "\"name\":\"token\",\"value: *** y\""},
        {"\"name\":\"token\",\"valued\": \"x\"", NULL},
        {"{password=x, user=y}", "{password=***, user=y}"},
        {"login(password=x)", "login(password=***)"}, {"'password=x'", "'password=***'"});
}
END_TEST

START_TEST(sentences_are_masked) {
    CHECK({"where password='x' and", "where password='***' and"},
          {"password='it''s x' and", "password='***' and"},
          {"ALTER USER a IDENTIFIED BY 'x'", "ALTER USER a IDENTIFIED BY '***'"},
          {"IDENTIFIED BY x;", "IDENTIFIED BY ***;"},
          {"identified with plugin by 'x'", "identified with plugin by '***'"},
          {"IDENTIFIED BY PASSWORD 'x'", "IDENTIFIED BY PASSWORD '***'"},
          {"is identified as x", NULL},
          {"CREATE USER a PASSWORD 'x'", "CREATE USER a PASSWORD '***'"},
          {"SET PASSWORD = PASSWORD('x')", "SET PASSWORD = ***')"},
          {"setPassword(\"x\")", "setPassword(\"***\")"}, {"password is x", "password is ***"},
          {"Password was x.", "Password was ***"}, {"password is required", NULL},
          {"the password is not set", NULL}, {"token is x", NULL},
          {"bad password 'x' for joe", "bad password '***' for joe"}, {"Duplicate key: foo", NULL},
          {"key=foo", "key=***"}, {"com.acme.TokenException: no", NULL},
          {"at a.Token.parse(Token.java:33)", NULL}, {"app.Session.getToken:294", NULL},
          {"app.token:294z", "app.token:***"}, {"app.token:123456", "app.token:***"},
          {"app.token:12345", NULL}, {"app.token:123 x", NULL}, {"app.token:123:x", NULL},
          {"app.token=12345", "app.token=***"}, {"app.token = 123", "app.token = ***"});
}
END_TEST

START_TEST(some_words_say_something_of_a_secret_and_are_none) {
    static const struct {
        const char *text;
        bool says;
    } cases[] = {{"", true},           {" x", true},         {"required", true},
                 {"REQUIRED", true},   {"required x", true}, {"required1", false},
                 {"required_", false}, {"required-", false}, {"required.", true},
                 {"requiredx", false}, {"require", false},   {"a", true},
                 {"1", false},         {".", false}};
    for (size_t i = 0; i < COUNT(cases); i++)
        ck_assert_msg(secret_says_something(cases[i].text, strlen(cases[i].text)) == cases[i].says,
                      "%s", cases[i].text);
    ck_assert(secret_says_something("required1", 8) && secret_says_something("x", 0));
}
END_TEST

START_TEST(tokens_are_known_by_their_shape) {
    CHECK({"ghp_abcdef", "***"}, {"ghp_abcde", NULL}, {"xghp_abcdef", NULL},
          {"a.ghp_abcdef, b", "a.***, b"}, {"x-ghs_abcdef.", "x-***."},
          {"github_pat_11ABCDE_x", "***"}, {"glpat-abcdef xoxb-1234-abcd", "*** ***"},
          {"AKIAIOSFODNN7EXAMPLE", "***"}, {"AKIAIOSFODNN7EX", NULL},
          {"sk-abcdefghijklmnop1", "***"}, {"sk-abcdefghijklmnopq", NULL},
          {"sk_live_12345678", "***"}, {"eyJhbGciOiJIUzI1NiJ9.e30.x-y_z", "***"},
          {"eyJhbGciO", NULL}, {"(eyJhbGciOiJIUzI1NiJ9)", "(***)"},
          {"-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----\n",
           "-----BEGIN PRIVATE KEY-----***-----END PRIVATE KEY-----\n"},
          {"-----BEGIN RSA PRIVATE KEY-----abc", "-----BEGIN RSA PRIVATE KEY-----***"},
          {"-----BEGIN RSA PRIVATE KEY-----", NULL}, {"-----BEGIN CERTIFICATE-----abc", NULL});
}
END_TEST

/* Each prefix of the table, with what it needs behind it and with a byte less. */
START_TEST(a_token_is_as_long_as_those_who_give_it_out_make_it) {
    static const struct {
        const char *prefix;
        size_t least;
    } all[] = {{"AIza", 30},  {"gho_", 6},  {"ghu_", 6},     {"ghr_", 6},    {"npm_", 24},
               {"hf_", 24},   {"hvs.", 16}, {"xapp-", 8},    {"xoxp-", 8},   {"ya29.", 16},
               {"dapi", 32},  {"SG.", 20},  {"rk_live_", 8}, {"shpat_", 16}, {"sk-ant-", 8},
               {"glsa_", 16}, {"ASIA", 16}, {"pypi-", 16},   {"whsec_", 16}, {"dckr_pat_", 8}};
    for (size_t i = 0; i < COUNT(all); i++) {
        char token[64];
        size_t n = strlen(all[i].prefix) + all[i].least;
        memset(token, '7', sizeof token);
        memcpy(token, all[i].prefix, strlen(all[i].prefix));
        ck_assert_msg(shape_of_token(token, n) == n, "%s", all[i].prefix);
        ck_assert_msg(shape_of_token(token, n - 1) == 0, "%s", all[i].prefix);
        ck_assert(shape_may_begin(*token));
    }
    ck_assert(!shape_may_begin(0) && !shape_may_begin('z'));
}
END_TEST

/* A text with so many letters in the place of "#". */
static void check_long(const char *text, size_t letters, const char *masked) {
    struct text long_text = {0}, expected = {0};
    struct text *const out[] = {&long_text, &expected};
    const char *const from[] = {text, masked ? masked : text};
    for (size_t i = 0; i < 2; i++)
        for (const char *c = from[i]; *c; c++)
            for (size_t n = 0; n < (*c == '#' ? letters : 1); n++)
                text_add_char(out[i], *c == '#' ? 'k' : *c);
    const struct row row = {text_str(&long_text), masked ? text_str(&expected) : NULL};
    check_rows(&row, 1);
    text_free(&long_text);
    text_free(&expected);
}

/* Short words and blanks are passed over quickly: but for those behind which a secret follows. */
START_TEST(a_secret_among_plain_words_is_found) {
    CHECK({"the pwd is x1, not y2", "the pwd is ***, not y2"}, {"PASSWD was x1!", "PASSWD was ***"},
          {"one passphrase is x1", "one passphrase is ***"}, {"SECRET is x1", "SECRET is ***"},
          {"secret was x1 here", "secret was *** here"}, {"my basic abcd12 is", "my basic *** is"},
          {"a bearer abcd12", "a bearer ***"}, {"in ghp_abcde1 here", "in *** here"},
          {"ghp_abcd1", NULL}, {"mysql -pabc1 x", "mysql -p*** x"}, {"order -31785 of 13", NULL},
          {"beard basin dig passe pw sec b d p s", NULL}, {"", NULL}, {"-", NULL},
          {" - -- ", NULL});
}
END_TEST

/* What is looked at is not without end, so that time is in proportion to the text. */
START_TEST(what_is_longer_than_such_things_are_is_none) {
    static const struct {
        const char *text, *masked;
        size_t most; /* letters with which it is so */
    } cases[] = {
        {"jdbc:oracle:thin:#/x@h", "jdbc:oracle:thin:#/***@h", 128},
        {"jdbc:oracle:thin:u/#@h", "jdbc:oracle:thin:u/***@h", 255},
        {"u/#@//h", "u/***@//h", 255},
        {"<token a=#>x</token>", "<token a=#>***</token>", 253},
        {"token=x&#=1", "token=***&#=1", 64},
        {"-----BEGIN #PRIVATE KEY-----x", "-----BEGIN #PRIVATE KEY-----***", 48},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        for (size_t less = 0; less < 2; less++)
            check_long(cases[i].text, cases[i].most - less, cases[i].masked);
        bool value = cases[i].masked[0] == 't'; /* then all of it is the value */
        check_long(cases[i].text, cases[i].most + 1, value ? "token=***" : NULL);
    }
    /* Of a name the last 256 bytes count. */
    check_long("a-auth-#.key.x=1", 300, NULL);
    check_long("-Djaas.#.config=1", 250, NULL);
    check_long("password#=1", 248, "password#=***");
    check_long("password#=1", 249, NULL);
}
END_TEST

START_TEST(keys_are_asked_for_by_globs) {
    static const char *patterns[] = {"user.*", "HOME"};
    struct text_list keys = {.items = patterns, .len = 2};
    struct secret_rules rules = {.keys = &keys};
    ck_assert(secret_is_asked_for(&rules, "User.Name", 9));
    ck_assert(secret_is_asked_for(&rules, "home", 4));
    ck_assert(!secret_is_asked_for(&rules, "homes", 5));
    ck_assert(!secret_is_asked_for(&(struct secret_rules){.known = true}, "home", 4));
}
END_TEST

/* Texts that would be looked through again and again, if anything were. */
START_TEST(time_is_in_proportion_to_the_text) {
    static const char *const parts[] = {
        "password",     "://a:",        "\\\"token:::",
        "-Dpassword ",  "a/",           "token=[",
        "token={",      "token='",      "\\\\",
        "%25",          "Digest ",      "Basic ",
        "cookie: ",     "//",           "<token ",
        "&amp;",        "identified ",  "-u a",
        "\xE2\x80\x8B", "password is ", "-----BEGIN PRIVATE KEY-----"};
    for (size_t i = 0; i < COUNT(parts); i++) {
        struct text text = {0}, out = {0};
        while (text.len < 400000) text_add(&text, parts[i]);
        secrets_add(text.data, text.len, &out);
        text_free(&text);
        text_free(&out);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("secrets");
    TCase *cases = tcase_create("secrets");
    tcase_add_test(cases, names_of_passwords_tokens_and_keys_are_secret);
    tcase_add_test(cases, what_the_jvm_redacts_by_itself_is_secret);
    tcase_add_test(cases, other_names_are_not);
    tcase_add_test(cases, a_name_ends_where_it_ends);
    tcase_add_test(cases, fields_called_key_are_names_of_things);
    tcase_add_test(cases, values_of_secret_names_are_masked_whole);
    tcase_add_test(cases, who_warns_leaves_out_names_that_only_sound_like_secrets);
    tcase_add_test(cases, arguments_are_masked);
    tcase_add_test(cases, a_letter_says_a_password_where_it_does);
    tcase_add_test(cases, addresses_are_masked);
    tcase_add_test(cases, whoever_knows_the_address_of_a_webhook_may_post_to_it);
    tcase_add_test(cases, headers_are_masked);
    tcase_add_test(cases, structured_texts_are_masked);
    tcase_add_test(cases, sentences_are_masked);
    tcase_add_test(cases, some_words_say_something_of_a_secret_and_are_none);
    tcase_add_test(cases, tokens_are_known_by_their_shape);
    tcase_add_test(cases, a_token_is_as_long_as_those_who_give_it_out_make_it);
    tcase_add_test(cases, what_is_longer_than_such_things_are_is_none);
    tcase_add_test(cases, keys_are_asked_for_by_globs);
    tcase_add_test(cases, time_is_in_proportion_to_the_text);
    tcase_add_test(cases, a_secret_among_plain_words_is_found);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
