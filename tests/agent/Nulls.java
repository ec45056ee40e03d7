/** Reads a field of nothing again and again: each time the processor faults, the JVM makes an exception of
 *  that, and takes the compiled code back. Arguments: until when. */
public class Nulls {
    static class Box {
        int value = 1;
    }

    static final Box[] boxes = new Box[64];
    static volatile long sink;

    static int open(Box box) {
        return box.value;
    }

    static long all() {
        long sum = 0;
        for (Box box : boxes) {
            try {
                sum += open(box);
            } catch (NullPointerException e) {
                sum++;
            }
        }
        return sum;
    }

    static void run() {
        while (true) sink += all();
    }

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(Nulls::run, "nulls");
        thread.setDaemon(true);
        thread.start();
        Until.over(args[0]);
        System.out.println("done");
    }
}
