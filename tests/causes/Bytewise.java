// fault: an answer is read from a socket byte by byte
// first: Bytewise
// chain: small reads|each read|tiny|byte
// cost: yes
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

public class Bytewise {
    static int readMessage(InputStream in) throws Exception {
        int sum = 0;
        for (int i = 0; i < 4000; i++) sum += in.read();
        return sum;
    }

    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread source = new Thread(() -> {
            try {
                while (true) {
                    Socket socket = server.accept();
                    Thread each = new Thread(() -> {
                        try (OutputStream out = new BufferedOutputStream(socket.getOutputStream(), 1 << 16)) {
                            byte[] block = new byte[1 << 16];
                            while (true) out.write(block);
                        } catch (Exception e) {
                            // the program ends
                        }
                    }, "source");
                    each.setDaemon(true);
                    each.start();
                }
            } catch (Exception e) {
                // the program ends
            }
        }, "accept");
        source.setDaemon(true);
        source.start();
        ThreadLocal<InputStream> ins = ThreadLocal.withInitial(() -> {
            try {
                InputStream in = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort()).getInputStream();
                return Load.MEND ? new BufferedInputStream(in, 1 << 15) : in;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        Load.repeat("importer", 2, () -> readMessage(ins.get()));
    }
}
