// needs: 24
// fault: virtual threads wait for one monitor, whose holder waits for an answer; the JVM records nothing of it
// first: take turns|one at a time
// chain: Turns.*ask|read from a socket
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

public class Turns {
    private static int last;

    static synchronized int fresh(Socket socket) throws Exception {
        return last = ask(socket);
    }

    static int ask(Socket socket) throws Exception {
        socket.getOutputStream().write(1);
        return socket.getInputStream().read();
    }

    public static void main(String[] args) throws Exception {
        Socket socket = new Load.Server(15).connect();
        Semaphore open = new Semaphore(60);
        fresh(socket);
        try (ExecutorService all = Executors.newVirtualThreadPerTaskExecutor()) {
            while (Load.goesOn()) {
                open.acquire();
                all.submit(() -> {
                    try {
                        int rate = Load.MEND ? last : fresh(socket);
                        Thread.sleep(20 + rate);
                        Load.did();
                    } finally {
                        open.release();
                    }
                    return 0;
                });
            }
        }
        Load.say();
        System.exit(0);
    }
}
