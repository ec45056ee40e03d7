// needs: 22
// fault: virtual threads wait within a call from native code, and keep their carriers
// first: carrier
// chain: compare|Pinned
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

public class Pinned {
    static int compare(MemorySegment a, MemorySegment b) {
        try {
            if (!Load.MEND) Thread.sleep(15);
        } catch (InterruptedException e) {
            // it ends
        }
        return 0;
    }

    public static void main(String[] args) throws Throwable {
        Linker linker = Linker.nativeLinker();
        MethodHandle sort = linker.downcallHandle(linker.defaultLookup().find("qsort").get(),
            FunctionDescriptor.ofVoid(ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS));
        MethodHandle by = MethodHandles.lookup().findStatic(Pinned.class, "compare",
            MethodType.methodType(int.class, MemorySegment.class, MemorySegment.class));
        MemorySegment callback = linker.upcallStub(by,
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS), Arena.global());
        Semaphore open = new Semaphore(50);
        try (ExecutorService all = Executors.newVirtualThreadPerTaskExecutor()) {
            while (Load.goesOn()) {
                open.acquire();
                all.submit(() -> {
                    try (Arena arena = Arena.ofConfined()) {
                        MemorySegment numbers = arena.allocate(8, 8);
                        sort.invokeExact(numbers, 2L, 4L, callback);
                        Thread.sleep(2);
                        Load.did();
                    } catch (Throwable e) {
                        throw new IllegalStateException(e);
                    } finally {
                        open.release();
                    }
                });
            }
        }
        Load.say();
        System.exit(0);
    }
}
