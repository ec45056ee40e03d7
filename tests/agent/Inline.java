/** Burns in a chain of methods of which the JIT inlines some and (by options of the JVM) not others:
 *  run -> far -> (inlined) via -> near -> (inlined) leaf -> (inlined) twig. Arguments: until when. */
public class Inline {
    static volatile boolean stop;
    static volatile long sink;

    static long twig(long x) {
        for (int i = 0; i < 40; i++) x = x * 6364136223846793005L + (x >>> 7) % (i + 3);
        return x;
    }

    static long leaf(long x) {
        return twig(x) ^ twig(x + 1);
    }

    static long near(long x) {
        for (int i = 0; i < 100; i++) x += leaf(x + i);
        return x;
    }

    static long via(long x) {
        return near(x) + 1;
    }

    static long far(long x) {
        for (int i = 0; i < 100; i++) x = via(x);
        return x;
    }

    static void run() {
        long x = 1;
        while (!stop) x = far(x);
        sink = x;
    }

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(Inline::run, "inline");
        thread.start();
        Until.over(args[0]);
        stop = true;
        thread.join();
        System.out.println("done");
    }
}
