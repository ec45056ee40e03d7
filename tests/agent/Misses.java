import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** A loop of three methods, all inlined: one loads a word at random, the others reckon with it. First of few
 *  words, which are in the caches, then of many: what a round takes longer then, the load takes.
 *  Prints "few NS" and "many NS", CPU time of a round. Arguments: until when. */
public class Misses {
    static final int ROUNDS = 1_000_000;
    static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();
    static volatile boolean stop;

    static long load(long[] words, long at) {
        return words[(int) at & (words.length - 1)];
    }

    static long mix(long h, long word) {
        return (h ^ (word >>> 7)) + word * 0x9E3779B97F4A7C15L;
    }

    static long fold(long h) {
        return h ^ (h >>> 29);
    }

    static long run(long[] words, long h) {
        for (int i = 0; i < ROUNDS; i++) h = fold(mix(h, load(words, h)));
        return h;
    }

    static long few(long h) {
        long[] words = fill(1 << 10);
        long begin = CLOCK.getCurrentThreadCpuTime(), n = 0;
        for (; n < 100; n++) h = run(words, h);
        System.out.println("few " + (double) (CLOCK.getCurrentThreadCpuTime() - begin) / n / ROUNDS);
        return h;
    }

    static long many(long h, long[] words) {
        long begin = CLOCK.getCurrentThreadCpuTime(), n = 0;
        for (; !stop; n++) h = run(words, h);
        System.out.println("many " + (double) (CLOCK.getCurrentThreadCpuTime() - begin) / n / ROUNDS);
        return h;
    }

    static long[] fill(int length) {
        long[] words = new long[length];
        long x = 88172645463325252L;
        for (int i = 0; i < length; i++) {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
            words[i] = x;
        }
        return words;
    }

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> System.out.println("is " + many(few(1), fill(1 << 24))), "reader");
        thread.start();
        Until.over(args[0]);
        stop = true;
        thread.join();
    }
}
