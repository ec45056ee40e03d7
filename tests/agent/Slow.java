/** Spends much of its time in the JVM, where compiled and interpreted code calls it without leaving Java
 *  by a native method: large arrays, and arrays of arrays; and in the JVM's own code for strings.
 *  Arguments: until when. */
public class Slow {
    static volatile Object sink;

    static void arrays(int n) {
        for (int i = 0; i < 50; i++) sink = new long[20000 + n % 7];
    }

    static void tables(int n) {
        for (int i = 0; i < 20; i++) sink = new int[40][300 + n % 7];
    }

    static int compare(String a, String b) {
        int sum = 0;
        for (int i = 0; i < 1000; i++) sum += a.compareTo(b);
        return sum;
    }

    static void strings() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 3000; i++) text.append((char) ('a' + i % 26));
        String a = text + "a", b = text + "b";
        while (true) sink = compare(a, b);
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
        Thread strings = new Thread(Slow::strings, "strings");
        strings.setDaemon(true);
        strings.start();
        Until.over(args[0]);
        System.out.println("done");
    }
}
