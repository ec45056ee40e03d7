// needs: 24
// fault: fifty virtual threads share four connections; the JVM records nothing of what they wait for
// first: 4 at a time
// chain: Several.*ask|read from a socket
import java.net.Socket;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class Several {
    private static final int THREADS = 50;
    private static final ArrayBlockingQueue<Socket> CONNECTIONS = new ArrayBlockingQueue<>(THREADS);

    static int ask() throws Exception {
        Socket connection = CONNECTIONS.take();
        try {
            connection.getOutputStream().write(1);
            return connection.getInputStream().read();
        } finally {
            CONNECTIONS.add(connection);
        }
    }

    public static void main(String[] args) throws Exception {
        Load.Server server = new Load.Server(60);
        for (int i = 0; i < (Load.MEND ? THREADS : 4); i++) CONNECTIONS.add(server.connect());
        try (ExecutorService all = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < THREADS; i++)
                all.submit(() -> {
                    while (Load.goesOn()) {
                        Thread.sleep(5 + ask());
                        Load.did();
                    }
                    return 0;
                });
        }
        Load.say();
        System.exit(0);
    }
}
