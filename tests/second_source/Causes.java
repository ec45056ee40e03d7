import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Two troubles, one after the other: a thread that keeps a lock which others need, and a server that
 * takes its time. Prints when each began and ended, in ms since the epoch, and the server's port. */
public class Causes {
    static class Ledger {}

    static final Ledger ledger = new Ledger();
    static volatile boolean over;

    static void own() {
        try {
            while (!over) {
                synchronized (ledger) {
                    Thread.sleep(60);
                }
                Thread.sleep(1);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static void write() {
        try {
            while (!over) {
                synchronized (ledger) {
                    Thread.onSpinWait();
                }
                Thread.sleep(1);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** One clerk: of several the event names the one who went before as the owner, not the one who kept
     * all of them waiting. */
    static void convoy() throws Exception {
        Thread[] threads = {new Thread(Causes::own, "owner"), new Thread(Causes::write, "clerk")};
        for (Thread thread : threads) thread.start();
        Thread.sleep(2000);
        over = true;
        for (Thread thread : threads) thread.join();
    }

    static void answer(ServerSocket server) {
        try {
            for (int i = 0; i < 2; i++) {
                try (Socket caller = server.accept()) {
                    caller.getInputStream().read();
                    Thread.sleep(700);
                    caller.getOutputStream().write(1);
                }
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    static void call(int port) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(1);
            InputStream in = socket.getInputStream();
            in.read();
        }
    }

    static void slow() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread thread = new Thread(() -> answer(server), "server");
            thread.start();
            for (int i = 0; i < 2; i++) call(server.getLocalPort());
            thread.join();
            System.out.println("port " + server.getLocalPort());
        }
    }

    public static void main(String[] args) throws Exception {
        long start = System.currentTimeMillis();
        convoy();
        System.out.println("convoy " + start + " " + System.currentTimeMillis());
        Thread.sleep(300);
        start = System.currentTimeMillis();
        slow();
        System.out.println("server " + start + " " + System.currentTimeMillis());
    }
}
