// fault: a connection of its own, with TLS, for each message
// first: SlowHandshakes
// chain: Courier.open.*of the CPU
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

public class Courier {
    private static SSLContext context() throws Exception {
        Path store = Files.createTempDirectory("courier").resolve("keys.p12");
        new ProcessBuilder(System.getProperty("java.home") + "/bin/keytool", "-genkeypair", "-alias", "a", "-keyalg", "RSA", "-keysize",
            "3072", "-dname", "CN=localhost", "-storepass", "secret1", "-keystore", store.toString()).inheritIO().start().waitFor();
        KeyStore keys = KeyStore.getInstance(store.toFile(), "secret1".toCharArray());
        KeyManagerFactory managers = KeyManagerFactory.getInstance("PKIX");
        managers.init(keys, "secret1".toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), new TrustManager[]{new X509TrustManager() {
            public void checkClientTrusted(X509Certificate[] chain, String type) {}
            public void checkServerTrusted(X509Certificate[] chain, String type) {}
            public X509Certificate[] getAcceptedIssuers() { return new X509Certificate[0]; }
        }}, null);
        return context;
    }

    private static SSLContext tls;
    private static int port;
    private static final ThreadLocal<SSLSocket> KEPT = new ThreadLocal<>();

    static SSLSocket open() throws Exception {
        SSLContext fresh = tls;
        SSLSocket socket = (SSLSocket) fresh.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.startHandshake();
        return socket;
    }

    static void deliver() throws Exception {
        SSLSocket socket = Load.MEND && KEPT.get() != null ? KEPT.get() : open();
        KEPT.set(socket);
        OutputStream out = socket.getOutputStream();
        out.write(new byte[500]);
        out.flush();
        InputStream in = socket.getInputStream();
        in.read();
        if (!Load.MEND) {
            socket.getSession().invalidate();
            socket.close();
        }
        Around.log("delivered " + Around.compute(4, 20_000));
        Thread.sleep(2);
    }

    public static void main(String[] args) throws Exception {
        tls = context();
        SSLServerSocket server = (SSLServerSocket) tls.getServerSocketFactory().createServerSocket(0, 100, InetAddress.getLoopbackAddress());
        port = server.getLocalPort();
        java.util.concurrent.ExecutorService pool = java.util.concurrent.Executors.newCachedThreadPool(Around.named("mail-server"));
        Around.named("mail-acceptor").newThread(() -> {
            while (true) {
                try {
                    SSLSocket peer = (SSLSocket) server.accept();
                    pool.submit(() -> {
                        try {
                            InputStream in = peer.getInputStream();
                            while (in.readNBytes(500).length == 500) {
                                peer.getOutputStream().write(1);
                                peer.getOutputStream().flush();
                            }
                            peer.close();
                        } catch (Exception e) {
                            // the client went
                        }
                    });
                } catch (Exception e) {
                    return;
                }
            }
        }).start();
        Around.start();
        Load.repeat("courier", 4, Courier::deliver);
    }
}
