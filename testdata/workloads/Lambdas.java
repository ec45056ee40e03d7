package workload;

import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;

/**
 * Reaches the same work by ways that put made-up frames on the stack: lambdas, method references,
 * streams, method handles, reflection, dynamic proxies and a hidden class. Each way gets an equal
 * number of turns, and ends in a method of its own (viaLambda, viaHandle ...).
 *
 * Usage: Lambdas SECONDS EXTRA, where EXTRA lambdas and proxies are made first, so that the
 * numbers in the others' names differ from one run to another.
 */
public class Lambdas {
    public interface Step {
        long apply(long value);
    }

    /** The bytes of this class become a hidden class. */
    public static class Template implements Step {
        @Override
        public long apply(long value) {
            return viaHiddenClass(value);
        }
    }

    static volatile long sink;

    static long burn(long h) {
        for (int i = 0; i < 200_000; i++) h = (h ^ i) * 0x100000001B3L;
        return h;
    }

    static long viaLambda(long value) {
        return burn(value) + 1;
    }

    static long viaReference(long value) {
        return burn(value) + 2;
    }

    static long viaStream(long value) {
        return burn(value) + 3;
    }

    static long viaHandle(long value) {
        return burn(value) + 4;
    }

    public static long viaReflection(long value) {
        return burn(value) + 5;
    }

    static long viaProxy(long value) {
        return burn(value) + 6;
    }

    static long viaHiddenClass(long value) {
        return burn(value) + 7;
    }

    private static Step hidden() throws Exception {
        try (InputStream in = Lambdas.class.getResourceAsStream("Lambdas$Template.class")) {
            return (Step) MethodHandles.lookup().defineHiddenClass(in.readAllBytes(), true)
                .lookupClass().getDeclaredConstructor().newInstance();
        }
    }

    private static Step proxy(Class<?>... more) {
        List<Class<?>> interfaces = new ArrayList<>(List.of(Step.class));
        interfaces.addAll(List.of(more));
        return (Step) Proxy.newProxyInstance(Lambdas.class.getClassLoader(),
            interfaces.toArray(new Class<?>[0]), (self, method, args) -> viaProxy((Long) args[0]));
    }

    private static void extra(int count) {
        Class<?>[] more = {Runnable.class, Comparable.class, AutoCloseable.class};
        for (int i = 0; i < count; i++) {
            LongUnaryOperator[] made = {v -> v + 1, v -> v + 2, v -> v + 3};
            sink += made[i % 3].applyAsLong(i);
            proxy(more[i % 3]);
        }
    }

    public static void main(String[] args) throws Throwable {
        long end = System.nanoTime() + (long) (Double.parseDouble(args[0]) * 1e9);
        extra(Integer.parseInt(args[1]));

        LongUnaryOperator lambda = value -> viaLambda(value);
        LongUnaryOperator reference = Lambdas::viaReference;
        MethodType type = MethodType.methodType(long.class, long.class);
        MethodHandle found = MethodHandles.lookup().findStatic(Lambdas.class, "viaHandle", type);
        MethodHandle handle = MethodHandles.filterReturnValue(found,
            MethodHandles.insertArguments(MethodHandles.lookup()
                .findStatic(Long.class, "sum", type.appendParameterTypes(long.class)), 0, 1L));
        Method method = Lambdas.class.getMethod("viaReflection", long.class);
        Step proxy = proxy();
        Step hidden = hidden();

        while (System.nanoTime() < end) {
            long value = sink;
            value += lambda.applyAsLong(value);
            value += reference.applyAsLong(value);
            value += LongStream.of(value).map(v -> viaStream(v)).sum();
            value += (long) handle.invokeExact(value);
            value += (Long) method.invoke(null, value);
            value += proxy.apply(value);
            value += hidden.apply(value);
            sink = value;
        }
    }
}
