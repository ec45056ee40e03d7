package workload;

import java.io.FileInputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * Hardly computes, but waits in native code (accept, socket read) and reads a file. Besides that:
 * 20 contended entries of a monitor of class Account (about 40 ms each), 30 parks with a
 * blocker of class Gate (at least 5 ms each), 100 exceptions of class Refused, and 2,000 arrays of
 * 100,000 bytes (200 MB) and 10,000 of class Order (40 MB).
 */
public class Blocking {
    static final class Account {
        long balance;
    }

    static final class Gate {
    }

    static final class Refused extends Exception {
        Refused(String message) {
            super(message);
        }
    }

    static final class Order {
        final long[] items = new long[500];
    }

    private static final Account ACCOUNT = new Account();
    private static volatile Object sink;

    interface Task {
        void run() throws Exception;
    }

    private static Thread start(String name, Task task) {
        Thread thread = new Thread(() -> {
            try {
                task.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    static void acceptForever(ServerSocket server) throws Exception {
        List<Socket> kept = new ArrayList<>();
        while (true) kept.add(server.accept());
    }

    static void readNothing(Socket socket) throws Exception {
        sink = socket.getInputStream().read();
    }

    static void readFile(Path path, long end) throws Exception {
        byte[] buffer = new byte[1 << 20];
        while (System.nanoTime() < end) {
            try (FileInputStream in = new FileInputStream(path.toFile())) {
                while (in.read(buffer) > 0) sink = buffer;
            }
            Thread.sleep(100);
        }
    }

    /** Holds the monitor until the other thread has come to it. */
    static void contend() throws Exception {
        for (int i = 0; i < 20; i++) {
            CountDownLatch held = new CountDownLatch(1);
            Thread holder = start("holder", () -> hold(held));
            held.await();
            enter();
            holder.join();
        }
    }

    static void hold(CountDownLatch held) throws Exception {
        synchronized (ACCOUNT) {
            held.countDown();
            Thread.sleep(40);
            ACCOUNT.balance--;
        }
    }

    static void enter() {
        synchronized (ACCOUNT) {
            ACCOUNT.balance++;
        }
    }

    static void park() {
        Gate gate = new Gate();
        for (int i = 0; i < 30; i++) LockSupport.parkNanos(gate, 5_000_000L);
    }

    static void refuse() {
        for (int i = 0; i < 100; i++) {
            try {
                throw new Refused("order " + i);
            } catch (Refused e) {
                sink = e;
            }
        }
    }

    static void allocateBytes() {
        for (int i = 0; i < 20; i++) sink = new byte[100_000];
    }

    static void allocateOrders() {
        for (int i = 0; i < 100; i++) sink = new Order();
    }

    public static void main(String[] args) throws Exception {
        long end = System.nanoTime() + 4_000_000_000L;
        Path file = Path.of("input.bin");
        Files.write(file, new byte[16 << 20]);
        ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        start("acceptor", () -> acceptForever(server));
        Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
        start("reader", () -> readNothing(socket));
        start("file-reader", () -> readFile(file, end));
        Thread contender = start("contender", Blocking::contend);
        Thread parker = start("parker", Blocking::park);
        refuse();
        for (int i = 0; i < 100; i++) {
            allocateBytes();
            allocateOrders();
            Thread.sleep(20);
        }
        contender.join();
        parker.join();
        Thread.sleep(Math.max(0, (end - System.nanoTime()) / 1_000_000));
        Files.delete(file);
    }
}
