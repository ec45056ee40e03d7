import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * What a busy service leaves in a recording, with texts and stacks: exceptions with messages that differ,
 * reads and writes of files and sockets, monitors that are waited for, and allocation.
 *
 * Usage: Service THOUSANDS-OF-EXCEPTIONS THREADS
 */
public class Service {
    private static final int EXCEPTIONS_TO_IO = 40; // and this many of it to one wait for a monitor
    private static final String[] HOSTS = {"db-1", "db-2", "cache", "search"};
    private static final Object ledger = new Object();
    static volatile Object sink;

    private final int number;
    private final RandomAccessFile[] files = new RandomAccessFile[8];
    private final List<byte[]> kept = new ArrayList<>();
    private long random;
    private Socket socket;

    Service(int number) {
        this.number = number;
        random = 0x9E3779B97F4A7C15L * (number + 1);
    }

    private int next(int bound) {
        random ^= random << 13;
        random ^= random >>> 7;
        random ^= random << 17;
        return (int) ((random >>> 33) % bound);
    }

    public static void main(String[] args) throws Exception {
        long exceptions = Long.parseLong(args[0]) * 1000;
        int threads = Integer.parseInt(args[1]);
        Path folder = Files.createTempDirectory("service");
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread echo = new Thread(() -> accept(server), "echo");
            echo.setDaemon(true);
            echo.start();
            CountDownLatch done = new CountDownLatch(threads);
            for (int i = 0; i < threads; i++) {
                Service service = new Service(i);
                new Thread(() -> {
                    service.run(folder, server.getLocalPort(), exceptions / threads);
                    done.countDown();
                }, "worker-" + i).start();
            }
            done.await();
        }
        try (var left = Files.list(folder)) {
            for (Path path : left.toList()) Files.delete(path);
        }
        Files.delete(folder);
    }

    private static void accept(ServerSocket server) {
        try {
            for (int i = 0;; i++) {
                Socket client = server.accept();
                Thread thread = new Thread(() -> answer(client), "echo-" + i);
                thread.setDaemon(true);
                thread.start();
            }
        } catch (IOException end) {
            return; // the server is closed
        }
    }

    private static void answer(Socket client) {
        byte[] bytes = new byte[64];
        try (client) {
            while (client.getInputStream().read(bytes) > 0) client.getOutputStream().write(bytes);
        } catch (IOException end) {
            return;
        }
    }

    private void run(Path folder, int port, long exceptions) {
        try {
            for (int i = 0; i < files.length; i++) {
                Path path = folder.resolve("orders-" + number + "-part-" + i + ".log");
                files[i] = new RandomAccessFile(path.toFile(), "rw");
                files[i].write(new byte[4096]);
            }
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            for (long i = 0; i < exceptions; i++) {
                handle(next(1 << 12));
                if (i % EXCEPTIONS_TO_IO == 0) store(next(files.length));
                if (i % EXCEPTIONS_TO_IO == 10) ask(HOSTS[next(HOSTS.length)]);
                if (i % (EXCEPTIONS_TO_IO * EXCEPTIONS_TO_IO) == 20) book();
            }
            for (RandomAccessFile file : files) file.close();
            socket.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    // ---- A request: down by one of many ways, to something that throws

    private void handle(int way) {
        try {
            if ((way & 1) == 0) parse(way >>> 1, 2 + (way >>> 8));
            else route(way >>> 1, 2 + (way >>> 8));
        } catch (RuntimeException e) {
            sink = e;
        }
    }

    private void parse(int way, int depth) {
        if (depth <= 0) number(way);
        else if ((way & 1) == 0) route(way >>> 1, depth - 1);
        else check(way >>> 1, depth - 1);
    }

    private void route(int way, int depth) {
        if (depth <= 0) find(way);
        else if ((way & 1) == 0) check(way >>> 1, depth - 1);
        else parse(way >>> 1, depth - 1);
    }

    private void check(int way, int depth) {
        if (depth <= 0) refuse(way);
        else if ((way & 1) == 0) parse(way >>> 1, depth - 1);
        else route(way >>> 1, depth - 1);
    }

    private void number(int way) {
        throw new IllegalArgumentException("quantity \"" + (way % 977) + "x\" is no number");
    }

    private void find(int way) {
        throw new NotFound("order " + random % 100_000 + " of customer " + (way % 53) + " was not found");
    }

    private void refuse(int way) {
        throw new IllegalStateException("the basket is closed");
    }

    static class NotFound extends RuntimeException {
        NotFound(String message) {
            super(message);
        }
    }

    // ---- What else a service does

    private void store(int part) throws IOException {
        byte[] record = new byte[128];
        files[part].seek(next(4096 - record.length));
        files[part].read(record);
        files[part].seek(0);
        files[part].write(record);
        kept.add(record);
        if (kept.size() > 1000) kept.clear();
    }

    private void ask(String host) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(new byte[64]);
        new DataInputStream(socket.getInputStream()).readFully(new byte[64]);
    }

    private void book() {
        synchronized (ledger) {
            try {
                Thread.sleep(0, 200_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
