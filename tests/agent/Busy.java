/** A JVM to attach to: does a little work until its time is over. Argument: seconds. */
public class Busy {
    static volatile double sink;

    static double work(int n) {
        double sum = 0;
        for (int i = 1; i < n; i++) sum += Math.sqrt(i) / i;
        return sum;
    }

    public static void main(String[] args) throws Exception {
        long end = System.currentTimeMillis() + Long.parseLong(args[0]) * 1000;
        System.out.println("ready");
        while (System.currentTimeMillis() < end) {
            sink += work(20000);
            Thread.sleep(1);
        }
    }
}
