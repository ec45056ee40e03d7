import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/**
 * Programs that were written after all rules, and measured once before any was changed for them. The work is that of
 * Trials; what is new is how threads wait for each other.
 *
 *   java Unseen NAME
 */
public class Unseen {
    static int words(int seed, int steps) { return Trials.Lexer.words(seed, steps); }
    static double score(double x, int steps) { return Trials.Model.score(x, steps); }

    /* ---- Sockets ---------------------------------------------------------------------------------------------- */

    /* A service of one thread that accepts a connection for each request. */
    static void serve(ServerSocket server) throws Exception {
        for (; ; ) answer(server.accept());
    }

    static void answer(Socket accepted) throws Exception {
        try (Socket one = accepted) {
            int n = one.getInputStream().read();
            double answer = score(words(n, 250), 120);
            one.getOutputStream().write((int) answer & 127);
            Trials.served(answer);
        }
    }

    /* Asked by a thread of this program. */
    static void accept() throws Exception {
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Trials.start("server", () -> serve(server));
        Trials.Writer writer = new Trials.Writer();
        for (int n = 0; ; n++) {
            try (Socket one = new Socket(server.getInetAddress(), server.getLocalPort())) {
                one.getOutputStream().write(n & 127);
                Trials.kept = one.getInputStream().read();
            }
            Trials.kept = writer.render(n, 250);
        }
    }

    /* Asked by another program. */
    static void acceptd() throws Exception {
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        listen(server);
        serve(server);
    }

    static void listen(ServerSocket server) {
        System.out.println(server.getLocalPort());
        System.out.flush();
    }

    /* Asked by another program; a pool answers, each by a connection of its own. */
    static void handed() throws Exception {
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        ExecutorService pool = Executors.newFixedThreadPool(2);
        listen(server);
        for (; ; ) {
            Socket one = server.accept();
            pool.execute(() -> { try { answer(one); } catch (Exception e) { e.printStackTrace(); } });
        }
    }

    /* Two threads accept. */
    static void acceptors() throws Exception {
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        listen(server);
        Trials.start("server", () -> { for (; ; ) answer(server.accept()); });
        for (; ; ) answer(server.accept());
    }

    /* A thread for each of many connections of another program, which asks by one after the other. */
    static void many() throws Exception {
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        listen(server);
        for (int i = 0; ; i++) {
            Socket one = server.accept();
            one.setTcpNoDelay(true);
            Trials.start("connection " + i, () -> {
                InputStream in = one.getInputStream();
                OutputStream out = one.getOutputStream();
                for (int n; (n = in.read()) >= 0; ) {
                    double answer = score(words(n, 250), 120);
                    Trials.served(answer);
                    out.write((int) answer & 127);
                }
            });
        }
    }

    static int ask(SocketChannel channel, ByteBuffer buffer, int n) throws Exception {
        buffer.clear();
        buffer.putInt(n).flip();
        while (buffer.hasRemaining()) channel.write(buffer);
        return hear(channel, buffer);
    }

    static int hear(SocketChannel channel, ByteBuffer buffer) throws Exception {
        buffer.clear();
        while (buffer.position() < 4) if (channel.read(buffer) < 0) throw new Exception("closed");
        return buffer.getInt(0);
    }

    static SocketAddress unixAddress() throws Exception {
        Path folder = Files.createTempDirectory("unseen"), path = folder.resolve("socket");
        folder.toFile().deleteOnExit();
        path.toFile().deleteOnExit();
        return (SocketAddress) Class.forName("java.net.UnixDomainSocketAddress").getMethod("of", Path.class).invoke(null, path);
    }

    static ServerSocketChannel unixServer(SocketAddress address) throws Exception {
        ServerSocketChannel server = (ServerSocketChannel) ServerSocketChannel.class.getMethod("open", java.net.ProtocolFamily.class)
            .invoke(null, StandardProtocolFamily.valueOf("UNIX"));
        server.bind(address);
        return server;
    }

    /* JDK 16 and later: the same by Unix domain sockets; two threads accept. */
    static void unixes() throws Exception {
        SocketAddress address = unixAddress();
        ServerSocketChannel server = unixServer(address);
        for (int i = 0; i < 2; i++)
            Trials.start("server " + i, () -> {
                for (ByteBuffer buffer = ByteBuffer.allocateDirect(4); ; )
                    try (SocketChannel one = server.accept()) {
                        double answer = score(hear(one, buffer), 400);
                        buffer.clear();
                        buffer.putInt((int) answer).flip();
                        while (buffer.hasRemaining()) one.write(buffer);
                    }
            });
        ByteBuffer buffer = ByteBuffer.allocateDirect(4);
        for (int n = 0; ; n++)
            try (SocketChannel one = SocketChannel.open(address)) { Trials.served(ask(one, buffer, words(n, 250))); }
    }

    /* JDK 16 and later: two threads by a Unix domain socket. */
    static void unix() throws Exception {
        SocketAddress address = unixAddress();
        ServerSocketChannel server = unixServer(address);
        SocketChannel mine = SocketChannel.open(address), theirs = server.accept();
        Trials.start("server", () -> {
            ByteBuffer buffer = ByteBuffer.allocateDirect(4);
            for (int n; ; ) {
                n = hear(theirs, buffer);
                double answer = score(n, 300);
                buffer.clear();
                buffer.putInt((int) answer).flip();
                while (buffer.hasRemaining()) theirs.write(buffer);
            }
        });
        ByteBuffer buffer = ByteBuffer.allocateDirect(4);
        for (int n = 0; ; n++) Trials.served(ask(mine, buffer, words(n, 200)));
    }

    /* ---- Hand-overs ------------------------------------------------------------------------------------------- */

    /* Tasks forked and joined: the shorter half by another worker. */
    static final class Half extends RecursiveTask<Integer> {
        final int n;
        Half(int n) { this.n = n; }
        @Override protected Integer compute() { return words(n, 500); }
    }
    static final class Whole extends RecursiveTask<Double> {
        final int n;
        Whole(int n) { this.n = n; }
        @Override protected Double compute() {
            Half half = new Half(n);
            half.fork();
            double mine = score(n, 900);
            return mine + half.join();
        }
    }
    static void forkjoin() {
        ForkJoinPool pool = new ForkJoinPool(2);
        for (int n = 0; ; n++) Trials.served(pool.invoke(new Whole(n)));
    }

    /* A writer that excludes a reader for part of its time. */
    static void stamped() throws Exception {
        StampedLock lock = new StampedLock();
        Trials.start("writer", () -> {
            for (int n = 0; ; n++) {
                int words = words(n, 60);
                long stamp = lock.writeLock();
                try { Trials.kept = score(words, 350); } finally { lock.unlockWrite(stamp); }
            }
        });
        for (int n = 0; ; n++) {
            long stamp = lock.readLock();
            int words;
            try { words = words(n, 250); } finally { lock.unlockRead(stamp); }
            Trials.served(score(words, 60));
        }
    }

    /* Stages in two pools, one after the other; two requests at a time. */
    static void futures() throws Exception {
        ExecutorService front = Executors.newFixedThreadPool(1), back = Executors.newFixedThreadPool(1);
        CompletableFuture<Void> before = CompletableFuture.completedFuture(null);
        for (int i = 0; ; i++) {
            int n = i;
            CompletableFuture<Void> next = CompletableFuture.supplyAsync(() -> words(n, 450), front)
                .thenApplyAsync(words -> score(words, 250), back).thenAccept(Trials::served);
            before.get();
            before = next;
        }
    }

    /* An actor whose mailbox has no lock. */
    static void mailbox() throws Exception {
        ConcurrentLinkedQueue<Integer> mail = new ConcurrentLinkedQueue<>(), answers = new ConcurrentLinkedQueue<>();
        Thread main = Thread.currentThread();
        Thread[] actor = new Thread[1];
        Trials.start("actor", () -> {
            actor[0] = Thread.currentThread();
            for (; ; ) {
                Integer n = mail.poll();
                if (n == null) { LockSupport.park(); continue; }
                answers.add((int) score(n, 400));
                LockSupport.unpark(main);
            }
        });
        Trials.Writer writer = new Trials.Writer();
        Thread.sleep(100);
        for (int n = 0, open = 0; ; n++) {
            int words = words(n, 220);
            mail.add(words);
            LockSupport.unpark(actor[0]);
            for (open++; open > 1; ) {
                Integer answer = answers.poll();
                if (answer == null) { LockSupport.park(); continue; }
                open--;
                Trials.served(writer.render(answer, 20));
            }
        }
    }

    /* A token goes round: who has it works, and hands it on. */
    static int token;
    static void ring() throws Exception {
        Object turn = new Object();
        for (int i = 0; i < 3; i++) {
            int mine = i;
            Trials.start("station " + i, () -> {
                Trials.Writer writer = new Trials.Writer();
                for (int n = 0; ; n++) {
                    synchronized (turn) { while (token != mine) turn.wait(); }
                    if (mine == 0) Trials.kept = words(n, 300);
                    else if (mine == 1) Trials.kept = score(n, 200);
                    else Trials.served(writer.render(n, 150));
                    synchronized (turn) { token = (mine + 1) % 3; turn.notifyAll(); }
                }
            });
        }
        Trials.forever();
    }

    /* Two exchange what they made; one of them hands on to a third by a queue without room. */
    static void exchange() throws Exception {
        Exchanger<Integer> meet = new Exchanger<>();
        SynchronousQueue<Integer> onwards = new SynchronousQueue<>();
        Trials.start("one", () -> { for (int n = 0; ; n++) Trials.kept = meet.exchange(words(n, 250)); });
        Trials.start("two", () -> { for (int n = 0; ; n++) onwards.put(meet.exchange((int) score(n, 500))); });
        for (Trials.Writer writer = new Trials.Writer(); ; ) Trials.served(writer.render(onwards.take(), 100));
    }

    /* Two readers, one of which writes now and then. */
    static void readers() throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        for (int i = 0; i < 2; i++) {
            int seed = i;
            Trials.start("reader " + i, () -> {
                for (int n = seed; ; n++) {
                    int words;
                    lock.readLock().lock();
                    try { words = words(n, 200); } finally { lock.readLock().unlock(); }
                    lock.writeLock().lock();
                    try { Trials.served(score(words, 300)); } finally { lock.writeLock().unlock(); }
                }
            });
        }
        Trials.forever();
    }

    /* JDK 21 and later: virtual threads that queue for a lock. */
    static void vlocks() throws Exception {
        ExecutorService each = (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        ReentrantLock lock = new ReentrantLock();
        for (int i = 0; i < 2; i++) {
            int seed = i;
            each.submit(() -> {
                for (int n = seed; ; n++) {
                    int words = words(n, 150);
                    lock.lock();
                    try { Trials.served(score(words, 400)); } finally { lock.unlock(); }
                }
            });
        }
        Trials.forever();
    }

    public static void main(String[] args) throws Exception {
        Unseen.class.getDeclaredMethod(args[0]).invoke(null);
    }
}
