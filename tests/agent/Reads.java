import java.io.RandomAccessFile;

/** One thread computes, one has nearly all of its CPU time in the kernel, which fills its buffer.
 *  Arguments: until when. */
public class Reads {
    static volatile long sink;
    static volatile boolean stop;

    static void compute() {
        long x = 1;
        while (!stop) x = x * 6364136223846793005L + 1442695040888963407L;
        sink = x;
        printCpu();
    }

    /** What the calling thread has had until now, as Until.printCpu prints it. */
    static void printCpu() {
        long ns = java.lang.management.ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        System.out.println("cpu " + ns + " " + Thread.currentThread().getName());
    }

    static void read() {
        byte[] buffer = new byte[8000]; // more would be copied from memory that the JVM allocates each time
        try (RandomAccessFile zeros = new RandomAccessFile("/dev/zero", "r")) {
            while (!stop) sink += zeros.read(buffer);
        } catch (java.io.IOException e) {
            throw new RuntimeException(e);
        }
        printCpu();
    }

    public static void main(String[] args) throws Exception {
        Thread[] threads = {new Thread(Reads::compute, "computer"), new Thread(Reads::read, "reader")};
        for (Thread t : threads) t.start();
        Until.over(args[0]);
        stop = true;
        for (Thread t : threads) t.join();
    }
}
