// fault: a class is defined for each script and kept, all of one loader
// first: [Cc]lass
// chain: classes
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;

public class Scripts {
    private static final List<Class<?>> COMPILED = new ArrayList<>();
    private static byte[] code;

    static class Body {
        int run(int x) {
            return x * 31 + 7;
        }
    }

    static void compile() throws Exception {
        if (!Load.MEND || COMPILED.isEmpty())
            COMPILED.add(MethodHandles.lookup().defineHiddenClass(code, true).lookupClass());
        Thread.sleep(2);
    }

    public static void main(String[] args) throws Exception {
        try (InputStream in = Scripts.class.getResourceAsStream("Scripts$Body.class")) {
            code = in.readAllBytes();
        }
        Load.repeat("compiler", 1, Scripts::compile);
    }
}
