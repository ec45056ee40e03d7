package workload;

/**
 * Recursion: ping and pong call each other, 200 calls deep, deeper than the 64 frames that a
 * recording keeps. Then computes, and throws 200 exceptions of class TooDeep there, and
 * 100 of class Shallow at a depth of 10 calls.
 */
public class Deep {
    static final class TooDeep extends RuntimeException {
        TooDeep(String message) {
            super(message, null, false, false);
        }
    }

    static final class Shallow extends RuntimeException {
        Shallow(String message) {
            super(message, null, false, false);
        }
    }

    private static volatile long sink;

    static long ping(int depth, int job) {
        return depth == 0 ? bottom(job) : pong(depth - 1, job) + 1;
    }

    static long pong(int depth, int job) {
        return depth == 0 ? bottom(job) : ping(depth - 1, job) ^ 1;
    }

    static long bottom(int job) {
        if (job < 0) throw new Shallow("shallow " + -job);
        if (job > 0) throw new TooDeep("deep " + job);
        return burn();
    }

    static long burn() {
        long h = sink;
        for (int i = 0; i < 3_000_000; i++) h = (h ^ i) * 0x100000001B3L;
        return h;
    }

    private static void attempt(int depth, int job) {
        try {
            sink += ping(depth, job);
        } catch (TooDeep | Shallow e) {
            sink += e.getMessage().length();
        }
    }

    public static void main(String[] args) {
        long end = System.nanoTime() + 2_000_000_000L;
        while (System.nanoTime() < end) {
            attempt(200, 0);
            attempt(20, 0);
        }
        for (int i = 1; i <= 200; i++) attempt(200, i);
        for (int i = 1; i <= 100; i++) attempt(10, -i);
    }
}
