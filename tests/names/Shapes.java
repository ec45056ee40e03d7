import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import jdk.jfr.Event;
import jdk.jfr.Name;

/**
 * Passes through every kind of class that the JVM makes up at run time and commits an event (with
 * a stack trace) on the other side of it. Does so in an order, and after a warm-up, that follow
 * from the argument, so that the numbers in the names differ from run to run.
 */
public class Shapes {
    @Name("test.Shape")
    static class Shape extends Event {
        String kind;
    }

    static String shape(String kind) {
        Shape event = new Shape();
        event.kind = kind;
        event.commit();
        return kind;
    }

    /* Not a lambda, so that it has a name of its own: Shapes$1. */
    static final Runnable ANONYMOUS = new Runnable() {
        @Override
        public void run() {
            shape("anonymous");
        }
    };

    public static class Hidden implements Supplier<String> {
        @Override
        public String get() {
            return shape("hidden class");
        }
    }

    public static class Loud implements Comparable<Loud> {
        final String kind;

        Loud(String kind) {
            this.kind = kind;
        }

        @Override
        public String toString() {
            return shape(kind + " toString");
        }

        @Override
        public int hashCode() {
            shape(kind + " hashCode");
            return 1;
        }

        @Override
        public boolean equals(Object other) {
            shape(kind + " equals");
            return true;
        }

        @Override
        public int compareTo(Loud other) {
            shape(kind + " compareTo");
            return 0;
        }
    }

    record Pair(Loud left, int right) {}

    public interface Open {
        String open(String kind);
    }

    interface Closed {
        String closed(String kind);
    }

    public static class Constructed {
        public Constructed() {
            shape("constructor by reflection");
        }
    }

    public static class Parent {
        public Parent() {
            shape("constructor by serialization");
        }
    }

    public static class Child extends Parent implements Serializable {
        private static final long serialVersionUID = 1;
    }

    static String reflected(String kind) {
        return shape(kind);
    }

    static void lambdas() throws Exception {
        Runnable plain = () -> shape("lambda");
        plain.run();
        String captured = "lambda with capture";
        Supplier<String> capture = () -> shape(captured);
        capture.get();
        Function<String, String> reference = Shapes::shape;
        reference.apply("method reference");
        Function<String, Loud> constructor = Loud::new;
        constructor.apply("constructor reference").toString();
        Supplier<Supplier<String>> nested = () -> () -> shape("nested lambda");
        nested.get().get();
        Callable<String> serializable = (Callable<String> & Serializable) () -> shape("serializable lambda");
        serializable.call();
        ANONYMOUS.run();
        new Runnable() {
            @Override
            public void run() {
                Runnable inner = () -> shape("lambda in anonymous class");
                inner.run();
            }
        }.run();
        List.of("stream").stream().map(Shapes::shape).collect(Collectors.toList());
        Loud[] louds = {new Loud("sort"), new Loud("sort")};
        Arrays.sort(louds, Comparator.comparing((Loud loud) -> loud).reversed());
    }

    static void handles() throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle shape = lookup.findStatic(Shapes.class, "shape",
                MethodType.methodType(String.class, String.class));
        String result = (String) shape.invokeExact("invokeExact");
        Object generic = shape.invoke((Object) "invoke");
        shape.invokeWithArguments("invokeWithArguments");
        MethodHandles.insertArguments(shape, 0, "bound").invoke();
        MethodHandles.filterReturnValue(shape, MethodHandles.identity(String.class)).invoke("filtered");
        MethodHandle guarded = MethodHandles.guardWithTest(
                MethodHandles.dropArguments(MethodHandles.constant(boolean.class, true), 0, String.class),
                shape, shape);
        guarded.invoke("guarded");
        MethodHandles.catchException(shape, Throwable.class,
                MethodHandles.dropArguments(shape, 0, Throwable.class)).invoke("caught");
        MethodHandles.countedLoop(MethodHandles.constant(int.class, 2), null,
                MethodHandles.dropArguments(shape, 0, String.class, int.class)
                        .asType(MethodType.methodType(String.class, String.class, int.class, String.class)))
                .invoke("looped");
        MethodHandle virtual = lookup.findVirtual(Object.class, "toString", MethodType.methodType(String.class));
        virtual.invoke(new Loud("virtual"));
        MethodHandle spread = shape.asSpreader(Object[].class, 1);
        spread.invoke(new Object[] {"spread"});
        Supplier<?> proxy = MethodHandleProxies.asInterfaceInstance(Supplier.class, shape.bindTo("MethodHandleProxies"));
        proxy.get();
    }

    static void hidden() throws Throwable {
        byte[] bytes;
        try (InputStream in = Shapes.class.getResourceAsStream("Shapes$Hidden.class")) {
            bytes = in.readAllBytes();
        }
        for (int i = 0; i < 2; i++) {
            Class<?> type = MethodHandles.lookup().defineHiddenClass(bytes, true,
                    MethodHandles.Lookup.ClassOption.NESTMATE).lookupClass();
            ((Supplier<?>) type.getDeclaredConstructor().newInstance()).get();
        }
    }

    static void reflection() throws Throwable {
        Method method = Shapes.class.getDeclaredMethod("reflected", String.class);
        Constructor<?> constructor = Constructed.class.getConstructor();
        for (int i = 0; i < 20; i++) { /* JDK 17 makes a class after 15 calls */
            method.invoke(null, "method by reflection");
            constructor.newInstance();
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ObjectOutputStream objects = new ObjectOutputStream(out)) {
            objects.writeObject(new Child());
        }
        for (int i = 0; i < 3; i++) {
            try (ObjectInputStream objects = new ObjectInputStream(new ByteArrayInputStream(out.toByteArray()))) {
                objects.readObject();
            }
        }
    }

    static void proxies() {
        Open open = (Open) Proxy.newProxyInstance(Shapes.class.getClassLoader(), new Class<?>[] {Open.class},
                (self, method, arguments) -> shape((String) arguments[0]));
        open.open("proxy of a public interface");
        Closed closed = (Closed) Proxy.newProxyInstance(Shapes.class.getClassLoader(), new Class<?>[] {Closed.class},
                (self, method, arguments) -> shape((String) arguments[0]));
        closed.closed("proxy of a package's interface");
    }

    static void bootstraps() {
        String concat = "a " + new Loud("concat") + 1 + " " + 2.0 + new Loud("concat");
        Pair pair = new Pair(new Loud("record"), 1);
        pair.hashCode();
        pair.toString();
        pair.equals(new Pair(new Loud("record"), 1));
    }

    interface Step {
        void run() throws Throwable;
    }

    public static void main(String[] args) throws Throwable {
        /* Different classes in a different order: other numbers, other addresses. */
        Random random = new Random(args.length > 0 ? Long.parseLong(args[0]) : System.nanoTime());
        for (int i = random.nextInt(5); i >= 0; i--) {
            switch (random.nextInt(4)) {
                case 0 -> ((Runnable) () -> { }).run();
                case 1 -> hidden();
                case 2 -> Proxy.newProxyInstance(Shapes.class.getClassLoader(),
                        new Class<?>[] {Runnable.class}, (self, method, arguments) -> null);
                default -> Object.class.getMethod("hashCode").invoke("warm up");
            }
        }
        List<Step> steps = Arrays.asList(Shapes::lambdas, Shapes::handles, Shapes::hidden, Shapes::reflection,
                Shapes::proxies, Shapes::bootstraps);
        Collections.shuffle(steps, random);
        for (Step step : steps) step.run();
    }
}
