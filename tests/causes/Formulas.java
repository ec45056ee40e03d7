// fault: a formula is made a class each time it is used, not once
// first: ClassChurn
// chain: Formulas\.compile
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

public class Formulas {
    private static final Map<String, MethodHandle> MADE = new ConcurrentHashMap<>();
    private static byte[] code;
    static volatile int sum;

    public static int value(int x) {
        return x * 31 + 7;
    }

    static MethodHandle compile(String formula) {
        try {
            MethodHandles.Lookup made = MethodHandles.lookup().defineHiddenClass(code, false);
            return made.findStatic(made.lookupClass(), "value", MethodType.methodType(int.class, int.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static void order() {
        try {
            for (int i = 0; i < 10; i++) {
                MethodHandle formula = Load.MEND ? MADE.computeIfAbsent("f" + i, Formulas::compile) : compile("f" + i);
                sum += Around.compute((int) formula.invokeExact(i), 20_000);
            }
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        try (InputStream in = Formulas.class.getResourceAsStream("Formulas.class")) {
            code = in.readAllBytes();
        }
        Load.repeat("order", 3, Formulas::order);
    }
}
