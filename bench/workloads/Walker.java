import java.util.concurrent.locks.LockSupport;

/**
 * Throws exceptions at the ends of random walks through the generated maze (see GenerateMaze), so
 * that nearly every walk has a stack of its own.
 *
 * Usage: Walker MILLIONS THREADS, where MILLIONS counts exceptions
 */
public class Walker {
    /** Exceptions thrown at the end of one walk, all with the same stack. */
    private static final int THROWS = 4;
    private static final int COMPUTE = 100_000;
    private static final int REST = 16;

    /** Without a stack of its own: the recording's is wanted, not Java's. */
    static final class Lost extends Exception {
        Lost() {
            super(null, null, false, false);
        }
    }

    private long random;

    Walker(int number) {
        random = 0x9E3779B97F4A7C15L * (number + 1);
    }

    int next() {
        random ^= random << 13;
        random ^= random >>> 7;
        random ^= random << 17;
        return (int) (random >>> 33);
    }

    int end() {
        int caught = 0;
        for (int i = 0; i < THROWS; i++) {
            try {
                throw new Lost();
            } catch (Lost e) {
                caught++;
            }
        }
        return caught + compute();
    }

    /** Some time at the end of each walk that execution samples can be taken of. */
    private int compute() {
        int sum = 0;
        for (int i = 0; i < COMPUTE; i++) sum += next() & i;
        return sum & 1;
    }

    /** Mostly deeper than the 64 frames that a recording keeps by default. */
    long walk() {
        return Room0.door0(this, 30 + (next() & 63));
    }

    static volatile long sink;

    public static void main(String[] args) throws Exception {
        int threads = Integer.parseInt(args[1]);
        long walks = (long) (Double.parseDouble(args[0]) * 1e6) / THROWS / threads;
        Thread[] all = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            Walker walker = new Walker(i);
            all[i] = new Thread(() -> {
                for (long n = 0; n < walks; n++) {
                    sink += walker.walk();
                    // lets the sampler in, where cores are few
                    if (n % REST == 0) LockSupport.parkNanos(100_000);
                }
            }, "walker-" + i);
            all[i].start();
        }
        for (Thread thread : all) thread.join();
        System.out.println("result " + sink);
    }
}
