import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * Writes a given number of short events, spread evenly over a given time, from several threads.
 * What is left of the time goes into plain computing, so that execution samples are taken too.
 *
 * Usage: Events MILLIONS SECONDS THREADS
 */
public class Events {
    @Name("bench.Tick")
    @Category("Bench")
    @StackTrace(false)
    static class Tick extends Event {
        int value;
        long address;
    }

    @Name("bench.Step")
    @Category("Bench")
    @StackTrace(false)
    static class Step extends Event {
        byte kind;
        short size;
        boolean last;
    }

    @Name("bench.Note")
    @Category("Bench")
    @StackTrace(false)
    static class Note extends Event {
        String text;
        double ratio;
    }

    private static final int BATCH = 250;
    private static final String[] TEXTS = {"", null, "start", "stop", "a word or two", "größer"};

    public static void main(String[] args) throws Exception {
        long total = (long) (Double.parseDouble(args[0]) * 1e6);
        double seconds = Double.parseDouble(args[1]);
        int threads = Integer.parseInt(args[2]);
        long perThread = total / threads;
        CountDownLatch done = new CountDownLatch(threads);
        for (int i = 0; i < threads; i++) {
            int number = i;
            Thread thread = new Thread(() -> {
                new Events(number).run(perThread, (long) (seconds * 1e9));
                done.countDown();
            }, "bench-" + i);
            thread.start();
        }
        done.await();
        System.out.println("result " + sink);
    }

    static volatile long sink;
    private final Work work;
    private long random;

    Events(int number) {
        work = new Work(number + 1);
        random = 0x9E3779B97F4A7C15L * (number + 1);
    }

    private int next(int bound) {
        random ^= random << 13;
        random ^= random >>> 7;
        random ^= random << 17;
        return (int) ((random >>> 33) % bound);
    }

    private void run(long count, long nanos) {
        long start = System.nanoTime();
        long written = 0;
        while (written < count) {
            double elapsed = (double) (System.nanoTime() - start) / nanos;
            if (elapsed >= 1 || written < elapsed * count) {
                batch();
                written += BATCH;
            } else if (next(256) == 0) {
                LockSupport.parkNanos(100_000); // lets the sampler in, where cores are few
            } else {
                sink += work.go(next(1 << 20));
            }
        }
    }

    /** 250 events: 192 ticks, 32 steps, 8 notes, 18 parks. */
    private void batch() {
        for (int i = 0; i < 192; i++) tick(i);
        for (int i = 0; i < 32; i++) step(i);
        for (int i = 0; i < 8; i++) note(i);
        for (int i = 0; i < 18; i++) park();
    }

    private void tick(int i) {
        Tick event = new Tick();
        event.begin();
        event.value = next(1000) + i;
        event.address = random >>> 15;
        event.commit();
    }

    private void step(int i) {
        Step event = new Step();
        event.kind = (byte) i;
        event.size = (short) next(10000);
        event.last = i == 31;
        event.commit();
    }

    private void note(int i) {
        Note event = new Note();
        event.begin();
        event.text = TEXTS[i % TEXTS.length];
        event.ratio = next(100) / 100.0;
        event.commit();
    }

    /** The permit is there already, so that this only writes a jdk.ThreadPark event. */
    private void park() {
        LockSupport.unpark(Thread.currentThread());
        LockSupport.park();
    }

    /** Computing with some variety of stacks. */
    static final class Work {
        private final double[] numbers = new double[512];
        private long seed;

        Work(long seed) {
            this.seed = seed * 7919;
            for (int i = 0; i < numbers.length; i++) numbers[i] = Math.sin(i * seed);
        }

        long go(int path) {
            return descend(path, 2 + (path & 7));
        }

        private long descend(int path, int depth) {
            switch (path & 3) {
                case 0: return left(path >>> 2, depth - 1);
                case 1: return right(path >>> 2, depth - 1);
                case 2: return middle(path >>> 2, depth - 1);
                default: return hash(200 + path % 300);
            }
        }

        private long left(int path, int depth) {
            return depth <= 0 ? sort() : descend(path, depth) + 1;
        }

        private long right(int path, int depth) {
            return depth <= 0 ? sum() : descend(path, depth) ^ 3;
        }

        private long middle(int path, int depth) {
            return depth <= 0 ? text(path) : descend(path, depth) - 2;
        }

        private long sort() {
            double[] copy = numbers.clone();
            java.util.Arrays.sort(copy);
            return (long) copy[17];
        }

        private long sum() {
            double sum = 0;
            for (int i = 0; i < numbers.length; i++) sum += Math.sqrt(Math.abs(numbers[i]));
            return (long) sum;
        }

        private long text(int path) {
            StringBuilder builder = new StringBuilder();
            for (int i = 0; i < 60; i++) builder.append(path * i).append(',');
            return builder.toString().hashCode();
        }

        private long hash(int rounds) {
            long h = seed;
            for (int i = 0; i < rounds; i++) h = (h ^ i) * 0x100000001B3L;
            seed = h;
            return h;
        }
    }
}
