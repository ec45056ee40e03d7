/** Burns at the bottom of a stack of 75 frames. Arguments: until when, threads. */
public class Deep {
    static volatile long sink;
    static volatile boolean stop;

    static long down(int n) {
        if (n > 0) return 1 + down(n - 1);
        long x = 1;
        while (!stop) {
            for (int i = 0; i < 1000; i++) x = x * 6364136223846793005L + i;
            sink = x;
        }
        return x;
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < Integer.parseInt(args[1]); i++) new Thread(() -> down(70)).start();
        Until.over(args[0]);
        stop = true;
    }
}
