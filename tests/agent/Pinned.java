import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

/** A virtual thread that is pinned to its carrier, for it runs a static initialiser, waits for a lock,
 *  40 ms and more each time. Prints how often and how long, by its own clock. Needs JDK 21. */
public class Pinned {
    static final ReentrantLock lock = new ReentrantLock();
    static long count, ns;

    static class Holder extends Thread {
        final CountDownLatch held = new CountDownLatch(1);

        Holder() {
            super("holder");
        }

        @Override
        public void run() {
            lock.lock();
            held.countDown();
            try {
                Thread.sleep(40);
            } catch (InterruptedException e) {
                throw new RuntimeException(e);
            }
            lock.unlock();
        }
    }

    static int waitPinned() {
        Holder holder = new Holder();
        holder.start();
        try {
            holder.held.await();
        } catch (InterruptedException e) {
            throw new RuntimeException(e);
        }
        long begin = System.nanoTime();
        lock.lock();
        ns += System.nanoTime() - begin;
        count++;
        lock.unlock();
        return 1;
    }

    static class A { static final int X = waitPinned(); }
    static class B { static final int X = waitPinned(); }
    static class C { static final int X = waitPinned(); }
    static class D { static final int X = waitPinned(); }
    static class E { static final int X = waitPinned(); }
    static class F { static final int X = waitPinned(); }

    public static void main(String[] args) throws Exception {
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null); // compiled for older ones, too
        Class<?> type = Class.forName("java.lang.Thread$Builder$OfVirtual");
        type.getMethod("name", String.class).invoke(builder, "green");
        Runnable all = () -> System.out.println("sum " + (A.X + B.X + C.X + D.X + E.X + F.X));
        ((Thread) type.getMethod("start", Runnable.class).invoke(builder, all)).join();
        System.out.println("pinned " + count + " " + ns);
    }
}
