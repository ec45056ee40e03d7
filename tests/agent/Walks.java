import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.LongUnaryOperator;

/** Spends much of its time where frames are not complete: at the beginning and end of small methods, in
 *  stubs that find the method of an interface or copy arrays. Arguments: until when. */
public class Walks {
    interface Shape {
        long area(long x);
    }

    static class One implements Shape {
        public long area(long x) {
            return x * 3;
        }
    }

    static class Two implements Shape {
        public long area(long x) {
            return x + 5;
        }
    }

    static class Three implements Shape {
        public long area(long x) {
            return x ^ 7;
        }
    }

    static final Shape[] shapes = {new One(), new Two(), new Three()};
    static final LongUnaryOperator lambda = x -> leaf(x);
    static volatile long sink;

    static long leaf(long x) {
        return x * 31 + 1;
    }

    static long leaves(long x) {
        for (int i = 0; i < 3000; i++) x = leaf(x);
        return x;
    }

    static long interfaces(long x) {
        for (int i = 0; i < 3000; i++) x = shapes[i % 3].area(x);
        return x;
    }

    static long copies(byte[] from, byte[] to) {
        for (int i = 0; i < 300; i++) System.arraycopy(from, i % 7, to, i % 5, 40 + i % 90);
        return to[17];
    }

    static long handles(MethodHandle handle, long x) throws Throwable {
        for (int i = 0; i < 300; i++) x = (long) handle.invoke(lambda.applyAsLong(x));
        return x;
    }

    static void run() {
        try {
            MethodHandle handle = MethodHandles.lookup().findStatic(
                Walks.class, "leaf", MethodType.methodType(long.class, long.class));
            byte[] from = new byte[1000], to = new byte[1000];
            while (true) sink += leaves(sink) + interfaces(sink) + copies(from, to) + handles(handle, sink);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    static void deep(int n) {
        if (n == 0) run();
        else deep(n - 1);
    }

    public static void main(String[] args) throws Exception {
        Thread walker = new Thread(Walks::run, "walker");
        Thread diver = new Thread(() -> deep(1000), "diver");
        walker.setDaemon(true);
        diver.setDaemon(true);
        walker.start();
        diver.start();
        Until.over(args[0]);
        System.out.println("done");
    }
}
