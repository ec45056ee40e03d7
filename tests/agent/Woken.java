import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.concurrent.atomic.AtomicLong;

/** A ring of threads: each reads a byte from its pipe, reckons, and writes one to the next. There are more bytes
 *  than processors, so who is woken in its read waits for one there, and has nearly all of its CPU time where it
 *  reckons. Prints "reckons SHARE" of the CPU time of all. Arguments: until when. */
public class Woken {
    static final int THREADS = 10, BYTES = 8;
    static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();
    static final AtomicLong inside = new AtomicLong(), all = new AtomicLong();
    static volatile boolean stop;
    static volatile long sink;

    static void reckon() {
        long begin = CLOCK.getCurrentThreadCpuTime(), x = begin;
        for (int i = 0; i < 200_000; i++) x = x * 6364136223846793005L + (x >>> 7);
        sink = x;
        inside.addAndGet(CLOCK.getCurrentThreadCpuTime() - begin);
    }

    static void run(Pipe from, Pipe to) {
        ByteBuffer one = ByteBuffer.allocateDirect(1);
        try {
            while (!stop) {
                one.clear();
                if (from.source().read(one) < 1) break;
                reckon();
                one.flip();
                to.sink().write(one);
            }
            to.sink().close();
        } catch (IOException e) {
            if (!stop) throw new RuntimeException(e); // the next one has ended
        }
        all.addAndGet(CLOCK.getCurrentThreadCpuTime());
    }

    public static void main(String[] args) throws Exception {
        Pipe[] pipes = new Pipe[THREADS];
        for (int i = 0; i < THREADS; i++) pipes[i] = Pipe.open();
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            Pipe from = pipes[i], to = pipes[(i + 1) % THREADS];
            threads[i] = new Thread(() -> run(from, to), "woken-" + i);
            threads[i].start();
        }
        for (int i = 0; i < BYTES; i++) pipes[i].sink().write(ByteBuffer.allocate(1));
        Until.over(args[0]);
        stop = true;
        for (Thread t : threads) t.join();
        System.out.println("reckons " + (double) inside.get() / all.get());
    }
}
