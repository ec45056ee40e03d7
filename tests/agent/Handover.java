import java.util.concurrent.locks.LockSupport;

/** Two pairs of threads hand a turn to each other: most of their CPU time is what it takes to fall asleep and to
 *  wake the other. Arguments: until when. */
public class Handover {
    static volatile boolean stop;
    static volatile long sink;

    static class Pair {
        final Thread[] threads = new Thread[2];
        volatile int turn;

        void run(int me) {
            long x = me;
            while (!stop) {
                while (turn != me && !stop) LockSupport.park(this);
                for (int i = 0; i < 500; i++) x = x * 6364136223846793005L + (x >>> 7);
                sink = x;
                turn = 1 - me;
                LockSupport.unpark(threads[1 - me]);
            }
            LockSupport.unpark(threads[1 - me]);
        }

        void start() {
            for (int i = 0; i < 2; i++) {
                int me = i;
                threads[i] = new Thread(() -> run(me), "hand");
            }
            for (Thread t : threads) t.start();
        }
    }

    public static void main(String[] args) throws Exception {
        Pair[] pairs = {new Pair(), new Pair()};
        for (Pair p : pairs) p.start();
        Until.over(args[0]);
        Until.printCpu();
        stop = true;
        for (Pair p : pairs)
            for (Thread t : p.threads) t.join();
    }
}
