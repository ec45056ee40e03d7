/** Spends much of its time in the JVM, where compiled and interpreted code calls it without leaving Java
 *  by a native method: large arrays, and arrays of arrays. Arguments: until when. */
public class Slow {
    static volatile Object sink;

    static void arrays(int n) {
        for (int i = 0; i < 50; i++) sink = new long[20000 + n % 7];
    }

    static void tables(int n) {
        for (int i = 0; i < 20; i++) sink = new int[40][300 + n % 7];
    }

    static void run() {
        for (int n = 0;; n++) {
            arrays(n);
            tables(n);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread slow = new Thread(Slow::run, "slow");
        slow.setDaemon(true);
        slow.start();
        Until.over(args[0]);
        System.out.println("done");
    }
}
