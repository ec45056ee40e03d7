import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** Threads that each do one thing for some seconds: "begin MS", "end MS" (since the epoch) say when. */
public class Waiting {
    static final Object LOCK = new Object();
    static final CountDownLatch READY = new CountDownLatch(6);
    static volatile boolean ends;
    static volatile long sink;

    interface Work {
        void run() throws Exception;
    }

    static void start(String name, Work work) {
        Thread thread = new Thread(() -> {
            READY.countDown();
            try {
                work.run();
            } catch (Exception e) {
                e.printStackTrace();
            }
        }, name);
        thread.setDaemon(true);
        thread.start();
    }

    static void spin(long until) {
        long x = 0;
        while (System.nanoTime() < until) for (int i = 0; i < 1000; i++) x += i * 31L ^ x;
        sink = x;
    }

    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0);
        Socket socket = new Socket("localhost", server.getLocalPort());
        Socket other = server.accept();
        InputStream in = socket.getInputStream();
        start("k-runner", () -> { while (!ends) spin(System.nanoTime() + 10_000_000); });
        start("k-half", () -> { while (!ends) { spin(System.nanoTime() + 40_000_000); Thread.sleep(60); } });
        start("k-sleeper", () -> { while (!ends) Thread.sleep(100); });
        start("k-holder", () -> { while (!ends) { synchronized (LOCK) { Thread.sleep(300); } Thread.sleep(1); } });
        start("k-locked", () -> { while (!ends) { synchronized (LOCK) { sink++; } } });
        start("k-reader", () -> { while (in.read() >= 0) { } });
        start("k-waiter", () -> {
            while (!ends) {
                CompletableFuture<Long> future = CompletableFuture.supplyAsync(() -> {
                    try { Thread.sleep(150); } catch (InterruptedException e) { }
                    return 1L;
                });
                sink += future.get();
            }
        });
        READY.await();
        Thread.sleep(1200);
        System.out.println("begin " + System.currentTimeMillis());
        System.out.flush();
        for (int i = 0; i < 40; i++) {
            Thread.sleep(100);
            other.getOutputStream().write(1);
        }
        System.out.println("end " + System.currentTimeMillis());
        System.out.flush();
        Thread.sleep(1200);
        ends = true;
    }
}
