import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** What all programs here share: a time to end, threads that repeat a task, a server that takes its
 *  time for each answer, and the line that says how much was done. */
public final class Load {
    public static final boolean MEND = Boolean.getBoolean("mend");
    private static final long SECONDS = Long.getLong("seconds", 15);
    private static final long END = System.nanoTime() + SECONDS * 1_000_000_000L;
    private static final LongAdder UNITS = new LongAdder();

    public interface Task {
        void run() throws Exception;
    }

    public static boolean goesOn() {
        return System.nanoTime() < END;
    }

    public static void did() {
        UNITS.increment();
    }

    public static void say() {
        System.out.println("UNITS " + UNITS.sum());
    }

    /** Threads POOL-0, POOL-1... that repeat their task until the end; each time is a unit. */
    public static List<Thread> start(String pool, int threads, Task task) {
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(() -> {
                try {
                    while (goesOn()) {
                        task.run();
                        did();
                    }
                } catch (Exception e) {
                    e.printStackTrace();
                }
            }, pool + "-" + i);
            thread.setDaemon(true);
            thread.start();
            all.add(thread);
        }
        return all;
    }

    public static void repeat(String pool, int threads, Task task) throws InterruptedException {
        for (Thread thread : start(pool, threads, task)) thread.join();
        say();
        System.exit(0);
    }

    /** A server that answers each byte with one, so many milliseconds later. */
    public static final class Server {
        private final int port;

        public Server(int millis) throws IOException {
            ServerSocket server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
            port = server.getLocalPort();
            daemon(() -> {
                while (true) {
                    Socket peer = server.accept();
                    daemon(() -> {
                        for (int asked = peer.getInputStream().read(); asked >= 0; asked = peer.getInputStream().read()) {
                            Thread.sleep(millis);
                            peer.getOutputStream().write(asked);
                        }
                    });
                }
            });
        }

        public Socket connect() throws IOException {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
            return socket;
        }
    }

    private static void daemon(Task task) {
        Thread thread = new Thread(() -> {
            try {
                task.run();
            } catch (Exception e) {
                // the program ends
            }
        }, "peer");
        thread.setDaemon(true);
        thread.start();
    }

    /** A connection of the thread that asks; what asks is in the program, so that sites are told apart. */
    public static final class Line {
        private final ThreadLocal<Socket> socket;

        public Line(int millis) throws IOException {
            Server server = new Server(millis);
            socket = ThreadLocal.withInitial(() -> {
                try {
                    return server.connect();
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
        }

        public Socket get() {
            return socket.get();
        }
    }

    public static int ask(Socket socket) throws IOException {
        socket.getOutputStream().write(1);
        return socket.getInputStream().read();
    }
}
