import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.StringWriter;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.store.ByteBuffersDirectory;

/** A real program under load until its threads have used so many CPU seconds; then "cpu NANOSECONDS THREAD"
 *  of each thread, by the kernel, and "operations N". Arguments: a program (main, below); CPU seconds;
 *  what the threads' names begin with (a regular expression).
 *  With 0 CPU seconds it is asked: each number on the standard input is so many operations, answered by
 *  "used NANOSECONDS": the CPU time that the process took for them, without that of the JIT compiler. */
public class App {
    static double seconds;
    static Pattern names;
    static volatile boolean over;
    static final Object turns = new Object();
    static long allowed, begun; // operations; under its lock
    static final AtomicLong operations = new AtomicLong();

    interface Step {
        void once(int turn) throws Exception;
    }

    /** Waits for a turn; false: it is over. */
    static boolean turn() throws InterruptedException {
        if (seconds > 0) return !over;
        synchronized (turns) {
            while (begun == allowed && !over) turns.wait();
            begun++;
            return !over;
        }
    }

    /** So many threads, each with a step of its own, until it is over. */
    static void load(String name, int count, Callable<Step> make) throws Exception {
        Thread[] threads = new Thread[count];
        CountDownLatch ended = new CountDownLatch(count), printed = new CountDownLatch(1);
        for (int i = 0; i < count; i++) {
            threads[i] = new Thread(() -> {
                try {
                    Step step = make.call();
                    for (int turn = 0; turn(); turn++) {
                        step.once(turn);
                        operations.incrementAndGet();
                    }
                    ended.countDown();
                    printed.await();
                } catch (Exception e) {
                    e.printStackTrace();
                    System.exit(1);
                }
            }, name + "-" + i);
            threads[i].start();
        }
        if (seconds > 0) {
            while (sum(cpu(), names) < seconds * 1e9) Thread.sleep(100);
        } else {
            asked();
        }
        synchronized (turns) {
            over = true;
            turns.notifyAll();
        }
        ended.await();
        cpu().forEach((thread, ns) -> System.out.println("cpu " + ns + " " + thread)); // while they live
        printed.countDown();
        for (Thread t : threads) t.join();
    }

    static void asked() throws Exception {
        Pattern compilers = Pattern.compile("C[12] Compiler");
        com.sun.management.OperatingSystemMXBean process = (com.sun.management.OperatingSystemMXBean)
            java.lang.management.ManagementFactory.getOperatingSystemMXBean();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        System.out.println("ready");
        for (String line; (line = in.readLine()) != null;) {
            long wanted = operations.get() + Long.parseLong(line);
            long before = process.getProcessCpuTime() - sum(cpu(), compilers);
            synchronized (turns) {
                allowed = wanted;
                turns.notifyAll();
            }
            while (operations.get() < wanted) Thread.sleep(5);
            System.out.println("used " + (process.getProcessCpuTime() - sum(cpu(), compilers) - before));
        }
    }

    static long sum(Map<String, Long> cpu, Pattern wanted) {
        return cpu.entrySet().stream().filter(e -> wanted.matcher(e.getKey()).lookingAt())
            .mapToLong(Map.Entry::getValue).sum();
    }

    /** Of each thread, by the kernel; of those with the same name together. */
    static Map<String, Long> cpu() {
        Map<String, Long> all = new HashMap<>();
        for (File task : new File("/proc/self/task").listFiles()) {
            try {
                String name = Files.readString(new File(task, "comm").toPath()).trim();
                String times = Files.readString(new File(task, "schedstat").toPath());
                all.merge(name, Long.parseLong(times.split(" ")[0]), Long::sum);
            } catch (IOException e) {
                continue; // it ended
            }
        }
        return all;
    }

    static void sql() throws Exception {
        String url = "jdbc:h2:mem:orders;DB_CLOSE_DELAY=-1";
        try (Connection c = DriverManager.getConnection(url); Statement s = c.createStatement()) {
            s.execute("create table customer(id int primary key, name varchar, region int)");
            s.execute("create table orders(id int primary key, customer int, amount double, note varchar)");
            s.execute("insert into customer select x, 'customer '||x, mod(x, 13) from system_range(1, 3000)");
            s.execute("insert into orders select x, mod(x * 7919, 3000) + 1, x * 1.37, 'note '||x"
                      + " from system_range(1, 30000)");
            s.execute("create index by_customer on orders(customer)");
        }
        String[] queries = {
            "select c.region, sum(o.amount) from orders o join customer c on c.id = o.customer"
                + " where o.amount > ? group by c.region order by 2 desc",
            "select * from orders where note like '%'||?||'%' order by amount desc limit 10",
            "update orders set amount = amount + 1 where customer = ?"};
        load("sql", 2, () -> {
            Connection c = DriverManager.getConnection(url);
            List<PreparedStatement> prepared = new ArrayList<>();
            for (String q : queries) prepared.add(c.prepareStatement(q));
            return turn -> {
                PreparedStatement p = prepared.get(turn % queries.length);
                p.setInt(1, turn % 2999 + 1);
                if (!p.execute()) return;
                try (ResultSet r = p.getResultSet()) {
                    while (r.next()) r.getString(1);
                }
            };
        });
    }

    static Map<String, Object> tree(int depth, Random random) {
        Map<String, Object> map = new HashMap<>();
        map.put("id", random.nextInt());
        map.put("name", "näme " + random.nextLong());
        map.put("values", random.doubles(12).toArray());
        List<Object> children = new ArrayList<>();
        for (int i = 0; depth > 0 && i < 4; i++) children.add(tree(depth - 1, random));
        map.put("children", children);
        return map;
    }

    static void json() throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        byte[] bytes = mapper.writeValueAsBytes(tree(3, new Random(1)));
        load("json", 2, () -> turn -> {
            JsonNode node = mapper.readTree(bytes);
            mapper.writeValueAsString(mapper.convertValue(node, Map.class));
        });
    }

    static void index() throws Exception {
        Random random = new Random(2);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            StringBuilder text = new StringBuilder();
            for (int k = 0; k < 400; k++)
                text.append(Integer.toString((int) (Math.exp(random.nextDouble() * 10)), 30)).append(' ');
            texts.add(text.toString());
        }
        IndexWriter writer = new IndexWriter(new ByteBuffersDirectory(),
            new IndexWriterConfig(new StandardAnalyzer()).setRAMBufferSizeMB(8));
        load("index", 2, () -> turn -> {
            Document document = new Document();
            document.add(new TextField("body", texts.get(turn % texts.size()), Field.Store.YES));
            writer.addDocument(document);
            if (turn % 20000 == 19999) writer.deleteAll();
            if (turn % 50 != 0) return;
            try (DirectoryReader reader = DirectoryReader.open(writer)) {
                IndexSearcher searcher = new IndexSearcher(reader);
                for (String begin : new String[] {"a", "b1", "c", "7"})
                    searcher.search(new PrefixQuery(new Term("body", begin)), 10);
            }
        });
    }

    static String source(int n) {
        StringBuilder text = new StringBuilder("import java.util.*; import java.util.stream.*; class C" + n + " {");
        for (int i = 0; i < 30; i++)
            text.append("<T extends Comparable<T>> List<T> m" + i + "(Collection<? extends T> c, int k) {"
                + " Map<T, List<T>> by = c.stream().collect(Collectors.groupingBy(x -> (T) x));"
                + " switch (k % 5) { case 0: return new ArrayList<>(by.keySet()); case " + (1 + i % 4)
                + ": k += " + i + "; default: } final int limit = k * " + n + ";"
                + " return by.values().stream().flatMap(List::stream).sorted().limit(limit)"
                + ".collect(Collectors.toList()); }");
        return text + "}";
    }

    static void compiler() throws Exception {
        Path out = Files.createTempDirectory("bench-apps");
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<SimpleJavaFileObject> files = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            String text = source(i);
            files.add(new SimpleJavaFileObject(URI.create("string:///C" + i + ".java"),
                                               javax.tools.JavaFileObject.Kind.SOURCE) {
                @Override
                public CharSequence getCharContent(boolean ignore) {
                    return text;
                }
            });
        }
        load("compiler", 1, () -> turn -> {
            boolean good = compiler.getTask(new StringWriter(), null, d -> { },
                List.of("-nowarn", "-proc:none", "-d", out.toString()), null, files).call();
            if (!good) throw new IllegalStateException("does not compile");
        });
        for (File f : out.toFile().listFiles()) f.delete();
        Files.delete(out);
    }

    static void script() throws Exception {
        String text = "function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }"
            + "function words(t) { var h = {}; t.replace(/\\w+/g, function(w) { h[w] = (h[w] || 0) + 1; });"
            + " return Object.keys(h).sort().length; }"
            + "var s = []; for (var i = 0; i < 500; i++) s.push('word' + i % 97 + ' ' + i * 7);"
            + "fib(18) + words(s.join(' '));";
        load("script", 2, () -> {
            org.mozilla.javascript.Context context = org.mozilla.javascript.Context.enter();
            org.mozilla.javascript.Scriptable scope = context.initStandardObjects();
            org.mozilla.javascript.Script script = context.compileString(text, "bench.js", 1, null);
            return turn -> script.exec(context, scope);
        });
    }

    static void web() throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        org.eclipse.jetty.server.Server server = new org.eclipse.jetty.server.Server(0);
        server.setHandler(new org.eclipse.jetty.server.handler.AbstractHandler() {
            @Override
            public void handle(String target, org.eclipse.jetty.server.Request base,
                               jakarta.servlet.http.HttpServletRequest request,
                               jakarta.servlet.http.HttpServletResponse response) throws IOException {
                base.setHandled(true);
                response.setContentType("application/json");
                mapper.writeValue(response.getOutputStream(), tree(1, new Random(target.length())));
            }
        });
        server.start();
        int port = server.getURI().getPort();
        load("client", 4, () -> turn -> {
            URL url = new URL("http://127.0.0.1:" + port + "/a" + turn % 100);
            try (InputStream in = ((HttpURLConnection) url.openConnection()).getInputStream()) {
                mapper.readTree(in);
            }
        });
    }

    static void groovy() throws Exception {
        String text = "def m = [:].withDefault { 0 }; (1..400).each { i -> def s = 'word' + (i % 97); m[s] += i }\n"
            + "class P { int x; String n; P plus(P o) { new P(x: x + o.x, n: n + o.n.take(1)) } }\n"
            + "def p = (1..100).collect { new P(x: it, n: \"n${it}\") }.inject { a, b -> a + b }\n"
            + "m.sort { -it.value }.take(5).collect { k, v -> \"$k=$v\" }.join(',') + p.x";
        load("groovy", 2, () -> {
            groovy.lang.Script script = new groovy.lang.GroovyShell().parse(text);
            return turn -> script.run();
        });
    }

    static class Answers extends SimpleChannelInboundHandler<FullHttpRequest> {
        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 100; i++) text.append(request.uri()).append(Integer.toHexString(i * 31));
            ByteBuf bytes = Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
            DefaultFullHttpResponse response =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, bytes);
            response.headers().setInt("content-length", bytes.readableBytes());
            context.writeAndFlush(response);
        }
    }

    static void netty() throws Exception {
        ServerBootstrap server = new ServerBootstrap()
            .group(new NioEventLoopGroup(2, new DefaultThreadFactory("netty")))
            .channel(NioServerSocketChannel.class)
            .childHandler(new ChannelInitializer<SocketChannel>() {
                @Override
                protected void initChannel(SocketChannel channel) {
                    channel.pipeline().addLast(new HttpServerCodec(), new HttpObjectAggregator(65536), new Answers());
                }
            });
        int port = ((InetSocketAddress) server.bind(0).sync().channel().localAddress()).getPort();
        load("client", 3, () -> {
            Socket socket = new Socket("127.0.0.1", port);
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            return turn -> {
                socket.getOutputStream().write(("GET /a" + turn % 50 + " HTTP/1.1\r\nhost: x\r\n\r\n").getBytes());
                int length = 0;
                for (String line = "-"; !line.isEmpty();) {
                    StringBuilder text = new StringBuilder();
                    for (int c; (c = in.read()) != '\n';) text.append((char) c);
                    line = text.toString().trim();
                    if (line.startsWith("content-length:")) length = Integer.parseInt(line.substring(15).trim());
                }
                in.readNBytes(length);
            };
        });
    }

    /** Small pieces of work, each handed over to another thread. */
    static void handover() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4, run -> new Thread(run, "handover-pool"));
        load("handover", 2, () -> turn -> {
            CompletableFuture<Integer> future = CompletableFuture.completedFuture(turn);
            for (int i = 0; i < 5; i++)
                future = future.thenApplyAsync(x -> {
                    String text = "";
                    for (int k = 0; k < 20; k++) text += x + k;
                    return text.hashCode();
                }, pool);
            future.get();
        });
    }

    public static void main(String[] args) throws Exception {
        seconds = Double.parseDouble(args[1]);
        names = Pattern.compile(args[2]);
        switch (args[0]) {
            case "sql": sql(); break;
            case "json": json(); break;
            case "index": index(); break;
            case "compiler": compiler(); break;
            case "script": script(); break;
            case "web": web(); break;
            case "groovy": groovy(); break;
            case "netty": netty(); break;
            case "handover": handover(); break;
            default: throw new IllegalArgumentException(args[0]);
        }
        System.out.println("operations " + operations);
        System.exit(0); // servers and pools would keep it
    }
}
