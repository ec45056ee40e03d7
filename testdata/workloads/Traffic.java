package workload;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Sockets and files: 20 requests of 64 KB each to one server of this machine, answered with 256 KB; two files. */
public class Traffic {
    static final int REQUESTS = 20, ASKED = 64 << 10, ANSWERED = 256 << 10;

    static void serve(ServerSocket server) {
        byte[] request = new byte[ASKED], answer = new byte[ANSWERED];
        try {
            for (int i = 0; i < REQUESTS; i++)
                try (Socket socket = server.accept()) {
                    socket.getInputStream().readNBytes(request, 0, ASKED);
                    Thread.sleep(20);
                    socket.getOutputStream().write(answer);
                }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static void ask(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            OutputStream out = socket.getOutputStream();
            InputStream in = socket.getInputStream();
            out.write(new byte[ASKED]);
            in.readNBytes(ANSWERED);
        }
    }

    /** `times` blocks of 4 KB are written, each forced to the disk, and read again. */
    static void store(String path, int times) throws IOException {
        byte[] block = new byte[4096];
        try (RandomAccessFile file = new RandomAccessFile(path, "rw")) {
            for (int i = 0; i < times; i++) {
                file.write(block);
                file.getChannel().force(true);
            }
            file.seek(0);
            for (int i = 0; i < times; i++) file.readFully(block);
        }
    }

    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(() -> serve(server), "server");
        thread.start();
        for (int i = 0; i < REQUESTS; i++) ask(server.getLocalPort());
        thread.join();
        store("journal.data", 10);
        store("index.data", 3);
        Thread.sleep(1500);
    }
}
