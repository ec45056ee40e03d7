import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;

/** Burns in a class that is redefined half way, or over and over. As a Java agent of itself it gets the
 *  means. Arguments: the other class file, the first one, seconds, redefinitions. Prints the time before
 *  and after the first one. */
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
        int seconds = Integer.parseInt(args[2]), times = Integer.parseInt(args[3]);
        Thread.sleep(seconds * 500L);
        System.out.print("redefined " + System.currentTimeMillis());
        define(args[0]);
        System.out.println(" " + System.currentTimeMillis());
        for (int i = 1; i < times; i++) define(args[i % 2]);
        Thread.sleep(seconds * 500L);
        stop = true;
        thread.join();
    }
}
