import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;

/** Burns in a class that is redefined when a line comes on standard input, once or over and over, and
 *  ends with it. As a Java agent of itself it gets the means. Arguments: the other class file, the first
 *  one, redefinitions. Prints the time before and after the first one. */
public class Redefine {
    static Instrumentation instrumentation;
    static volatile boolean stop;
    static volatile long sink;

    public static void premain(String arguments, Instrumentation instrumentation) {
        Redefine.instrumentation = instrumentation;
    }

    static void run() {
        long x = 1;
        while (!stop) x = Redefined.burn(x);
        sink = x;
    }

    static void define(String file) throws Exception {
        instrumentation.redefineClasses(
            new ClassDefinition(Redefined.class, Files.readAllBytes(Path.of(file))));
    }

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(Redefine::run, "burner");
        thread.start();
        int times = Integer.parseInt(args[2]);
        Until.told();
        System.out.print("redefined " + System.currentTimeMillis());
        define(args[0]);
        System.out.println(" " + System.currentTimeMillis());
        for (int i = 1; i < times; i++) define(args[i % 2]);
        Until.over("end");
        stop = true;
        thread.join();
    }
}
