// fault: all threads write into one log, whose lock is held while a line goes to the file
// first: log|Handler
// chain: Logs|FileHandler
import java.nio.file.Files;
import java.util.logging.FileHandler;
import java.util.logging.Logger;

public class Logs {
    private static final Logger log = Logger.getLogger("app");
    static volatile double sink;

    static void request() {
        double x = 0;
        for (int i = 0; i < 10_000; i++) x += Math.sqrt(i);
        sink = x;
        for (int i = 0; i < 20; i++) if (!Load.MEND) log.info("request " + x + " step " + i);
    }

    public static void main(String[] args) throws Exception {
        log.setUseParentHandlers(false);
        FileHandler handler = new FileHandler(Files.createTempDirectory("logs") + "/app.log", 50_000_000, 1);
        log.addHandler(handler);
        Load.repeat("worker", 8, Logs::request);
    }
}
