// fault: connections are lent by a queue, and there are too few
// first: Borrow|queue
// chain: query|localhost|reads
// cost: yes
import java.net.Socket;
import java.util.concurrent.ArrayBlockingQueue;

public class Borrow {
    private final ArrayBlockingQueue<Socket> connections = new ArrayBlockingQueue<>(32);

    Borrow() throws Exception {
        Load.Server server = new Load.Server(12);
        for (int i = 0; i < (Load.MEND ? 16 : 2); i++) connections.add(server.connect());
    }

    void query() throws Exception {
        Socket connection = connections.take();
        try {
            connection.getOutputStream().write(1);
            connection.getInputStream().read();
        } finally {
            connections.add(connection);
        }
    }

    public static void main(String[] args) throws Exception {
        Borrow borrow = new Borrow();
        Load.repeat("request", 12, borrow::query);
    }
}
