// fault: a question is sent in two small pieces, and the second waits until the first is acknowledged
// first: Nagle.ask|localhost|127.0.0.1
// chain: Nagle.ask
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

public class Nagle {
    static volatile int sum;
    private static ThreadLocal<Socket> socket;

    static int ask() throws Exception {
        Socket to = socket.get();
        if (Load.MEND) {
            to.getOutputStream().write(new byte[2]);
        } else {
            to.getOutputStream().write(1);
            to.getOutputStream().write(2);
        }
        return to.getInputStream().read() + Around.compute(3, 30_000);
    }

    public static void main(String[] args) throws Exception {
        Around.start();
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        socket = ThreadLocal.withInitial(() -> {
            try {
                return new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
            } catch (java.io.IOException e) {
                throw new IllegalStateException(e);
            }
        });
        Around.named("server").newThread(() -> {
            try {
                while (true) {
                    Socket peer = server.accept();
                    Around.named("peer").newThread(() -> {
                        try {
                            while (peer.getInputStream().readNBytes(2).length == 2) peer.getOutputStream().write(3);
                        } catch (java.io.IOException e) {
                            // the program ends
                        }
                    }).start();
                }
            } catch (java.io.IOException e) {
                // the program ends
            }
        }).start();
        Load.repeat("http", 5, () -> sum += ask());
    }
}
