package power;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.List;
import java.util.Random;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** The JDK's own compiler: classes that differ are compiled in memory. Usage: Compiles SECONDS SEED */
public final class Compiles {
    static final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();

    static final class Source extends SimpleJavaFileObject {
        final String text;

        Source(String name, String text) {
            super(URI.create("string:///" + name + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreErrors) {
            return text;
        }
    }

    static final class Result extends SimpleJavaFileObject {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Result(String name) {
            super(URI.create("memory:///" + name + ".class"), Kind.CLASS);
        }

        @Override
        public OutputStream openOutputStream() {
            return bytes;
        }
    }

    static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
        long size;

        Memory(JavaFileManager files) {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(Location location, String name, JavaFileObject.Kind kind,
                                                   FileObject sibling) throws IOException {
            size++;
            return new Result(name);
        }
    }

    static Source generate(Random random, String of) {
        String name = of + random.nextInt(1000);
        StringBuilder text = new StringBuilder("import java.util.*;\npublic class " + name + " {\n");
        int methods = 8 + random.nextInt(8);
        for (int i = 0; i < methods; i++) {
            int by = 1 + random.nextInt(9);
            text.append("  static <T extends Comparable<T>> Map<String, List<T>> m").append(i)
                .append("(List<T> in) {\n    Map<String, List<T>> out = new TreeMap<>();\n")
                .append("    for (T t : in) out.computeIfAbsent(String.valueOf(t.hashCode() % ").append(by)
                .append("), k -> new ArrayList<>()).add(t);\n    for (int i = 0; i < ").append(by)
                .append("; i++) out.remove(\"\" + i);\n    return out;\n  }\n");
        }
        return new Source(name, text.append("}\n").toString());
    }

    static long compile(Random random, JavaFileManager files) {
        Memory memory = new Memory(files);
        boolean good = compiler.getTask(null, memory, null, List.of("-proc:none"), null,
                                        List.of(generate(random, "First"), generate(random, "Second"))).call();
        if (!good) throw new IllegalStateException("it does not compile");
        return memory.size;
    }

    public static void main(String[] args) throws Exception {
        Random random = new Random(Long.parseLong(args[1]));
        Growth growth = new Growth();
        try (JavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            Growth.forSeconds(Double.parseDouble(args[0]), () -> growth.alone("compilation", () -> compile(random, files)));
        }
    }
}
