/** Sleeps in two methods in turn, 60 ms in one and 140 ms in the other, or as long as it takes until it
 *  has a processor again: prints the time that it was in either, ns. Argument: until when. */
public class Naps {
    static volatile long inShort, inLong;

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
                    long begin = System.nanoTime();
                    shortNap();
                    long middle = System.nanoTime();
                    longNap();
                    inShort += middle - begin;
                    inLong += System.nanoTime() - middle;
                }
            } catch (InterruptedException e) {
                return;
            }
        }, "napper");
        napper.start();
        Until.over(args[0]);
        napper.interrupt();
        napper.join();
        System.out.println("naps " + inShort + " " + inLong);
    }
}
