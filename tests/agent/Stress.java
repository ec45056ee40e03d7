import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;

/** Everything that is hard on a sampler, for some seconds: threads come and go, classes are loaded and
 *  unloaded, exceptions, deep recursion up to StackOverflowError, code that is deoptimised, garbage.
 *  What it prints does not depend on time. Arguments: until when. */
public class Stress {
    static volatile boolean stop;
    static final AtomicLong wrong = new AtomicLong();
    static volatile Object kept;

    static class Loader extends ClassLoader {
        final byte[] bytes;

        Loader(byte[] bytes) {
            super(null);
            this.bytes = bytes;
        }

        @Override
        protected Class<?> findClass(String name) {
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    /** Loaded over and over, by loaders that are forgotten. */
    public static class Loaded {
        public static long work(long x) {
            for (int i = 0; i < 20_000; i++) x = x * 31 + i;
            return x;
        }
    }

    static void check(boolean right) {
        if (!right) wrong.incrementAndGet();
    }

    static void threads() throws Exception {
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            Thread t = new Thread(() -> check(Loaded.work(1) == EXPECTED), "churn");
            t.start();
            all.add(t);
        }
        for (Thread t : all) t.join();
    }

    static void classes(byte[] bytes) throws Exception {
        for (int i = 0; i < 20; i++) {
            Class<?> type = new Loader(bytes).loadClass("Stress$Loaded");
            Object result = type.getMethod("work", long.class).invoke(null, 1L);
            check((Long) result == EXPECTED);
        }
        InvocationHandler handler = (proxy, method, args) -> 7;
        Comparable<?> proxy = (Comparable<?>) Proxy.newProxyInstance(
            new ClassLoader(Stress.class.getClassLoader()) {}, new Class<?>[] {Comparable.class}, handler);
        check(proxy.hashCode() == 7);
    }

    static int deep(int n) {
        return n == 0 ? 0 : 1 + deep(n - 1);
    }

    static int endless(int n) {
        return 1 + endless(n + 1);
    }

    static void recursion() {
        check(deep(2000) == 2000);
        try {
            endless(0);
            check(false);
        } catch (StackOverflowError e) {
            check(true);
        }
    }

    static void exceptions() {
        int caught = 0;
        for (int i = 0; i < 2000; i++) {
            try {
                if (i % 2 == 0) throw new IllegalStateException("x" + i);
                Object o = i % 4 == 1 ? null : "text";
                caught += o.hashCode() == 0 ? 0 : 0;
            } catch (IllegalStateException | NullPointerException e) {
                caught++;
            }
        }
        check(caught == 1500);
    }

    static LongUnaryOperator[] shapes = {x -> x + 1, x -> x * 3, x -> x ^ 5, Stress::negate};

    static long negate(long x) {
        return -x;
    }

    /** One target, then several: compiled for the first, deoptimised by the others. */
    static void deoptimisation() {
        for (int kinds = 1; kinds <= shapes.length; kinds++) {
            long x = 1;
            for (int i = 0; i < 30_000; i++) x = shapes[i % kinds].applyAsLong(x);
            kept = x;
        }
    }

    static void garbage() {
        List<byte[]> list = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            list.add(new byte[1000 + i]);
            if (list.size() > 200) list.clear();
        }
        kept = list;
        check(list.size() <= 200);
    }

    interface Work {
        void run() throws Exception;
    }

    static Thread repeat(String name, Work work) {
        Thread t = new Thread(() -> {
            try {
                while (!stop) work.run();
            } catch (Throwable e) {
                e.printStackTrace();
                wrong.incrementAndGet();
            }
        }, name);
        t.start();
        return t;
    }

    static final long EXPECTED = Loaded.work(1);

    public static void main(String[] args) throws Exception {
        byte[] bytes = Stress.class.getResourceAsStream("Stress$Loaded.class").readAllBytes();
        List<Thread> all = new ArrayList<>();
        all.add(repeat("threads", Stress::threads));
        all.add(repeat("classes", () -> classes(bytes)));
        all.add(repeat("recursion", Stress::recursion));
        all.add(repeat("exceptions", Stress::exceptions));
        all.add(repeat("deoptimisation", Stress::deoptimisation));
        all.add(repeat("garbage", Stress::garbage));
        Until.over(args[0]);
        stop = true;
        for (Thread t : all) t.join();
        System.out.println("wrong " + wrong.get());
    }
}
