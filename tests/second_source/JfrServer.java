import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The JDK's command jfr, many times in one JVM: alone it takes half its time to begin and to compile (jdks.sh).
 *
 * <p>Usage: JfrServer FILE WORD. FILE gets the port; it listens there until FILE is gone, or nobody asks for an hour. A
 * request is texts that each end with a 0: WORD, a file for what is said, a command, its arguments, and an empty one. The
 * answer is "0" if all went well and no error was said; if not, the command itself is to be asked.
 */
public class JfrServer {
    private static final int MOST_WAITED = 3600; // s

    public static void main(String[] args) throws Exception {
        Path place = Path.of(args[0]);
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            server.setSoTimeout(1000);
            Path begun = Path.of(args[0] + ".new");
            Files.writeString(begun, server.getLocalPort() + "\n");
            Files.move(begun, place);
            for (int waited = 0; waited < MOST_WAITED && Files.exists(place); waited++) {
                try (Socket client = server.accept()) {
                    client.setSoTimeout(10_000);
                    DataInputStream in = new DataInputStream(new BufferedInputStream(client.getInputStream()));
                    client.getOutputStream().write(answers(in, args[1]) ? '0' : '1');
                    waited = 0;
                } catch (IOException e) {
                    // nobody asked, or who asked has gone
                }
            }
        }
    }

    private static boolean answers(DataInputStream in, String word) throws IOException {
        if (!text(in).equals(word)) return false;
        String file = text(in);
        Deque<String> arguments = new ArrayDeque<>();
        for (String argument; !(argument = text(in)).isEmpty();) arguments.add(argument);
        PrintStream out = System.out, err = System.err;
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        try (PrintStream stream = new PrintStream(new BufferedOutputStream(new FileOutputStream(file), 1 << 16), false, charset())) {
            System.setOut(stream);
            System.setErr(new PrintStream(errors, true));
            Class<?> command = Class.forName("jdk.jfr.internal.tool.Command");
            Method named = command.getDeclaredMethod("valueOf", String.class), execute = command.getMethod("execute", Deque.class);
            named.setAccessible(true);
            execute.setAccessible(true);
            execute.invoke(named.invoke(null, arguments.remove()), arguments);
            return !stream.checkError() && errors.size() == 0;
        } catch (ReflectiveOperationException | RuntimeException | IOException | Error e) {
            return false; // the command says it in its own words
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    private static Charset charset() {
        return Charset.forName(System.getProperty("stdout.encoding", Charset.defaultCharset().name()));
    }

    private static String text(DataInputStream in) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int b; (b = in.readByte()) != 0;) bytes.write(b);
        return bytes.toString(Charset.forName("UTF-8"));
    }
}
