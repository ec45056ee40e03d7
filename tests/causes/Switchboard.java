// fault: a loop wants to know when it can write, which it always can, so that its selector never waits
// first: Switchboard.turn|switchboard
// chain: OP_WRITE
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

public class Switchboard {
    private final Selector selector = Selector.open();
    private final ServerSocketChannel server = ServerSocketChannel.open();
    private final ByteBuffer call = ByteBuffer.allocate(64);

    Switchboard() throws IOException {
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
    }

    void accept() throws IOException {
        SocketChannel line = server.accept();
        line.configureBlocking(false);
        line.register(selector, SelectionKey.OP_READ | (Load.MEND ? 0 : SelectionKey.OP_WRITE));
    }

    void turn() throws IOException {
        selector.select(100);
        for (SelectionKey key : selector.selectedKeys()) {
            if (key.isAcceptable()) accept();
            else if (key.isReadable()) {
                call.clear();
                ((SocketChannel) key.channel()).read(call);
                ((SocketChannel) key.channel()).write((ByteBuffer) call.flip());
            }
        }
        selector.selectedKeys().clear();
    }

    public static void main(String[] args) throws Exception {
        Around.start();
        Switchboard board = new Switchboard();
        Thread loop = new Thread(() -> {
            try {
                while (Load.goesOn()) board.turn();
            } catch (IOException e) {
                e.printStackTrace();
            }
        }, "switchboard");
        loop.setDaemon(true);
        loop.start();
        int port = ((InetSocketAddress) board.server.getLocalAddress()).getPort();
        ThreadLocal<Socket> lines = ThreadLocal.withInitial(() -> {
            try {
                return new Socket(InetAddress.getLoopbackAddress(), port);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        Load.repeat("caller", 6, () -> {
            lines.get().getOutputStream().write(7);
            lines.get().getInputStream().read();
            Thread.sleep(20);
        });
    }
}
