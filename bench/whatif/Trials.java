import com.sun.net.httpserver.HttpServer;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Programs by which no setting was chosen: ordinary work on texts and numbers, in ten shapes. Each says how much
 * faster it is if a method is: cuts of 0 to 90 are percents of that method's work that are left out.
 *
 *   java Trials NAME
 */
public class Trials {
    /* One a method; which is whose is in tests/whatif/run.py. */
    static volatile int cutA, cutB, cutC;
    static volatile Object kept;

    static int left(int work, int cut) {
        return (int) ((long) work * (100 - cut) / 100);
    }

    /** The point of progress. */
    static void served(Object result) { kept = result; }

    interface Work { void run() throws Exception; }

    static void start(String name, Work work) {
        Thread t = new Thread(() -> {
            try { work.run(); } catch (Exception e) { e.printStackTrace(); System.exit(1); }
        }, name);
        t.setDaemon(true);
        t.start();
    }

    static void forever() throws InterruptedException { Thread.sleep(Long.MAX_VALUE); }

    /* ---- Work, each some 1 us a step -------------------------------------------------------------------------- */

    static final byte[] TEXT = new byte[1 << 14];
    static final double[] TABLE = new double[1 << 12];
    static {
        for (int i = 0; i < TEXT.length; i++) TEXT[i] = (byte) ("the quick brown fox, 4711 of them; ".charAt(i % 35));
        for (int i = 0; i < TABLE.length; i++) TABLE[i] = Math.sin(i);
    }

    /** Counts the words of a text. */
    static final class Lexer {
        static int words(int seed, int steps) {
            int words = 0;
            for (int s = left(steps, cutA); s > 0; s--) {
                int at = (seed + s * 131) & 8191;
                boolean inside = false;
                for (int i = 0; i < 600; i++) {
                    byte c = TEXT[at + i];
                    boolean letter = c >= 'a' && c <= 'z';
                    if (letter && !inside) words++;
                    inside = letter;
                }
            }
            return words;
        }
    }

    /** Adds up a table. */
    static final class Model {
        static double score(double x, int steps) {
            for (int s = left(steps, cutB); s > 0; s--) {
                double sum = 0;
                for (int i = 0; i < 700; i++) sum += TABLE[(i * 5 + s) & 4095] * x;
                x = x * 0.5 + sum / 700;
            }
            return x;
        }
    }

    /** Writes numbers as text. */
    static final class Writer {
        final byte[] buffer = new byte[32];
        int render(long value, int steps) {
            int sum = 0;
            for (int s = left(steps, cutC) * 12; s > 0; s--) {
                long n = value + s;
                int at = buffer.length;
                do { buffer[--at] = (byte) ('0' + n % 10); n /= 10; } while (n > 0 && at > 0);
                sum += buffer[at];
            }
            return sum;
        }
    }

    /* ---- Shapes ----------------------------------------------------------------------------------------------- */

    /* One thread: reads, scores, writes. */
    static void pipe() {
        Writer writer = new Writer();
        for (int n = 0; ; n++) {
            int words = Lexer.words(n, 120);
            double score = Model.score(words, 70);
            served(writer.render(Double.doubleToRawLongBits(score) >>> 20, 60));
        }
    }

    /* A thread aside is always busy, and nobody waits for it. */
    static void off() {
        start("statistics", () -> { for (int n = 0; ; n++) kept = Lexer.words(n, 300); });
        Writer writer = new Writer();
        for (int n = 0; ; n++) {
            double score = Model.score(n, 90);
            served(writer.render((long) score, 110));
        }
    }

    /* Two that read for one that scores. */
    static void queue() throws Exception {
        BlockingQueue<Integer> queue = new LinkedBlockingQueue<>(32);
        start("reader", () -> { for (int n = 0; ; n++) queue.put(Lexer.words(n, 240)); });
        for (; ; ) served(Model.score(queue.take(), 420));
    }

    /* A lock, held for some 400 us. */
    static void lock() throws Exception {
        Object lock = new Object();
        for (int i = 0; i < 2; i++) {
            int seed = i;
            start("worker " + i, () -> {
                for (int n = seed; ; n++) {
                    double score = Model.score(n, 150);
                    synchronized (lock) { served(Lexer.words((int) score, 400)); }
                }
            });
        }
        forever();
    }

    /* Two meet every 3 ms or so. */
    static void barrier() throws Exception {
        CyclicBarrier meet = new CyclicBarrier(2);
        start("other", () -> { for (int n = 0; ; n++) { kept = Lexer.words(n, 2000); meet.await(); } });
        for (int n = 0; ; n++) {
            double score = Model.score(n, 3000);
            meet.await();
            served(score);
        }
    }

    /* JDK 21 and later: three virtual threads in a row, the second the slowest. */
    static void virtual() throws Exception {
        BlockingQueue<Integer> first = new LinkedBlockingQueue<>(8);
        BlockingQueue<Double> second = new LinkedBlockingQueue<>(8);
        ExecutorService each = (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        each.submit(() -> { for (int n = 0; ; n++) first.put(Lexer.words(n, 250)); });
        each.submit(() -> { for (; ; ) second.put(Model.score(first.take(), 600)); });
        each.submit(() -> { for (Writer w = new Writer(); ; ) served(w.render(second.take().longValue(), 150)); });
        forever();
    }

    /* An HTTP service, and who asks it: here too, or elsewhere. */
    static void http(boolean asks) throws Exception {
        System.setProperty("sun.net.httpserver.nodelay", "true"); /* else each answer waits 40 ms for an acknowledgement */
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newFixedThreadPool(2));
        server.createContext("/", exchange -> {
            int words = Lexer.words((int) exchange.getRequestURI().getPath().hashCode(), 700);
            double score = Model.score(words, 300);
            byte[] body = ("" + score).getBytes();
            exchange.sendResponseHeaders(200, body.length);
            try (OutputStream out = exchange.getResponseBody()) { out.write(body); }
            served(score);
        });
        server.start();
        int port = server.getAddress().getPort();
        System.out.println(port);
        System.out.flush();
        Writer writer = new Writer();
        for (int n = 0; asks; n++) {
            HttpURLConnection asked = (HttpURLConnection) new URL("http://127.0.0.1:" + port + "/" + n).openConnection();
            try (InputStream in = asked.getInputStream()) { kept = in.readAllBytes().length; }
            kept = writer.render(n, 400);
        }
        forever();
    }

    /* A hot method that is called from everywhere. */
    static int a(int n) { return Lexer.words(n, 20) + 1; }
    static int b(int n) { return Lexer.words(n + 1, 30) + a(n); }
    static int c(int n) { return (int) Model.score(Lexer.words(n, 10), 40); }
    static int d(int n) { return b(n) + c(n) + new Writer().render(n, 20); }
    static int e(int n) { return n % 3 == 0 ? d(n) : c(n) + Lexer.words(n, 60); }
    static void callers() throws Exception {
        Semaphore ready = new Semaphore(0), room = new Semaphore(4);
        start("other", () -> { for (int n = 0; ; n++) { room.acquire(); kept = e(n) + c(n); ready.release(); } });
        for (int n = 0; ; n++) {
            ready.acquire();
            room.release();
            served(a(n) + b(n) + c(n) + d(n));
        }
    }

    /* Two locks, one behind the other; the second is held longer. */
    static void chain() throws Exception {
        ReentrantLock front = new ReentrantLock(), back = new ReentrantLock();
        for (int i = 0; i < 3; i++) {
            int seed = i;
            start("worker " + i, () -> {
                Writer writer = new Writer();
                for (int n = seed; ; n++) {
                    int words;
                    front.lock();
                    try { words = Lexer.words(n, 350); } finally { front.unlock(); }
                    back.lock();
                    try { served(Model.score(words, 700)); } finally { back.unlock(); }
                    kept = writer.render(n, 60);
                }
            });
        }
        forever();
    }

    /* A small method, which is inlined wherever it is called. */
    static final class Hash {
        static long mix(long x, int rounds) {
            for (; rounds > 0; rounds--) { x ^= x >>> 31; x *= 0x9E3779B97F4A7C15L; }
            return x;
        }
    }
    static long filled(long x) { for (int i = 0; i < 1000; i++) x += Hash.mix(x + i, left(20, cutA)) + (i ^ x % 7); return x; }
    static long looked(long x) { for (int i = 0; i < 700; i++) x ^= Hash.mix(i, left(20, cutA)) * 3 + TEXT[(int) x & 8191]; return x; }
    static void inlined() throws Exception {
        BlockingQueue<Long> queue = new LinkedBlockingQueue<>(16);
        start("filler", () -> { for (long n = 0; ; n++) queue.put(looked(n)); });
        for (; ; ) served(Model.score(filled(queue.take()), 15));
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
        case "pipe": pipe(); break;
        case "off": off(); break;
        case "queue": queue(); break;
        case "lock": lock(); break;
        case "barrier": barrier(); break;
        case "virtual": virtual(); break;
        case "http": http(true); break;
        case "httpd": http(false); break;
        case "callers": callers(); break;
        case "chain": chain(); break;
        case "inlined": inlined(); break;
        default: throw new IllegalArgumentException(args[0]);
        }
    }
}
