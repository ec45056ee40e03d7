#include "base/text.h"
#include "parser/names.h"
#include "tests/support/anywhere.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What each shape becomes. expected NULL: as it is, slashes turned into dots. Names were taken
 * from recordings of JDK 8, 9, 11, 15, 17, 21 and 25, of async-profiler and of Datadog's profiler
 * where there are such, else from the sources of the library that makes them up. */
struct shape {
    const char *title, *name, *expected;
};

static const struct shape class_shapes[] = {
    {"plain class", "java/util/HashMap", "java.util.HashMap"},
    {"default package", "App", "App"},
    {"empty name", "", ""},
    {"nested class", "java/util/HashMap$Node", "java.util.HashMap$Node"},
    {"dotted already", "java.util.HashMap", "java.util.HashMap"},
    /* Lambdas */
    {"lambda of JDK 8", "sun/rmi/transport/tcp/TCPTransport$ConnectionHandler$$Lambda$24/940244335",
     "sun.rmi.transport.tcp.TCPTransport$ConnectionHandler$$Lambda"},
    {"lambda of JDK 9 to 14", "jdk.jfr.internal.PlatformRecorder$$Lambda$146/906017896",
     "jdk.jfr.internal.PlatformRecorder$$Lambda"},
    {"lambda of JDK 15 to 17", "App$$Lambda$14/0x0000000800c03000", "App$$Lambda"},
    {"lambda of JDK 17", "Shapes$$Lambda$104+0x00007fde04008638/904058452", "Shapes$$Lambda"},
    {"lambda of JDK 21", "com.sun.tools.javac.comp.Modules$$Lambda+0x00007fd6a823c000/252310932",
     "com.sun.tools.javac.comp.Modules$$Lambda"},
    {"lambda of JDK 22 and later", "Shapes$$Lambda/0x00000000130c1630", "Shapes$$Lambda"},
    {"lambda by async-profiler", "kafka/server/KafkaApis$$Lambda$1120.0x00007f62f06acc00",
     "kafka.server.KafkaApis$$Lambda"},
    {"lambda by async-profiler, JDK 17", "kafka/network/Processor$$Lambda$1120+0x00007f62f06acc00",
     "kafka.network.Processor$$Lambda"},
    {"lambda by async-profiler, JDK 21", "net/jodah/failsafe/Functions$$Lambda.0x00007f62f06acc00",
     "net.jodah.failsafe.Functions$$Lambda"},
    {"lambda as JMC exports it", "org.gradle.DefaultPlanExecutor$$Lambda$887.1827771163",
     "org.gradle.DefaultPlanExecutor$$Lambda"},
    {"lambda of a Scala object", "kafka/log/LogValidator$$$Lambda$884.0x00007f62f0",
     "kafka.log.LogValidator$$$Lambda"},
    {"lambda in an anonymous class", "Shapes$2$$Lambda$117+0x00007fde0400b448/1239759990",
     "Shapes$2$$Lambda"},
    {"lambda without address", "App$$Lambda$14", "App$$Lambda"},
    {"lambda with number only", "App$$Lambda14/0x0000000800c03000", "App$$Lambda"},
    {"lambda with method and hash", "X$$Lambda$lambda$wrap$2$2630016632.0x00007f62f06acc00",
     "X$$Lambda$lambda$wrap$2"},
    {"lambda of GraalVM", "App$$Lambda$0c3fb4d1b3c2e1d7bd6e", "App$$Lambda"},
    {"lambda with hash after x", "App$$Lambda$x00007fd5410e0c68", "App$$Lambda"},
    {"lambda in a hidden class", "App$Hidden.0x000001$$Lambda$3/0x0000000800c03000",
     "App$Hidden.0x000001$$Lambda"},
    /* Method handles and hidden classes */
    {"LambdaForm MH of JDK 9", "java.lang.invoke.LambdaForm$MH/1754444726",
     "java.lang.invoke.LambdaForm$MH"},
    {"LambdaForm MH of JDK 17", "java.lang.invoke.LambdaForm$MH+0x00007fde04086c00/331994761",
     "java.lang.invoke.LambdaForm$MH"},
    {"LambdaForm MH of JDK 25", "java.lang.invoke.LambdaForm$MH/0x0000000013040c00",
     "java.lang.invoke.LambdaForm$MH"},
    {"LambdaForm MH by async-profiler", "java/lang/invoke/LambdaForm$MH.0x00007f62f06acc00",
     "java.lang.invoke.LambdaForm$MH"},
    {"LambdaForm MH as JMC exports it", "java.lang.invoke.LambdaForm$MH.1754444726",
     "java.lang.invoke.LambdaForm$MH"},
    {"LambdaForm DMH", "java.lang.invoke.LambdaForm$DMH/0x0000000800c03000",
     "java.lang.invoke.LambdaForm$DMH"},
    {"LambdaForm BMH", "java.lang.invoke.LambdaForm$BMH/446073433",
     "java.lang.invoke.LambdaForm$BMH"},
    {"LambdaForm without address", "java/lang/invoke/LambdaForm$MH",
     "java.lang.invoke.LambdaForm$MH"},
    {"bound method handle species", "java/lang/invoke/BoundMethodHandle$Species_LLL3", NULL},
    {"method handle holder", "java/lang/invoke/DirectMethodHandle$Holder", NULL},
    {"hidden class", "Shapes$Hidden/0x00000000130c0000", "Shapes$Hidden"},
    {"hidden class of JDK 17", "Shapes$Hidden+0x00007fde0400ac00/709865851", "Shapes$Hidden"},
    {"string concatenation", "java.lang.String$$StringConcat/0x00000000130c6000",
     "java.lang.String$$StringConcat"},
    {"pattern switch", "App$$TypeSwitch/0x000000003d0c6000", "App$$TypeSwitch"},
    {"injected invoker", "com/datadog/iast/util/ObjectVisitor$$InjectedInvoker.0x00007f62f0",
     "com.datadog.iast.util.ObjectVisitor$$InjectedInvoker"},
    {"method handle proxy of JDK 25", "jdk.MHProxy1.Supplier/0x00000000130d8000",
     "jdk.MHProxy.Supplier"},
    {"method handle proxy of JDK 17", "com/sun/proxy/jdk/proxy2/$Proxy26",
     "com.sun.proxy.jdk.proxy.$Proxy"},
    /* Reflection and proxies */
    {"method accessor of JDK 8", "sun/reflect/GeneratedMethodAccessor1234",
     "sun.reflect.GeneratedMethodAccessor"},
    {"method accessor of JDK 9 to 17", "jdk/internal/reflect/GeneratedMethodAccessor12",
     "jdk.internal.reflect.GeneratedMethodAccessor"},
    {"constructor accessor", "jdk/internal/reflect/GeneratedConstructorAccessor13",
     "jdk.internal.reflect.GeneratedConstructorAccessor"},
    {"serialization accessor", "jdk/internal/reflect/GeneratedSerializationConstructorAccessor1",
     "jdk.internal.reflect.GeneratedSerializationConstructorAccessor"},
    {"accessor of JDK 18 and later", "jdk/internal/reflect/DirectMethodHandleAccessor", NULL},
    {"proxy of JDK 8 to 15", "com/sun/proxy/$Proxy42", "com.sun.proxy.$Proxy"},
    {"proxy of JDK 16 and later", "jdk/proxy2/$Proxy42", "jdk.proxy.$Proxy"},
    {"proxy, dotted", "jdk.proxy2.$Proxy42", "jdk.proxy.$Proxy"},
    {"proxy in the default package", "$Proxy28", "$Proxy"},
    {"proxy in an application's package", "org/example/$Proxy28", "org.example.$Proxy"},
    {"lambda in a proxy", "com/sun/proxy/$Proxy42$$Lambda$3/0x0000000800c03000",
     "com.sun.proxy.$Proxy$$Lambda"},
    {"event handler of JDK 9 to 15", "jdk/jfr/internal/handlers/EventHandler44_1566378393426-1",
     "jdk.jfr.internal.handlers.EventHandler"},
    /* Libraries */
    {"Spring CGLIB", "org/app/Service$$EnhancerBySpringCGLIB$$1a2b3c4d",
     "org.app.Service$$EnhancerBySpringCGLIB"},
    {"Spring CGLIB, second of a hash", "org/app/Service$$EnhancerBySpringCGLIB$$1a2b3c4d_2",
     "org.app.Service$$EnhancerBySpringCGLIB"},
    {"Spring CGLIB fast class", "org/app/Service$$FastClassBySpringCGLIB$$ab12",
     "org.app.Service$$FastClassBySpringCGLIB"},
    {"Spring CGLIB fast class of a proxy",
     "org/app/S$$EnhancerBySpringCGLIB$$1a2b3c4d$$FastClassBySpringCGLIB$$5e6f7a8b",
     "org.app.S$$EnhancerBySpringCGLIB$$FastClassBySpringCGLIB"},
    {"Spring 6 CGLIB", "com/datadog/demo/CustomerDAO$$SpringCGLIB$$0",
     "com.datadog.demo.CustomerDAO$$SpringCGLIB"},
    {"Spring 6 CGLIB fast class", "com/datadog/demo/CustomerDAO$$SpringCGLIB$$FastClass$$1",
     "com.datadog.demo.CustomerDAO$$SpringCGLIB$$FastClass"},
    {"CGLIB", "net/sf/cglib/empty/Object$$InterfaceMakerByCGLIB$$b2f5aa",
     "net.sf.cglib.empty.Object$$InterfaceMakerByCGLIB"},
    {"Guice", "org/app/Service$$EnhancerByGuice$$1a2b3c4d", "org.app.Service$$EnhancerByGuice"},
    {"Guice fast class", "org/app/Service$$FastClassByGuice$$79e6e7c1",
     "org.app.Service$$FastClassByGuice"},
    {"Byte Buddy", "org/app/Service$ByteBuddy$AbCd1234", "org.app.Service$ByteBuddy"},
    {"Byte Buddy auxiliary", "org/app/Service$ByteBuddy$AbCd1234$auxiliary$x7Tq0aZZ",
     "org.app.Service$ByteBuddy$auxiliary"},
    {"Byte Buddy's own nested class",
     "net/bytebuddy/agent/builder/"
     "AgentBuilder$Default$ExecutingTransformer$ByteBuddy$ModuleSupport",
     NULL},
    {"nested class of a ByteBuddy", "org/app/Outer$ByteBuddy$Compiler", NULL},
    {"Hibernate", "org/app/Order$HibernateProxy$k3j4Ab9d", "org.app.Order$HibernateProxy"},
    {"Hibernate basic proxy", "org/app/Order$HibernateBasicProxy$k3j4Ab9d",
     "org.app.Order$HibernateBasicProxy"},
    {"Hibernate instantiator", "org/app/Order$HibernateInstantiator$zbLAF5H4",
     "org.app.Order$HibernateInstantiator"},
    {"Mockito", "org/app/Service$MockitoMock$123456", "org.app.Service$MockitoMock"},
    {"Mockito 5", "org/app/Service$MockitoMock$VkDTYs9t", "org.app.Service$MockitoMock"},
    {"Mockito of a JDK class", "codegen/java/util/List$MockitoMock$2028371234",
     "codegen.java.util.List$MockitoMock"},
    {"Javassist", "org/app/Order_$$_jvst3c5_7", "org.app.Order_$$_jvst"},
    {"Javassist, hexadecimal", "org/app/Order_$$_jvstba9_1f", "org.app.Order_$$_jvst"},
    {"Javassist of old", "org/app/Order_$$_javassist_12", "org.app.Order_$$_javassist"},
    {"Javassist of Seam", "org/app/Order_$$_javassist_seam_3", "org.app.Order_$$_javassist_seam"},
    {"Trino", "io/trino/$gen/PageFilter_20210101_123456_1", "io.trino.$gen.PageFilter"},
    {"Presto", "com/facebook/presto/$gen/CursorProcessor_20180412_093013_27",
     "com.facebook.presto.$gen.CursorProcessor"},
    {"Clojure function", "user$handler$fn__1234", "user$handler$fn"},
    {"Clojure evaluation", "user$eval1234$fn__1235", "user$eval$fn"},
    {"Clojure iteration", "app/core$iter__1234__1238$fn__1239", "app.core$iter$fn"},
    {"Clojure named function", "clojure.core$reduce", "clojure.core$reduce"},
    {"Nashorn", "jdk/nashorn/internal/scripts/Script$12$\\^eval\\_",
     "jdk.nashorn.internal.scripts.Script$\\^eval\\_"},
    {"Nashorn recompilation",
     "jdk/nashorn/internal/scripts/Script$Recompilation$1$\\^eval\\_/0x00000008003cf840",
     "jdk.nashorn.internal.scripts.Script$Recompilation$\\^eval\\_"},
    {"Nashorn outside the JDK", "org/openjdk/nashorn/internal/scripts/Script$3$main",
     "org.openjdk.nashorn.internal.scripts.Script$main"},
    {"JRuby", "rubyjit$Route$$score_e63894ac720b252220b096ecd154889f8a2ba8821506933368$block_0",
     "rubyjit$Route$$score$block_0"},
    {"MVEL", "ASMAccessorImpl_16482047911234567890", "ASMAccessorImpl"},
    /* Made by compilers: not to be touched */
    {"anonymous class", "Foo$1", NULL},
    {"nested anonymous class", "java/util/stream/ReferencePipeline$3$1", NULL},
    {"local class", "Foo$1Local", NULL},
    {"class with large number", "Foo$123456", NULL},
    {"Groovy closure", "Script1$_run_closure1", NULL},
    {"Groovy nested closure", "build_8tqjyvyqzrxj0i4p$_run_closure1$_closure2", NULL},
    {"Scala anonymous function", "scala/App$$anonfun$1", NULL},
    {"Scala specialised function", "kafka/server/X$$anonfun$a$1$$anonfun$apply$mcV$sp$2", NULL},
    {"Scala anonymous class", "scala/collection/Iterator$$anon$10", NULL},
    {"Scala two anonymous classes", "scala/Wrappers$MapWrapper$$anon$1$$anon$5", NULL},
    {"Kotlin lambda", "org/app/MainKt$main$1", NULL},
    {"Kotlin inlined", "org/app/MainKt$main$$inlined$sortedBy$1", NULL},
    {"Spark code generation",
     "org/apache/spark/sql/catalyst/expressions/GeneratedClass$GeneratedIteratorForCodegenStage1",
     NULL},
    {"Flink code generation", "StreamExecCalc$12", NULL},
    {"somebody's accessor", "org/app/GeneratedMethodAccessor12", NULL},
    {"somebody's nested proxy", "org/app/Outer$Proxy12", NULL},
    {"somebody's package proxy2", "org/jdk/proxy2/Foo", NULL},
    {"somebody's package myjdk", "org/myjdk/proxy2/Foo", NULL},
    {"somebody's event handler", "org/app/EventHandler12", NULL},
    {"two underscores", "org/app/Schema__1234", NULL},
    {"migration with a date", "db/migration/M_20210101_1200", NULL},
    {"obfuscated class", "a/b/1", NULL},
    {"hexadecimal class", "a/b/0xyz", NULL},
    {"date class", "Order_20210101", NULL},
    {"unnamed Lambda class", "org/app/Lambda$14", NULL},
    /* Arrays */
    {"array", "[Ljava/lang/String;", "java.lang.String[]"},
    {"array of int", "[I", "int[]"},
    {"array of arrays", "[[I", "int[][]"},
    {"array of boolean", "[Z", "boolean[]"},
    {"array of byte", "[B", "byte[]"},
    {"array of char", "[C", "char[]"},
    {"array of double", "[D", "double[]"},
    {"array of float", "[F", "float[]"},
    {"array of long", "[J", "long[]"},
    {"array of short", "[S", "short[]"},
    {"array of nested class", "[[Ljava/util/HashMap$Node;", "java.util.HashMap$Node[][]"},
    {"array of lambda", "[LApp$$Lambda$14/0x0000000800c03000;", "App$$Lambda[]"},
    {"array of hidden class", "[LShapes$Hidden+0x00007fde0400ac00/709865851;", "Shapes$Hidden[]"},
    {"array of proxy", "[Ljdk/proxy2/$Proxy42;", "jdk.proxy.$Proxy[]"},
    {"array, written out", "java.lang.String[]", "java.lang.String[]"},
    {"array of lambda, written out", "App$$Lambda$14[]", "App$$Lambda[]"},
    {"array of ten dimensions", "[[[[[[[[[[Z", "boolean[][][][][][][][][][]"},
    {"array of eleven dimensions", "[[[[[[[[[[[Z", NULL},
    {"no array: nothing behind", "[", NULL},
    {"no array: no name", "[L;", NULL},
    {"no array: open", "[Ljava/lang/String", NULL},
    {"no array: unknown type", "[Q", NULL},
    /* Native libraries, as async-profiler names them */
    {"library", "libjvm.so", NULL},
    {"library with version", "libstdc++.so.6.0.28", NULL},
    {"library from a jar", "libduckdb_java4254594123768462079.so", "libduckdb_java.so"},
    {"library from a jar, versioned", "libzstd-jni-1.5.1-16931311898282279136.so",
     "libzstd-jni-1.5.1.so"},
    {"library with hash", "libamazonCorrettoCryptoProvider109b39cf33c563eb.so",
     "libamazonCorrettoCryptoProvider.so"},
    {"package named so", "com/example/so/Foo", NULL},
};

static const struct shape method_shapes[] = {
    {"method", "getNode", NULL},
    {"constructor", "<init>", NULL},
    {"method of a lambda", "lambda$main$0", NULL},
    {"method of a serializable lambda", "lambda$comparing$77a9974f$1", NULL},
    {"accessor", "access$000", NULL},
    {"bridge of Scala", "$anonfun$main$1", NULL},
    {"specialised by Scala", "apply$mcV$sp", NULL},
    {"method handle", "invokeStatic_LL_V", NULL},
    {"method handle linker", "linkToTargetMethod", NULL},
    {"CGLIB method", "CGLIB$findAll$12", "CGLIB$findAll"},
    {"CGLIB hook", "CGLIB$STATICHOOK7", "CGLIB$STATICHOOK"},
    {"CGLIB callbacks", "CGLIB$BIND_CALLBACKS", NULL},
    {"Byte Buddy accessor", "run$accessor$AbCd1234", "run$accessor"},
    {"Byte Buddy original", "run$original$AbCd1234$accessor$EfGh5678", "run$original$accessor"},
    {"word after accessor", "run$accessor$Compiler", NULL},
    {"native path", "/lib/x86_64-linux-gnu/libc-2.31.so", NULL},
    {"native path of the moment",
     "/tmp/snappy-1.1.10-d3f6b1d4-7cc1-4b2c-9b1f-0123456789ab-libsnappyjava.so",
     "/tmp/snappy-1.1.10-libsnappyjava.so"},
    {"native path in a directory of the moment",
     "/tmp/korniltsev-pyroscope17800516448232897101/libasyncProfiler-linux-x64.so",
     "/tmp/korniltsev-pyroscope/libasyncProfiler-linux-x64.so"},
    {"address in a library", "[librocksdbjni12823062496346935123.so+0xa8be5f]",
     "[librocksdbjni.so+0xa8be5f]"},
    {"C++ function", "GenericTaskQueue<G1TaskQueueEntry, (MEMFLAGS)5, 131072u>::pop_local", NULL},
    {"rust function", "core::fmt::write::h0123456789abcdef", NULL},
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

typedef size_t names_function(const char *name, size_t len, bool raw, char *out, size_t size);

/* ck_assert reports every success to the parent process: too slow for millions of them. */
static void must(bool condition, const char *what) {
    if (!condition) ck_abort_msg("%s", what);
}

/* Calls with memory of exactly the size the header asks for, so that a sanitizer sees more. */
static char *name_of(names_function *function, const char *name, size_t len, bool raw,
                     size_t *out_len) {
    char *copy = malloc(len + 1); /* not 0-terminated */
    char *out = malloc(len + 17);
    must(copy != NULL && out != NULL, "out of memory");
    if (len) memcpy(copy, name, len);
    *out_len = function(copy, len, raw, out, len + 17);
    must(*out_len <= len + 16, "longer than documented");
    must(out[*out_len] == 0, "not terminated");
    free(copy);
    return out;
}

static void check_idempotent(names_function *function, const char *name, size_t len) {
    for (int raw = 0; raw < 2; raw++) {
        size_t once_len, twice_len;
        char *once = name_of(function, name, len, raw, &once_len);
        char *twice = name_of(function, once, once_len, raw, &twice_len);
        if (once_len != twice_len || memcmp(once, twice, once_len) != 0)
            ck_abort_msg("\"%.*s\" -> \"%s\" -> \"%s\"", (int)len, name, once, twice);
        free(once);
        free(twice);
    }
}

static void check_shape(names_function *function, const struct shape *shape, bool class_name) {
    char expected[200];
    snprintf(expected, sizeof expected, "%s", shape->expected ? shape->expected : shape->name);
    if (class_name && shape->expected == NULL) {
        for (char *p = expected; *p; p++) *p = (char)(*p == '/' ? '.' : *p);
    }
    size_t len;
    char *found = name_of(function, shape->name, strlen(shape->name), false, &len);
    ck_assert_str_eq(found, expected);
    ck_assert_uint_eq(len, strlen(expected));
    free(found);
    check_idempotent(function, shape->name, strlen(shape->name));
}

START_TEST(class_shape) {
    check_shape(names_class, &class_shapes[_i], true);
}
END_TEST

START_TEST(method_shape) {
    check_shape(names_method, &method_shapes[_i], false);
}
END_TEST

/* Raw names are as jfr print --json shows hidden classes: only package slashes become dots. */
START_TEST(raw_names) {
    static const struct shape shapes[] = {
        {"", "java/util/HashMap$Node", "java.util.HashMap$Node"},
        {"", "App$$Lambda$14/0x0000000800c03000", "App$$Lambda$14/0x0000000800c03000"},
        {"", "org/App$$Lambda$14/0x0000000800c03000", "org.App$$Lambda$14/0x0000000800c03000"},
        {"", "org/App$$Lambda$24/940244335", "org.App$$Lambda$24/940244335"},
        {"", "java.lang.invoke.LambdaForm$MH+0x00007fde04086c00/331994761",
         "java.lang.invoke.LambdaForm$MH+0x00007fde04086c00/331994761"},
        {"", "java/lang/invoke/LambdaForm$MH.0x00007f62f0",
         "java.lang.invoke.LambdaForm$MH.0x00007f62f0"},
        {"", "jdk/internal/reflect/GeneratedMethodAccessor12",
         "jdk.internal.reflect.GeneratedMethodAccessor12"},
        {"", "jdk/proxy2/$Proxy42", "jdk.proxy2.$Proxy42"},
        {"", "[Ljava/lang/String;", "java.lang.String[]"},
        {"", "/tmp/libduckdb_java4254594123768462079.so",
         "/tmp/libduckdb_java4254594123768462079.so"},
    };
    for (size_t i = 0; i < COUNT(shapes); i++) {
        size_t len;
        char *found = name_of(names_class, shapes[i].name, strlen(shapes[i].name), true, &len);
        ck_assert_str_eq(found, shapes[i].expected);
        free(found);
    }
    size_t len;
    char *found = name_of(names_method, "run$accessor$AbCd1234", 21, true, &len);
    ck_assert_str_eq(found, "run$accessor$AbCd1234");
    free(found);
}
END_TEST

START_TEST(package_length) {
    static const struct {
        const char *name;
        size_t len;
    } packages[] = {
        {"java.util.HashMap$Node", 9},
        {"App", 0},
        {"", 0},
        {"java.lang.String[]", 9},
        {"int[][]", 0},
        {"App$$Lambda$14/0x0000000800c03000", 0},
        {"org.App$$Lambda$14/0x0000000800c03000", 3},
        {"java.lang.invoke.LambdaForm$MH.0x00007f62f0", 16},
        {"java.lang.invoke.LambdaForm$MH+0x00007fde04086c00/331994761", 16},
        {"jdk.proxy.$Proxy", 9},
        {"$Proxy", 0},
        {"[Ljava.lang.String;", 0},
        {"libjvm.so", 0},
        {"libstdc++.so.6.0.28", 0},
    };
    for (size_t i = 0; i < COUNT(packages); i++)
        ck_assert_uint_eq(names_package_len(packages[i].name, strlen(packages[i].name)),
                          packages[i].len);
}
END_TEST

/* A small buffer gets what fits for sure, and its final 0. */
START_TEST(small_buffers) {
    static const char *const names[] = {"java/util/HashMap", "App$$Lambda$14/0x0000000800c03000",
                                        "[[I", "[Ljava/lang/String;",
                                        "libduckdb_java4254594123768462079.so"};
    for (size_t i = 0; i < COUNT(names); i++) {
        for (size_t size = 0; size < 60; size++) {
            for (int raw = 0; raw < 2; raw++) {
                char *out = malloc(size ? size : 1);
                ck_assert_ptr_nonnull(out);
                size_t len = names_class(names[i], strlen(names[i]), raw, out, size);
                ck_assert(size == 0 ? len == 0 : len < size && out[len] == 0);
                len = names_method(names[i], strlen(names[i]), raw, out, size);
                ck_assert(size == 0 ? len == 0 : len < size && out[len] == 0);
                free(out);
            }
        }
    }
    char out[17];
    ck_assert_uint_eq(names_class(NULL, 0, false, out, sizeof out), 0);
    ck_assert_uint_eq(names_method(NULL, 0, false, out, sizeof out), 0);
}
END_TEST

static uint64_t random_state;

static uint32_t random_below(uint32_t n) {
    random_state = random_state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (uint32_t)((random_state >> 32) * n >> 32);
}

START_TEST(random_bytes) {
    random_state = (uint64_t)_i + 1;
    for (int round = 0; round < 20000; round++) {
        char name[200];
        size_t len = random_below(round % 10 ? 40 : sizeof name);
        /* All bytes, or those that names are made of. */
        for (size_t i = 0; i < len; i++)
            name[i] = round % 2 ? "$/_.0x1aL;[]-+"[random_below(14)] : (char)random_below(256);
        check_idempotent(names_class, name, len);
        check_idempotent(names_method, name, len);
        size_t package = names_package_len(name, len);
        must(package == 0 || (package < len && name[package] == '.'), "package");
    }
}
END_TEST

/* Names put together from the parts that rules look for, so that what one rule leaves is what
 * another one waits for. */
START_TEST(random_parts) {
    static const char *const parts[] = {"$$Lambda",
                                        "$",
                                        "$$",
                                        "$14",
                                        "/0x00ff",
                                        "+0x00ff",
                                        ".0x00ff",
                                        "/123456",
                                        ".123456",
                                        "123",
                                        "$Proxy",
                                        "jdk.proxy",
                                        "jdk/proxy2",
                                        "/",
                                        ".",
                                        "_",
                                        "__1234",
                                        "_20210101_123456_1",
                                        "_$$_jvst",
                                        "3c5_7",
                                        "_$$_javassist",
                                        "_seam",
                                        "_3",
                                        "$$EnhancerBy",
                                        "$$SpringCGLIB",
                                        "CGLIB",
                                        "$$FastClass",
                                        "$$1a2b",
                                        "$ByteBuddy",
                                        "$MockitoMock",
                                        "$HibernateProxy",
                                        "$auxiliary",
                                        "$AbCd1234",
                                        "Foo",
                                        "$eval12",
                                        "nashorn.internal.scripts.Script",
                                        "$Recompilation",
                                        "$1",
                                        "LambdaForm$MH",
                                        "[",
                                        "[L",
                                        ";",
                                        "[]",
                                        "I",
                                        "reflect/GeneratedMethodAccessor",
                                        "7",
                                        "jdk.MHProxy1.",
                                        "lib",
                                        ".so",
                                        "-",
                                        "123456789",
                                        "/so",
                                        "CGLIB$",
                                        "$accessor",
                                        "$original",
                                        "ASMAccessorImpl",
                                        "d3f6b1d4-7cc1-4b2c-9b1f-0123456789ab",
                                        "rubyjit",
                                        "_e63894ac720b252220b096ecd154889f8a2ba882",
                                        "jdk.jfr.internal.handlers.EventHandler",
                                        "44_156-1"};
    random_state = (uint64_t)_i + 77;
    for (int round = 0; round < 50000; round++) {
        char name[400];
        size_t len = 0;
        for (uint32_t n = 1 + random_below(7); n > 0; n--)
            len += (size_t)sprintf(name + len, "%s", parts[random_below(COUNT(parts))]);
        check_idempotent(names_class, name, len);
        check_idempotent(names_method, name, len);
    }
}
END_TEST

/* What no JVM would write must not take long either. */
START_TEST(long_names) {
    static const char *const parts[] = {
        "$1",          "$$1",         "__123",       "a__123",
        "/1234",       ".1234",       "/0x1",        "a1",
        "_",           "[",           "$",           ".so",
        "$$Lambda$12", "_$$_jvst1_1", "jdk.proxy1/", "$ByteBuddy$AbCd1234"};
    size_t size = 1 << 20;
    char *name = malloc(size), *out = malloc(size + 17);
    ck_assert(name != NULL && out != NULL);
    for (size_t i = 0; i < COUNT(parts); i++) {
        size_t part = strlen(parts[i]), len = 0;
        for (; len + part < size; len += part) memcpy(name + len, parts[i], part);
        ck_assert_uint_le(names_class(name, len, false, out, len + 17), len + 16);
        ck_assert_uint_le(names_method(name, len, false, out, len + 17), len + 16);
    }
    free(name);
    free(out);
}
END_TEST

static void add_shapes(Suite *suite, const TTest *test, const struct shape *shapes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        TCase *one = tcase_create(shapes[i].title);
        tcase_add_loop_test(one, test, (int)i, (int)i + 1);
        suite_add_tcase(suite, one);
    }
}

START_TEST(a_class_is_told_from_what_stands_in_its_place) {
    static const char *const classes[] = {"app.Main", "Main", "java.lang.String[]",
                                          "org.sonar.Scan", "lib.so.Main"},
                             *const others[] = {"",
                                                "libc.so.6",
                                                "libjvm.so",
                                                "[kernel]",
                                                "/usr/lib/libz.1.dylib",
                                                "ntdll.dll"};
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        ck_assert_msg(names_is_class(classes[i]), "%s", classes[i]);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        ck_assert_msg(!names_is_class(others[i]), "%s", others[i]);
}
END_TEST

static void tell_name(const uint8_t *bytes, size_t len, struct text *out) {
    char name[600];
    for (int raw = 0; raw < 2; raw++) {
        size_t n = names_class((const char *)bytes, len, raw, name, sizeof name);
        text_addf(out, "%.*s %zu %d %d\n", (int)n, name, names_package_len(name, n),
                  names_is_of_jdk(name), names_makes_exception(name, "<init>"));
        n = names_method((const char *)bytes, len, raw, name, sizeof name);
        text_addf(out, "%.*s\n", (int)n, name);
        n = names_module((const char *)bytes, len, raw, name, sizeof name);
        text_addf(out, "%.*s\n", (int)n, name);
    }
}

/* All shapes, each byte in each way: what is nearly one is none, or still one. */
START_TEST(what_is_nearly_a_shape_is_called_what_it_ever_was) {
    const char *names[sizeof class_shapes / sizeof *class_shapes];
    size_t count = sizeof class_shapes / sizeof *class_shapes;
    for (size_t i = 0; i < count; i++) names[i] = class_shapes[i].name;
    anywhere_texts("names", names, count, "/$0.", tell_name, 0xB40BF40C019F569E);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("names");
    add_shapes(suite, class_shape, class_shapes, COUNT(class_shapes));
    add_shapes(suite, method_shape, method_shapes, COUNT(method_shapes));
    TCase *rest = tcase_create("names");
    tcase_add_test(rest, raw_names);
    tcase_add_test(rest, package_length);
    tcase_add_test(rest, small_buffers);
    tcase_add_loop_test(rest, random_bytes, 0, 4);
    tcase_add_loop_test(rest, random_parts, 0, 4);
    tcase_add_test(rest, a_class_is_told_from_what_stands_in_its_place);
    tcase_add_test(rest, long_names);
    tcase_add_test(rest, what_is_nearly_a_shape_is_called_what_it_ever_was);
    suite_add_tcase(suite, rest);
    return suite_run(suite);
}
