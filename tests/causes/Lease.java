// fault: two connections for twelve threads, lent by a pool that is made of a lock and a condition
// first: Lease.borrow
// chain: read from a socket.*Lease.ask
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class Lease {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition free = lock.newCondition();
    private final Deque<Socket> idle = new ArrayDeque<>();

    Lease() throws Exception {
        Load.Server server = new Load.Server(30);
        for (int i = 0; i < (Load.MEND ? 30 : 2); i++) idle.push(server.connect());
    }

    Socket borrow() throws Exception {
        lock.lock();
        try {
            while (idle.isEmpty()) free.await();
            return idle.pop();
        } finally {
            lock.unlock();
        }
    }

    void giveBack(Socket connection) {
        lock.lock();
        try {
            idle.push(connection);
            free.signal();
        } finally {
            lock.unlock();
        }
    }

    void ask() throws Exception {
        Socket connection = borrow();
        connection.getOutputStream().write(1);
        connection.getInputStream().read();
        giveBack(connection);
        Thread.sleep(1);
    }

    public static void main(String[] args) throws Exception {
        Load.repeat("web", 12, new Lease()::ask);
    }
}
