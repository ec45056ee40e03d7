/** Burns 50, 30 and 20 % of its time in three methods: the same loop, so many turns each.
 *  Arguments: seconds, threads (1). */
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

    static void burn() {
        long x = 1;
        while (!stop) x = twenty(thirty(fifty(x)));
        sink = x;
    }

    public static void main(String[] args) throws Exception {
        int seconds = Integer.parseInt(args[0]);
        int count = args.length > 1 ? Integer.parseInt(args[1]) : 1;
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            threads[i] = new Thread(Shares::burn, "burner-" + i);
            threads[i].start();
        }
        Thread.sleep(seconds * 1000L);
        stop = true;
        for (Thread t : threads) t.join();
        System.out.println("done " + (sink != 0));
    }
}
