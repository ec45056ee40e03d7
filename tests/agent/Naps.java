/** Sleeps in two methods in turn, 60 ms in one and 140 ms in the other. Argument: seconds. */
public class Naps {
    static void shortNap() throws InterruptedException {
        Thread.sleep(60);
    }

    static void longNap() throws InterruptedException {
        Thread.sleep(140);
    }

    public static void main(String[] args) throws Exception {
        Thread napper = new Thread(() -> {
            try {
                while (true) {
                    shortNap();
                    longNap();
                }
            } catch (InterruptedException e) {
                return;
            }
        }, "napper");
        napper.start();
        Thread.sleep(Integer.parseInt(args[0]) * 1000L);
        napper.interrupt();
    }
}
