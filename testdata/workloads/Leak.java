package workload;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps what it need not keep: sessions, through REGISTRY.sessions, an array list whose elements
 * are Session with a buffer of 20 KB each, 200 of them in each of 15 rounds. Between rounds it makes
 * garbage and, every third time, asks for a collection. In each round a class loader loads a class
 * of its own and is kept, too. open is called once for each session, round 15 times.
 */
public class Leak {
    static final Registry REGISTRY = new Registry();
    static final List<Object> PLUGINS = new ArrayList<>();
    static volatile Object sink;

    static class Registry {
        final List<Session> sessions = new ArrayList<>();
    }

    static class Session {
        final byte[] buffer = new byte[20_000];
    }

    /** Of a plugin, which need not do anything. */
    public static class Plugin {
    }

    static class PluginLoader extends ClassLoader {
        PluginLoader() {
            super("plugins", null);
        }

        Class<?> load() throws IOException {
            try (InputStream in = Leak.class.getResourceAsStream("Leak$Plugin.class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass("workload.Leak$Plugin", bytes, 0, bytes.length);
            }
        }
    }

    static Session open() {
        return new Session();
    }

    static void round(int number) throws Exception {
        for (int i = 0; i < 200; i++) {
            REGISTRY.sessions.add(open());
        }
        for (int i = 0; i < 400; i++) {
            sink = new byte[20_000];
        }
        PLUGINS.add(new PluginLoader().load().getDeclaredConstructor().newInstance());
        if (number % 3 == 2) {
            System.gc();
        }
        Thread.sleep(100);
    }

    public static void main(String[] args) throws Exception {
        for (int number = 0; number < 15; number++) {
            round(number);
        }
    }
}
