import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Sends requests over a limited number of keep-alive connections, in one thread that never sleeps.
 *
 * <p>Other load generators use more CPU per request than the service for a refusal, or do not separate the latency of refusals
 * from that of other responses.
 */
final class Load implements AutoCloseable {
    private static final long PROBE_INTERVAL = 100_000_000L;
    private static final long GRACE = 10_000_000_000L;

    private final Selector selector = Selector.open();
    private final Queue<Connection> idle = new ArrayDeque<>();
    private final Connection probe;
    private final InetSocketAddress server;
    private final byte[][] requests;
    private int busy;

    Load(int port, int connections, byte[][] requests) throws IOException {
        this.server = new InetSocketAddress("127.0.0.1", port);
        this.requests = requests;
        this.probe = new Connection(true);
        for (int n = 0; n < connections; n++) {
            idle.add(new Connection(false));
        }
    }

    /** Keeps this many requests in flight all the time, to measure the capacity. */
    Recording saturate(int inFlight, long nanos) throws IOException {
        var recording = new Recording(0, 0, nanos);
        long start = System.nanoTime();
        long now = start;
        while (now - start < nanos || busy > 0 && now - start < nanos + GRACE) {
            while (busy < inFlight && now - start < nanos) {
                send(idle.remove(), now, recording);
            }
            receive(start, null);
            now = System.nanoTime();
        }
        return recording;
    }

    /**
     * Sends at each phase's rate in turn, even if responses are late. A request that is due while all connections are busy is
     * not sent, as with clients whose connection pools are full. Meanwhile, an extra connection sends probes all the time.
     */
    void offer(List<Recording> phases, Timeline timeline) throws IOException {
        long start = System.nanoTime();
        for (Recording phase : phases) {
            long began = start + phase.from;
            long due = 0;
            for (long now = System.nanoTime(); now - began < phase.nanos; now = System.nanoTime()) {
                for (long most = (long) ((now - began) * phase.rate / 1e9); due < most; due++) {
                    long at = began + (long) (due * 1e9 / phase.rate);
                    timeline.offered(at - start);
                    if (idle.isEmpty()) {
                        phase.unsent++;
                    } else {
                        send(idle.remove(), at, phase);
                    }
                }
                probe(start, now, phase, timeline);
                receive(start, timeline);
            }
        }
        drain(start, timeline);
    }

    /** Closes the connections. After a run, none has a pending request. */
    @Override
    public void close() throws IOException {
        for (SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
    }

    private void probe(long start, long now, Recording phase, Timeline timeline) throws IOException {
        if (probe.phase == null && timeline.probeIsDue(now - start, PROBE_INTERVAL)) {
            send(probe, now, phase);
        }
    }

    private void drain(long start, Timeline timeline) throws IOException {
        long end = System.nanoTime() + GRACE;
        while (busy > 0 && System.nanoTime() < end) {
            receive(start, timeline);
        }
    }

    private void send(Connection connection, long at, Recording phase) throws IOException {
        connection.at = at;
        connection.phase = phase;
        busy++;
        connection.write(ByteBuffer.wrap(requests[ThreadLocalRandom.current().nextInt(requests.length)]));
    }

    private void receive(long start, Timeline timeline) throws IOException {
        if (selector.selectNow() == 0) {
            return;
        }
        for (SelectionKey key : selector.selectedKeys()) {
            var connection = (Connection) key.attachment();
            int status = connection.read();
            if (status == Answer.CLOSED && connection.phase == null) {
                connection.open();
            } else if (status != Answer.INCOMPLETE) {
                finish(connection, status, start, timeline);
            }
        }
        selector.selectedKeys().clear();
    }

    private void finish(Connection connection, int status, long start, Timeline timeline) throws IOException {
        long now = System.nanoTime();
        Recording phase = connection.phase;
        connection.phase = null;
        busy--;
        if (connection.isProbe) {
            timeline.probed(connection.at - start, now - connection.at, status);
        } else {
            phase.answered(status, now - connection.at, connection.answer.hasRetryAfter());
            if (timeline != null) {
                timeline.answered(now - start, status);
            }
            idle.add(connection);
        }
        if (status == Answer.CLOSED) {
            connection.open();
        }
    }

    /** A keep-alive connection with at most one request in flight. */
    private final class Connection {
        private final boolean isProbe;
        private final Answer answer = new Answer();
        private SocketChannel channel;
        private Recording phase;
        private long at;

        Connection(boolean isProbe) throws IOException {
            this.isProbe = isProbe;
            open();
        }

        void open() throws IOException {
            if (channel != null) {
                channel.close();
            }
            channel = SocketChannel.open(server);
            channel.socket().setTcpNoDelay(true);
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, this);
            answer.clear();
        }

        void write(ByteBuffer request) throws IOException {
            channel.write(request);
            if (request.hasRemaining()) {
                throw new IOException("a request does not fit into the socket");
            }
        }

        int read() {
            try {
                return answer.read(channel);
            } catch (IOException reset) {
                return Answer.CLOSED;
            }
        }
    }
}
