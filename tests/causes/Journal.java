// fault: each thread forces the same file to disk for each entry
// first: [Jj]ournal
// chain: Journal.append.*(fsync|forc)|(fsync|forc).*Journal.append
import java.io.File;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;

public class Journal {
    private final FileChannel file;
    private final Load.Line orders;
    private int entries;

    Journal() throws Exception {
        File path = File.createTempFile("entries", ".journal");
        path.deleteOnExit();
        file = FileChannel.open(path.toPath(), StandardOpenOption.WRITE);
        orders = new Load.Line(1);
    }

    int next() throws Exception {
        java.net.Socket socket = orders.get();
        socket.getOutputStream().write(1);
        return socket.getInputStream().read();
    }

    void append() throws Exception {
        int entry = next();
        file.write(ByteBuffer.wrap(new byte[] {(byte) entry, 10}));
        if (!Load.MEND || entries++ % 100 == 0) file.force(false);
    }

    public static void main(String[] args) throws Exception {
        Load.repeat("writer", 2, new Journal()::append);
    }
}
