// fault: two connections for twelve threads
// first: Semaphore
// chain: Connections|Permits
// cost: yes
import java.net.Socket;
import java.util.concurrent.Semaphore;

public class Permits {
    private final Semaphore connections = new Semaphore(Load.MEND ? 12 : 2);
    private final Load.Line database;

    Permits() throws Exception {
        database = new Load.Line(10);
    }

    int query() throws Exception {
        Socket socket = database.get();
        socket.getOutputStream().write(1);
        return socket.getInputStream().read();
    }

    void handle() throws Exception {
        connections.acquire();
        try {
            query();
        } finally {
            connections.release();
        }
    }

    public static void main(String[] args) throws Exception {
        Load.repeat("http", 12, new Permits()::handle);
    }
}
