import java.util.concurrent.locks.LockSupport;

/** Compiled code that asks the JVM for what it does in Java: to make an exception of a fault, to register what is
 *  to be finalized. Prints whose callers are whose, by the exception's own stack. Arguments: until when. */
public class Upcalls {
    static class Box {
        int value = 1;
    }

    static class Finalized {
        final long[] some = new long[2];

        @SuppressWarnings({"deprecation", "removal"})
        protected void finalize() {
            finalized++;
        }
    }

    static final Box[] boxes = new Box[64];
    static volatile NullPointerException last;
    static volatile long sink;
    static volatile long finalized; // only the finalizer writes it

    static int open(Box box) {
        return box.value;
    }

    static long nulls() {
        long sum = 0;
        for (Box box : boxes) {
            try {
                sum += open(box);
            } catch (NullPointerException e) {
                last = e;
                sum++;
            }
        }
        return sum;
    }

    static long finals() {
        long sum = 0;
        for (int i = 0; i < 100; i++) sum += new Finalized().some.length;
        return sum;
    }

    static void runNulls() {
        while (true) sink += nulls();
    }

    /** What waits to be finalized is bounded: the heap would be full of it, and the processors busy collecting. */
    static void runFinals() {
        for (long made = 0;; made += 100) {
            sink += finals();
            if (made - finalized < 200_000) continue;
            System.gc();
            while (made - finalized > 100_000) LockSupport.parkNanos(1_000_000);
        }
    }

    public static void main(String[] args) throws Exception {
        for (Thread thread : new Thread[] {new Thread(Upcalls::runNulls, "nulls"), new Thread(Upcalls::runFinals, "finals")}) {
            thread.setDaemon(true);
            thread.start();
        }
        Until.over(args[0]);
        for (StackTraceElement e : last.getStackTrace()) System.out.println("stack " + e.getClassName() + "." + e.getMethodName());
    }
}
