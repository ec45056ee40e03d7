import java.security.MessageDigest;

/** Nearly all of its time is in the JVM's code to copy arrays and to digest bytes, which is called by methods that
 *  are inlined into others. Arguments: until when. */
public class Stubs {
    static volatile boolean stop;
    static volatile long sink;

    static void run() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            String some = "abcdefghij".repeat(300), more = "abcdefghijk".repeat(300);
            byte[] bytes = new byte[20000];
            StringBuilder text = new StringBuilder(10000);
            long sum = 0;
            while (!stop) {
                for (int i = 0; i < 400; i++) {
                    text.setLength(0);
                    text.append(some);
                    text.append(i % 2 == 0 ? some : more);
                    sum += text.length();
                }
                digest.update(bytes);
                digest.update(bytes);
            }
            sink = sum + digest.digest()[0];
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new RuntimeException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(Stubs::run, "stubs");
        thread.start();
        Until.over(args[0]);
        stop = true;
        thread.join();
    }
}
