package workload;

import java.io.ByteArrayOutputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/**
 * Names and texts that a careless printer would let out as markup, as columns, as lines or as
 * commands to a terminal. The Java language allows letters of all scripts and $; the class file
 * format forbids only . ; [ / (and < > in methods), so one class is renamed while it is loaded.
 */
public class Hostile {
    private static final String[] TEXTS = {
        "plain",
        "",
        null,
        "<script>alert('text')</script>",
        "</title></svg><!-- & &amp; ]]>",
        "quote \" apostrophe ' backslash \\ backtick ` dollar $(id)",
        "semicolon;comma,tab\tbar|colon:",
        "line\nfeed\r\nreturn",
        "red \u001b[31mtext\u001b[0m, title \u001b]0;gone\u0007, bell \u0007, delete \u007f, csi \u009b31m",
        "nul \u0000 inside",
        "größer ἀγορά 日本語 \uD83D\uDE00",
        "right to left \u202Eabc\u202C",
        "lone surrogate \uD83D end",
        "=cmd|' /C calc'!A0",
        "%s%n%d %x{0}",
        "../../etc/passwd",
    };

    @Name("test.Text")
    @Label("<b>Text</b> & \"label\"")
    static class Text extends Event {
        @Label("Number;\n\u001b[1mbold")
        int number;
        String text;
    }

    public interface Work {
        long run(long value);
    }

    /** Is loaded under another name, with another name for its method "work". */
    public static class Template implements Work {
        @Override
        public long run(long value) {
            return work(value);
        }

        private static long work(long value) {
            return burn(value);
        }
    }

    private static final Map<String, String> RENAMED = Map.of(
        "workload/Hostile$Template", "workload/<script>alert('class')<|script>",
        "work", "a \"b\"\t'c'\n\u009b31md\u001bc & $e, \u202E日本 \uD83D\uDE00");

    static final class Loader extends ClassLoader {
        Loader() {
            super("loader <i>\"", Hostile.class.getClassLoader());
        }

        Class<?> load() throws IOException {
            try (InputStream in = Hostile.class.getResourceAsStream("Hostile$Template.class")) {
                byte[] code = rename(in.readAllBytes());
                return defineClass(null, code, 0, code.length);
            }
        }
    }

    /** Copies a class file, with other texts in its constant pool. */
    private static byte[] rename(byte[] code) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(code));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.write(in.readNBytes(8));
        int count = in.readUnsignedShort();
        out.writeShort(count);
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            out.writeByte(tag);
            switch (tag) {
                case 1: // text
                    String text = in.readUTF();
                    out.writeUTF(RENAMED.getOrDefault(text, text));
                    break;
                case 5: // long
                case 6: // double: these two take two numbers
                    out.write(in.readNBytes(8));
                    i++;
                    break;
                case 7: // class
                case 8: // string
                case 16: // method type
                case 19: // module
                case 20: // package
                    out.write(in.readNBytes(2));
                    break;
                case 15: // method handle
                    out.write(in.readNBytes(3));
                    break;
                default:
                    out.write(in.readNBytes(4));
            }
        }
        out.write(in.readAllBytes());
        return bytes.toByteArray();
    }

    private static volatile long sink;

    public static long burn(long h) {
        for (int i = 0; i < 500_000; i++) h = (h ^ i) * 0x100000001B3L;
        return h;
    }

    static long größe$日本(long h) {
        return burn(h) + 1;
    }

    static long $_$(long h) {
        return burn(h) + 2;
    }

    /** A letter that takes two UTF-16 units: the JVM writes each as a sequence of its own. */
    static long 𝒳(long h) {
        return burn(h) + 3;
    }

    static class Été$Ω {
        static long ключ(long h) {
            return burn(h) + 4;
        }
    }

    private static void turn(Work renamed) {
        sink += größe$日本(sink);
        sink += $_$(sink);
        sink += 𝒳(sink);
        sink += Été$Ω.ключ(sink);
        sink += renamed.run(sink);
    }

    private static void run(int number, Work renamed) {
        long end = System.nanoTime() + 150_000_000L;
        while (System.nanoTime() < end) turn(renamed);
        Text event = new Text();
        event.number = number;
        event.text = TEXTS[number];
        event.commit();
    }

    public static void main(String[] args) throws Exception {
        Work renamed = (Work) new Loader().load().getDeclaredConstructor().newInstance();
        for (int i = 0; i < TEXTS.length; i++) {
            int number = i;
            String name = TEXTS[i] == null ? "null" : TEXTS[i];
            Thread thread = new Thread(new ThreadGroup("group " + name), () -> run(number, renamed), name);
            thread.start();
            thread.join();
        }
    }
}
