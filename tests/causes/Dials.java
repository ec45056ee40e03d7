// fault: a host that does not answer is tried first, each time, until the time-out
// first: Dials.dial
// chain: connect
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

public class Dials {
    static volatile int sum;
    static final List<Socket> HELD = new ArrayList<>();

    /** Null: it does not answer. */
    static Socket dial(InetSocketAddress to, int millis) {
        Socket socket = new Socket();
        try {
            socket.connect(to, millis);
        } catch (IOException e) {
            return null;
        }
        return socket;
    }

    public static void main(String[] args) throws Exception {
        Around.start();
        Load.Line good = new Load.Line(2);
        ServerSocket dead = new ServerSocket(0, 1, InetAddress.getLoopbackAddress()); // takes nobody in
        InetSocketAddress first = new InetSocketAddress(dead.getInetAddress(), dead.getLocalPort());
        for (Socket full = dial(first, 100); full != null; full = dial(first, 100)) HELD.add(full);
        Load.repeat("http", 6, () -> {
            if (!Load.MEND) dial(first, 250);
            sum += Load.ask(good.get());
        });
    }
}
