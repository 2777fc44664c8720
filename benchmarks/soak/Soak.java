import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Calls every operation of the service at random, and keeps a ledger of acknowledged writes. It is also the proxy between the
 * service and its database, so that it can cut their connections. Commands for faults come from standard input, one per line:
 * {@code cut} cuts the connections, {@code disconnect} makes many other clients disconnect, {@code over <name>} says that a
 * fault has ended, {@code end} ends the run.
 *
 * <p>Usage: {@code java Soak.java <service URL> <key> <key of the disconnecting clients> <port to listen on> <port of
 * PostgreSQL>
 * <output folder>}
 */
public class Soak {
    static final int WORKERS = 16;
    static final int USERS_OF_A_WORKER = 5;
    static final Duration PAUSE = Duration.ofMillis(20);
    /** The latest time of a write without a response: a frozen database continues it. */
    static final Duration LATEST = Duration.ofSeconds(30);

    static final AtomicBoolean ended = new AtomicBoolean();
    static final Map<String, AtomicLong> counts = new ConcurrentHashMap<>();
    static final Map<String, List<Long>> recoveries = new TreeMap<>();
    static final AtomicReference<Fault> fault = new AtomicReference<>();

    /** A fault that has ended, while no request has succeeded yet. */
    record Fault(String name, long over) {}

    public static void main(String[] arguments) throws Exception {
        Cable cable = new Cable(Integer.parseInt(arguments[3]), Integer.parseInt(arguments[4]));
        try (HttpClient client = HttpClient.newHttpClient()) {
            Api api = new Api(client, arguments[0], arguments[1]);
            while (api.send("GET", "/api/groups?size=1", "").status() != 200) {
                Thread.sleep(200);
            }
            counts.clear();
            List<Worker> workers = new ArrayList<>();
            List<Thread> threads = new ArrayList<>();
            for (int number = 0; number < WORKERS; number++) {
                Worker worker = new Worker(api, number);
                workers.add(worker);
                threads.add(Thread.ofPlatform().start(worker));
            }
            obey(cable, new Leavers(URI.create(arguments[0]), arguments[2]));
            ended.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
            report(Path.of(arguments[5]), workers);
        }
        System.exit(0);
    }

    static void obey(Cable cable, Leavers leavers) throws IOException {
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (String line = commands.readLine(); line != null && !line.equals("end"); line = commands.readLine()) {
            if (line.equals("cut")) {
                cable.cut();
            } else if (line.equals("disconnect")) {
                leavers.leave();
            } else {
                fault.set(new Fault(line.substring("over ".length()), System.nanoTime()));
            }
        }
    }

    static void count(String what) {
        counts.computeIfAbsent(what, _ -> new AtomicLong()).incrementAndGet();
    }

    /** The first successful request that began after the end of a fault gives the recovery time. */
    static void succeeded(long begun) {
        Fault last = fault.get();
        if (last != null && begun > last.over() && fault.compareAndSet(last, null)) {
            synchronized (recoveries) {
                recoveries
                        .computeIfAbsent(last.name(), _ -> new ArrayList<>())
                        .add((System.nanoTime() - last.over()) / 1_000_000);
            }
        }
    }

    static void report(Path folder, List<Worker> workers) throws IOException {
        try (BufferedWriter ledger = Files.newBufferedWriter(folder.resolve("ledger.tsv"))) {
            for (Worker worker : workers) {
                for (Map.Entry<Fact, Set<String>> entry : worker.ledger.entrySet()) {
                    Fact fact = entry.getKey();
                    ledger.write(String.join(
                            "\t", fact.owner(), fact.kind(), fact.item(), String.join(",", entry.getValue())));
                    ledger.newLine();
                }
            }
        }
        List<String> lines = new ArrayList<>();
        new TreeMap<>(counts).forEach((what, count) -> lines.add(what + "\t" + count));
        Files.write(folder.resolve("counts.tsv"), lines);
        List<String> ways = new ArrayList<>();
        recoveries.forEach((name, times) -> ways.add("%s\t%d\t%d\t%d"
                .formatted(
                        name,
                        times.size(),
                        times.stream().sorted().toList().get(times.size() / 2),
                        times.stream().max(Long::compare).orElseThrow())));
        Files.write(folder.resolve("recoveries.tsv"), ways);
    }

    /** Something that the database has or does not have. */
    record Fact(String owner, String kind, String item) {}

    record Answer(int status, String body) {
        static final Answer NONE = new Answer(0, "");
    }

    /** Sends requests, and counts them by their result. */
    record Api(HttpClient client, String url, String key) {
        Answer send(String method, String path, String body) throws InterruptedException {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                    .timeout(Duration.ofSeconds(30))
                    .header("X-API-KEY", key)
                    .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
            if (!body.isEmpty()) {
                request.header("Content-Type", "application/json");
            }
            count("sent");
            long begun = System.nanoTime();
            try {
                HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
                int status = response.statusCode();
                if (status < 300) {
                    succeeded(begun);
                    count(method.equals("GET") ? "reads answered" : "writes acknowledged");
                } else if (status == 503) {
                    count("answered 503");
                } else if (status == 404) {
                    count("answered 404");
                } else {
                    count("unexpected: " + status + " to " + method + " " + path.replaceAll("[0-9]+", "N"));
                }
                return new Answer(status, response.body());
            } catch (IOException failure) {
                count("unexpected: no answer, " + failure.getClass().getSimpleName());
                return Answer.NONE;
            }
        }
    }

    /** A client with its own users. It sends one request at a time, so it knows their state. */
    static final class Worker implements Runnable {
        /** The possible values: one after an acknowledged write, more after a write with unknown outcome. */
        final Map<Fact, Set<String>> ledger = new HashMap<>();

        /** Writes without acknowledgement that may still take effect, and until when. */
        private final Map<Fact, Map<String, Long>> unknown = new HashMap<>();

        private final Api api;
        private final int number;
        private final Random random;
        private long version;

        Worker(Api api, int number) {
            this.api = api;
            this.number = number;
            this.random = new Random(number);
        }

        @Override
        public void run() {
            try {
                for (int user = 0; user < USERS_OF_A_WORKER; user++) {
                    begin("soak-" + number + "-" + user);
                }
                while (!ended.get()) {
                    act("soak-" + number + "-" + random.nextInt(USERS_OF_A_WORKER), Integer.toString(random.nextInt(4)));
                    Thread.sleep(PAUSE);
                }
            } catch (InterruptedException interrupt) {
                Thread.currentThread().interrupt();
            }
        }

        /** Creates a user and groups that stay, because other operations need them. */
        private void begin(String user) throws InterruptedException {
            for (String group : List.of("0", "1", "2", "3")) {
                until("PUT", "/api/groups/stay-" + group, "{\"name\":\"stay\"}");
            }
            until("PUT", "/api/users/" + user, "{}");
            ledger.put(new Fact(user, "user", ""), new TreeSet<>(Set.of("plain")));
        }

        private void until(String method, String path, String body) throws InterruptedException {
            while (api.send(method, path, body).status() >= 300) {
                Thread.sleep(PAUSE);
            }
        }

        private void act(String user, String item) throws InterruptedException {
            String path = "/api/users/" + user;
            String next = Long.toString(++version);
            String ip = "192.0.2." + item;
            String passing = user + "-passing";
            String group = "passing-" + number + "-" + item;
            switch (random.nextInt(23)) {
                case 0 -> patch(user, "public", item, next);
                case 1 -> patch(user, "private", item, next);
                case 2 ->
                    write(
                            new Fact(user, "session", item), "present", "absent",
                            "PUT", path + "/sessions/" + item, "{\"session_key\":\"k\",\"expires_at\":32503680000}");
                case 3 ->
                    write(new Fact(user, "session", item), "absent", "absent", "DELETE", path + "/sessions/" + item, "");
                case 4 ->
                    write(
                            new Fact(user, "address", ip), "blocked", "absent",
                            "PUT", path + "/blocked_ips/" + ip,
                            "{\"login_count\":1,\"failure_count\":2,\"last_login_attempt\":1,\"block_until\":32503680000}");
                case 5 -> unblock(user, ip);
                case 6 -> write(new Fact(user, "member", "stay-" + item), "present", "absent",
                        "POST", path + "/groups/stay-" + item, "");
                case 7 -> write(new Fact(user, "member", "stay-" + item), "absent", "absent",
                        "DELETE", path + "/groups/stay-" + item, "");
                case 8 -> write(new Fact(group, "group", ""), next, "absent",
                        "PUT", "/api/groups/" + group, "{\"name\":\"" + next + "\"}");
                case 9 -> write(new Fact(group, "group", ""), "absent", "absent", "DELETE", "/api/groups/" + group, "");
                case 10 -> write(new Fact(passing, "user", ""), "connected", "absent", "PUT", "/api/users/" + passing,
                        "{\"idps\":[{\"authenticator\":\"google\",\"provider_user_id\":\"" + passing + "\"}]}");
                case 11 -> disconnect(passing);
                case 12 -> write(new Fact(passing, "user", ""), "absent", "absent", "DELETE", "/api/users/" + passing, "");
                case 13 -> api.send("GET", path, "");
                case 14 -> api.send("GET", path + "/public_data", "");
                case 15 -> api.send("GET", path + "/private_data", "");
                case 16 -> api.send("GET", path + "/sessions?size=100", "");
                case 17 -> api.send("GET", path + "/sessions/" + item, "");
                case 18 -> api.send("GET", path + "/blocked_ips?filter=" + ip, "");
                case 19 -> api.send("GET", path + "/groups?sort=name:-1", "");
                case 20 -> api.send("GET", "/api/users?size=20", "");
                case 21 -> api.send("GET", "/api/groups?size=20", "");
                default -> api.send("GET", "/api/groups/" + group, "");
            }
        }

        private void patch(String user, String kind, String item, String value) throws InterruptedException {
            write(
                    new Fact(user, kind, "m" + item), value, "absent",
                    "PATCH", "/api/users/" + user + "/" + kind + "_data",
                    "{\"" + kind + "_data\":{\"m" + item + "\":" + value + "}}");
        }

        /** 404 for an address that is not blocked, known or not. */
        private void unblock(String user, String ip) throws InterruptedException {
            Fact fact = new Fact(user, "address", ip);
            Set<String> possible = ledger.getOrDefault(fact, Set.of("absent"));
            int status = api.send(
                            "POST", "/api/users/" + user + "/blocked_ips/unblock", "{\"ip_address\":\"" + ip + "\"}")
                    .status();
            settle(fact, possible, "free", status, without(possible, "blocked"));
        }

        /** 404 if the identity or the user does not exist. */
        private void disconnect(String user) throws InterruptedException {
            Fact fact = new Fact(user, "user", "");
            Set<String> possible = ledger.getOrDefault(fact, Set.of("absent"));
            int status = api.send(
                            "POST",
                            "/api/users/" + user + "/external_authenticator/disconnect",
                            "{\"authenticator\":\"google\",\"provider_user_id\":\"" + user + "\"}")
                    .status();
            settle(fact, possible, "plain", status, without(possible, "connected"));
        }

        private void write(Fact fact, String value, String otherwise, String method, String path, String body)
                throws InterruptedException {
            Set<String> possible = ledger.getOrDefault(fact, Set.of("absent"));
            settle(fact, possible, value, api.send(method, path, body).status(), new TreeSet<>(Set.of(otherwise)));
        }

        private void settle(Fact fact, Set<String> possible, String written, int status, Set<String> notFound) {
            Map<String, Long> late = unknown.computeIfAbsent(fact, _ -> new HashMap<>());
            late.values().removeIf(until -> until < System.nanoTime());
            Set<String> now = new TreeSet<>();
            if (status == 404) {
                now.addAll(notFound);
                now.retainAll(possible);
            } else {
                now.add(written);
            }
            if (status != 404 && (status == 0 || status >= 300)) {
                late.put(written, System.nanoTime() + LATEST.toNanos());
                now.addAll(possible);
            }
            if (now.isEmpty()) {
                count("unexpected: 404 after an acknowledged write, " + fact.kind());
                now.addAll(possible);
            }
            now.addAll(late.keySet());
            ledger.put(fact, now);
        }

        private static Set<String> without(Set<String> values, String value) {
            Set<String> rest = new TreeSet<>(values);
            rest.remove(value);
            return rest;
        }
    }

    /**
     * Clients that disconnect after sending a request or a part of one. Only they use their key, so that it has usually left
     * the service's cache and is looked up while they disconnect.
     */
    record Leavers(URI service, String key) {
        static final int MANY = 60;

        void leave() throws IOException {
            String head = " /api/users/nobody/public_data HTTP/1.1\r\nHost: soak\r\nX-API-KEY: " + key + "\r\n";
            String patch = "PATCH" + head + "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{";
            for (int caller = 0; caller < MANY; caller++) {
                send(caller % 3 == 0 ? patch : "GET" + head + "\r\n", caller % 2 == 0);
            }
        }

        private void send(String request, boolean reset) throws IOException {
            try (Socket socket = new Socket(service.getHost(), service.getPort())) {
                socket.getOutputStream().write(request.getBytes(UTF_8));
                if (reset) {
                    socket.setSoLinger(true, 0);
                }
                count("disconnected");
            }
        }
    }

    /** The proxy between the service and its database. */
    static final class Cable {
        private final Set<Socket> open = ConcurrentHashMap.newKeySet();

        Cable(int port, int target) throws IOException {
            ServerSocket server = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
            Thread.ofPlatform().daemon().start(() -> accept(server, target));
        }

        void cut() {
            open.forEach(Cable::close);
        }

        private void accept(ServerSocket server, int target) {
            while (true) {
                Socket service = null;
                try {
                    service = server.accept();
                    join(service, new Socket(InetAddress.getLoopbackAddress(), target));
                } catch (IOException refused) {
                    close(service);
                }
            }
        }

        private void join(Socket service, Socket database) throws IOException {
            service.setTcpNoDelay(true);
            database.setTcpNoDelay(true);
            open.addAll(List.of(service, database));
            pump(service, database);
            pump(database, service);
        }

        private void pump(Socket from, Socket to) {
            Thread.ofVirtual().start(() -> {
                try (from;
                        to) {
                    from.getInputStream().transferTo(to.getOutputStream());
                } catch (IOException closed) {
                    // One side closed its connection: close the other one too.
                } finally {
                    open.removeAll(List.of(from, to));
                }
            });
        }

        private static void close(Socket socket) {
            try {
                if (socket != null) {
                    socket.close();
                }
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }
}
