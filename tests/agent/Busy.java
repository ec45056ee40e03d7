/** A JVM to attach to: does a little work, and starts a thread now and then, until its time is over.
 *  Arguments: seconds, and a signal that it wants for itself. */
public class Busy {
    static volatile double sink;

    static double work(int n) {
        double sum = 0;
        for (int i = 1; i < n; i++) sum += Math.sqrt(i) / i;
        return sum;
    }

    public static void main(String[] args) throws Exception {
        long end = System.currentTimeMillis() + Long.parseLong(args[0]) * 1000;
        if (args.length > 1) sun.misc.Signal.handle(new sun.misc.Signal(args[1]), signal -> sink++);
        System.out.println("ready");
        for (int i = 0; System.currentTimeMillis() < end; i++) {
            sink += work(20000);
            if (i % 50 == 0) new Thread(() -> sink++).start();
            Thread.sleep(1);
        }
    }
}
