// fault: three monitors in a row, and who has the last one waits for the disk
// first: Guarded
// chain: Disk.*(sync|force|fsync)|(sync|force|fsync).*Disk
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

public class Guarded {
    static final class Disk {
        private final FileChannel file;

        Disk() throws Exception {
            Path path = Files.createTempFile("guarded", ".log");
            path.toFile().deleteOnExit();
            file = FileChannel.open(path, StandardOpenOption.WRITE);
        }

        synchronized void write() throws Exception {
            for (int i = 0; i < 20; i++) {
                file.write(ByteBuffer.allocate(64 * 1024));
                file.force(true);
            }
            file.position(0);
        }

        synchronized int state() {
            return 1;
        }
    }

    static final class Index {
        private final Disk disk;

        Index(Disk disk) {
            this.disk = disk;
        }

        synchronized int find() {
            return disk.state();
        }
    }

    static final class Front {
        private final Index index;

        Front(Index index) {
            this.index = index;
        }

        synchronized int get() {
            return index.find();
        }
    }

    public static void main(String[] args) throws Exception {
        Disk disk = new Disk();
        Index index = new Index(disk);
        Front front = new Front(index);
        Load.Line peer = new Load.Line(2);
        if (!Load.MEND) Load.start("writer", 1, disk::write);
        Load.start("scan", 1, () -> {
            index.find();
            Thread.sleep(1);
        });
        Load.repeat("web", 6, () -> {
            front.get();
            Load.ask(peer.get());
        });
    }
}
