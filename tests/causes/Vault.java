// fault: a ReentrantLock is held while its holder waits for the network
// first: ReentrantLock
// chain: Vault.*(socket|localhost|reads)
// cost: yes
import java.net.Socket;
import java.util.concurrent.locks.ReentrantLock;

public class Vault {
    private final ReentrantLock door = new ReentrantLock();
    private final Load.Line keeper, branch;

    Vault() throws Exception {
        keeper = new Load.Line(4);
        branch = new Load.Line(10);
    }

    int balance() throws Exception {
        Socket socket = keeper.get();
        socket.getOutputStream().write(1);
        return socket.getInputStream().read();
    }

    int book() throws Exception {
        Socket socket = branch.get();
        socket.getOutputStream().write(1);
        return socket.getInputStream().read();
    }

    void transfer() throws Exception {
        if (Load.MEND) {
            balance();
        } else {
            door.lock();
            try {
                balance();
            } finally {
                door.unlock();
            }
        }
        book();
    }

    public static void main(String[] args) throws Exception {
        Load.repeat("teller", 10, new Vault()::transfer);
    }
}
