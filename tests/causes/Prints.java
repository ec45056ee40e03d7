// fault: all threads print each step to one stream, whose lock is held while it is written
// first: PrintStream|Prints
// chain: Prints
import java.io.FileOutputStream;
import java.io.PrintStream;

public class Prints {
    static volatile int sum;

    public static void main(String[] args) throws Exception {
        Around.start();
        java.io.File file = java.io.File.createTempFile("prints", ".log");
        file.deleteOnExit();
        PrintStream out = new PrintStream(new FileOutputStream(file), true);
        Load.repeat("http", 8, () -> {
            sum = Around.compute(3, 3_000);
            if (!Load.MEND) for (int i = 0; i < 10; i++) out.println("step " + i + " of " + sum);
        });
    }
}
