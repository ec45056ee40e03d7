import java.util.ArrayList;
import java.util.List;

/** Virtual threads that wait for a monitor of their own, each 20 ms longer than the one before, several
 *  at a time, so that they leave their carriers and come back on others. Prints "wait ID NANOSECONDS" of
 *  each by its own clock. Needs JDK 24. */
public class Contended {
    static synchronized void say(long ns) {
        System.out.println("wait " + Thread.currentThread().getId() + " " + ns);
    }

    static void waitLong(Object monitor) {
        long begin = System.nanoTime(), end;
        synchronized (monitor) {
            end = System.nanoTime();
        }
        say(end - begin);
    }

    static Thread startVirtual(Runnable what) {
        try {
            return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, what);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Holds each monitor for its time, in a thread of the platform. */
    static void hold(Object monitor, int ms, List<Thread> threads) throws InterruptedException {
        Thread holder = new Thread(() -> {
            synchronized (monitor) {
                threads.add(startVirtual(() -> waitLong(monitor)));
                try {
                    Thread.sleep(ms);
                } catch (InterruptedException e) {
                    throw new RuntimeException(e);
                }
            }
        }, "holder");
        holder.start();
        Thread.sleep(5);
        threads.add(holder);
    }

    public static void main(String[] args) throws Exception {
        for (int round = 0; round < 3; round++) {
            List<Thread> threads = java.util.Collections.synchronizedList(new ArrayList<>());
            for (int i = 1; i <= 10; i++) hold(new Object(), 60 + 20 * i, threads);
            for (Thread t : List.copyOf(threads)) t.join();
            for (Thread t : threads) t.join();
        }
    }
}
