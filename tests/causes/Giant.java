// fault: a method that is too large to be compiled
// seconds: 25
// first: [Ii]nterpret|compiled
// chain: Rules.apply
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntUnaryOperator;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

public class Giant {
    static volatile int sink;

    static IntUnaryOperator rules() throws Exception {
        StringBuilder text = new StringBuilder("public class Rules implements java.util.function.IntUnaryOperator {\n"
            + "public int applyAsInt(int x) { return apply(x); }\nint apply(int x) {\nint y = 0;\n");
        for (int i = 0; i < (Load.MEND ? 300 : 1500); i++)
            text.append("if ((x & ").append(i).append(") == ").append(i % 7).append(") y += ").append(i).append(";\n");
        text.append("return y; } }\n");
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Path folder = Files.createTempDirectory("giant");
        JavaFileObject source = new SimpleJavaFileObject(URI.create("string:///Rules.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignore) {
                return text;
            }
        };
        compiler.getTask(null, null, null, List.of("-d", folder.toString()), null, List.of(source)).call();
        ClassLoader loader = new java.net.URLClassLoader(new java.net.URL[] {folder.toUri().toURL()});
        return (IntUnaryOperator) loader.loadClass("Rules").getDeclaredConstructor().newInstance();
    }

    public static void main(String[] args) throws Exception {
        IntUnaryOperator rules = rules();
        Load.repeat("judge", 2, () -> {
            int sum = 0;
            for (int i = 0; i < 2000; i++) sum += rules.applyAsInt(i);
            sink = sum;
        });
    }
}
