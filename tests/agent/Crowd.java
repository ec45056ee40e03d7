/** Two threads that burn among many that sleep. Arguments: until when, sleepers. */
public class Crowd {
    public static void main(String[] args) throws Exception {
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            Thread t = new Thread(() -> {
                try {
                    Thread.sleep(1_000_000);
                } catch (InterruptedException e) {
                    throw new RuntimeException(e);
                }
            }, "sleeper-" + i);
            t.setDaemon(true);
            t.start();
        }
        Shares.main(new String[] {args[0], "2"});
    }
}
