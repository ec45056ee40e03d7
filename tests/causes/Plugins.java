// fault: a class loader for each request, all of which are kept
// first: [Ll]oader
// chain: Plugins
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

public class Plugins {
    public static final class Plugin implements Runnable {
        @Override
        public void run() {}
    }

    static final class PluginLoader extends ClassLoader {
        PluginLoader() {
            super(Plugins.class.getClassLoader());
        }

        Class<?> plugin(byte[] bytes) {
            return defineClass("Plugins$Plugin", bytes, 0, bytes.length);
        }
    }

    private static final List<Object> kept = new ArrayList<>();

    static void open(byte[] bytes) throws Exception {
        Object plugin = new PluginLoader().plugin(bytes).getDeclaredConstructor().newInstance();
        ((Runnable) plugin).run();
        synchronized (kept) {
            kept.add(plugin);
            if (Load.MEND) kept.clear();
        }
    }

    public static void main(String[] args) throws Exception {
        byte[] bytes;
        try (InputStream in = Plugins.class.getResourceAsStream("Plugins$Plugin.class")) {
            bytes = in.readAllBytes();
        }
        Load.repeat("web", 2, () -> {
            open(bytes);
            Thread.sleep(4);
        });
    }
}
