/** Burns 50, 30 and 20 % of its time in three methods: the same loop, so many turns each. What a turn
 *  costs is up to the JIT compiler, so it measures the times, too, and prints the shares it found: of
 *  turns during which no other program had the processor. (To read the CPU time would do as well, if
 *  that were not a system call in which the kernel likes to change threads.)
 *  Arguments: until when, threads (1). */
public class Shares {
    static volatile long sink;
    static volatile boolean stop;

    static long fifty(long x) {
        for (int i = 0; i < 500_000; i++) x = x * 6364136223846793005L + 1442695040888963407L;
        return x;
    }

    static long thirty(long x) {
        for (int i = 0; i < 300_000; i++) x = x * 6364136223846793005L + 1442695040888963407L;
        return x;
    }

    static long twenty(long x) {
        for (int i = 0; i < 200_000; i++) x = x * 6364136223846793005L + 1442695040888963407L;
        return x;
    }

    /** How long a method takes: the mean of what is near the shortest. */
    static class Turns {
        long shortest = Long.MAX_VALUE, sum, count;

        void add(long time) {
            if (time < shortest - shortest / 5) sum = count = 0; // compiled since
            shortest = Math.min(shortest, time);
            if (time > shortest + shortest / 2) return;
            sum += time;
            count++;
        }
    }

    static void burn() {
        long x = 1;
        Turns[] turns = {new Turns(), new Turns(), new Turns()};
        while (!stop) {
            long t = System.nanoTime();
            x = fifty(x);
            turns[0].add(System.nanoTime() - t);
            t = System.nanoTime();
            x = thirty(x);
            turns[1].add(System.nanoTime() - t);
            t = System.nanoTime();
            x = twenty(x);
            turns[2].add(System.nanoTime() - t);
        }
        sink = x;
        synchronized (times) {
            for (int i = 0; i < 3; i++) times[i] += (double) turns[i].sum / Math.max(1, turns[i].count);
        }
    }

    static final double[] times = new double[3];

    public static void main(String[] args) throws Exception {
        int count = args.length > 1 ? Integer.parseInt(args[1]) : 1;
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            threads[i] = new Thread(Shares::burn, "burner-" + i);
            threads[i].start();
        }
        Until.over(args[0]);
        Until.printCpu();
        stop = true;
        for (Thread t : threads) t.join();
        double all = times[0] + times[1] + times[2];
        if (all == 0) all = 1;
        System.out.println("done " + times[0] / all + " " + times[1] / all + " " + times[2] / all);
    }
}
