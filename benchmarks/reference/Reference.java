import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.AsyncResult;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The best case for this stack: the service's operations, hand-written on Vert.x and its PostgreSQL client, without API keys,
 * validation, error responses and headers. It runs the same statements as pgbench.
 *
 * <p>Arguments: port, and the folders of the statements, separated by colons; later folders override earlier ones. PGHOST,
 * PGPORT, PGDATABASE, PGUSER and PGPASSWORD name the database. The system property {@code pipelined} selects connections that
 * requests share, instead of a pool whose connections serve one request at a time, as in the service. With {@code -Dids=uuid},
 * ids of users and groups are UUIDs instead of texts.
 */
public final class Reference extends AbstractVerticle {
    private static final String TENANT = "bench";
    private static final int CONNECTIONS = 20;
    /** The same number as in the service. Vert.x' default is twice as many, and costs a tenth more CPU. */
    private static final int EVENT_LOOPS = Math.max(2, Runtime.getRuntime().availableProcessors());
    private static final boolean UUIDS = System.getProperty("ids", "text").equals("uuid");
    private static final Pattern VARIABLE = Pattern.compile("(?<!:):([a-z]+)");
    private static final AtomicInteger STARTED = new AtomicInteger();
    private static final JsonFactory JSON = new JsonFactory();

    private final int port;
    private final Map<String, Statement> statements;
    private final SqlClient shared;
    private SqlClient database;

    private Reference(int port, Map<String, Statement> statements, SqlClient shared) {
        this.port = port;
        this.statements = statements;
        this.shared = shared;
    }

    public static void main(String[] arguments) {
        Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(EVENT_LOOPS));
        Map<String, Statement> statements = Statement.all(arguments[1].split(":"));
        SqlClient pool = Boolean.getBoolean("pipelined")
                ? null
                : PgBuilder.pool().connectingTo(server()).with(new PoolOptions().setMaxSize(CONNECTIONS)).using(vertx).build();
        var instances = new DeploymentOptions().setInstances(EVENT_LOOPS);
        vertx.deployVerticle(() -> new Reference(Integer.parseInt(arguments[0]), statements, pool), instances)
                .onFailure(failure -> {
                    failure.printStackTrace();
                    System.exit(1);
                });
    }

    /** Caches every statement. By default, the client would prepare those of 2,048 characters or more again for each request. */
    private static PgConnectOptions server() {
        PgConnectOptions options = PgConnectOptions.fromEnv();
        options.setCachePreparedStatements(true).setPreparedStatementCacheSqlFilter(_ -> true);
        return options;
    }

    @Override
    public void start() {
        var ownShare = new PoolOptions().setMaxSize(share(STARTED.getAndIncrement()));
        database = shared != null
                ? shared
                : PgBuilder.client().connectingTo(server()).with(ownShare).using(vertx).build();
        vertx.createHttpServer().requestHandler(this::handle).listen(port);
    }

    /** The connections of an event loop: together {@code CONNECTIONS}, but at least one each. */
    private static int share(int eventLoop) {
        int more = eventLoop < CONNECTIONS % EVENT_LOOPS ? 1 : 0;
        return Math.max(1, CONNECTIONS / EVENT_LOOPS + more);
    }

    private void handle(HttpServerRequest request) {
        String[] path = request.path().split("/");
        switch (request.method().name() + " " + (path.length > 4 ? path[4] : "")) {
            case "GET sessions" -> query("list_sessions", Map.of("user", path[3])).onComplete(answer(request, Reference::sessions));
            case "GET blocked_ips" -> query("list_blocked_ips", Map.of("user", path[3])).onComplete(answer(request, Reference::addresses));
            case "GET public_data" -> query("get_public_data", Map.of("user", path[3])).onComplete(answer(request, Reference::data));
            case "PATCH public_data" -> request.body()
                    .compose(body -> query("patch_public_data",
                            Map.of("user", path[3], "patch", body.toJsonObject().getJsonObject("public_data"))))
                    .onComplete(answer(request, Reference::data));
            case "POST groups" -> query("assign_group", Map.of("user", path[3], "group", path[5]))
                    .onComplete(done(request, 201));
            case "POST disable", "POST enable" -> query(
                            "disable_user", Map.of("user", path[3], "disabled", path[4].equals("disable") ? 1 : 0))
                    .onComplete(answer(request, Reference::document));
            case "POST emails" -> query(
                            "verify_email", Map.of("user", path[3], "verified", path[6].equals("verify") ? 1 : 0))
                    .onComplete(answer(request, Reference::document));
            case "POST sessions" -> request.body()
                    .compose(body -> query("revoke_sessions",
                            Map.of("owner", path[3], "session", body.toJsonObject().getJsonArray("except").getString(0))))
                    .onComplete(answer(request, Reference::document));
            case "DELETE sessions" -> query("revoke_session", Map.of("owner", path[3], "session", path[5]))
                    .onComplete(done(request, 204));
            case "DELETE " -> query("delete_user", Map.of("leaver", path[3])).onComplete(done(request, 204));
            // The minimum of any server. It shows the cost of the machine itself.
            case "GET echo" -> request.response().putHeader("Content-Type", "application/json").end("{}");
            default -> request.response().setStatusCode(404).end();
        }
    }

    private Future<RowSet<Row>> query(String name, Map<String, Object> values) {
        Statement statement = statements.get(name);
        return database.preparedQuery(statement.sql()).execute(statement.bind(values));
    }

    private static Handler<AsyncResult<RowSet<Row>>> answer(
            HttpServerRequest request, Body body) {
        return result -> {
            if (result.failed() || result.result().size() == 0) {
                request.response().setStatusCode(result.failed() ? 500 : 404).end();
                return;
            }
            request.response().putHeader("Content-Type", "application/json").end(body.of(result.result()));
        };
    }

    private static Handler<AsyncResult<RowSet<Row>>> done(
            HttpServerRequest request, int status) {
        return result -> request.response().setStatusCode(result.failed() ? 500 : status).end();
    }

    private static Buffer data(RowSet<Row> rows) {
        Row row = rows.iterator().next();
        return Buffer.buffer("{\"public_data\":" + row.getString(0) + "}");
    }

    private static Buffer document(RowSet<Row> rows) {
        return Buffer.buffer(rows.iterator().next().getString(0));
    }

    private static Buffer sessions(RowSet<Row> rows) {
        return array(rows, (row, json) -> {
            json.writeStringField("session_id", row.getString(0));
            json.writeStringField("session_key", row.getString(1));
            json.writeNumberField("initiated_at", row.getOffsetDateTime(2).toEpochSecond());
            json.writeNumberField("expires_at", row.getOffsetDateTime(3).toEpochSecond());
            json.writeNumberField("last_updated", row.getOffsetDateTime(4).toEpochSecond());
            json.writeFieldName("client_ids");
            String[] clients = row.getArrayOfStrings(5);
            json.writeArray(clients, 0, clients.length);
            json.writeFieldName("last_metadata");
            json.writeRawValue(row.getString(6));
        });
    }

    private static Buffer addresses(RowSet<Row> rows) {
        return array(rows, (row, json) -> {
            json.writeStringField("ip", row.getString(0));
            json.writeNumberField("block_until", row.getLong(1));
            json.writeNumberField("last_login_attempt", row.getLong(2));
            json.writeNumberField("login_count", row.getInteger(3));
            json.writeNumberField("failure_count", row.getInteger(4));
        });
    }

    private static Buffer array(RowSet<Row> rows, Element element) {
        var text = new StringWriter(2048);
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartArray();
            for (Row row : rows) {
                json.writeStartObject();
                element.write(row, json);
                json.writeEndObject();
            }
            json.writeEndArray();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return Buffer.buffer(text.toString());
    }

    /** Writes a response body. */
    private interface Body {
        Buffer of(RowSet<Row> rows);
    }

    /** Writes the members of an element. */
    private interface Element {
        void write(Row row, JsonGenerator json) throws IOException;
    }

    /** A statement of a pgbench script, with numbered parameters for PostgreSQL. */
    private record Statement(String sql, List<String> variables) {
        static Map<String, Statement> all(String... folders) {
            var statements = new HashMap<String, Statement>();
            for (String folder : folders) {
                statements.putAll(of(Path.of(folder)));
            }
            return statements;
        }

        private static Map<String, Statement> of(Path folder) {
            try (var files = Files.list(folder)) {
                return files.collect(Collectors.toMap(
                        file -> file.getFileName().toString().replace(".sql", ""), Statement::read));
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }

        private static Statement read(Path script) {
            try {
                String sql = Files.readString(script).replaceAll("(?m)^\\\\set.*\n", "").strip().replaceAll(";$", "");
                var variables = new ArrayList<String>();
                for (MatchResult found : VARIABLE.matcher(sql).results().toList()) {
                    if (!variables.contains(found.group(1))) {
                        variables.add(found.group(1));
                    }
                }
                String numbered = VARIABLE.matcher(sql).replaceAll(found -> "\\$" + (variables.indexOf(found.group(1)) + 1));
                return new Statement(numbered, List.copyOf(variables));
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }

        Tuple bind(Map<String, Object> values) {
            Tuple tuple = Tuple.tuple();
            for (String variable : variables) {
                tuple.addValue(switch (variable) {
                    case "tenant" -> TENANT;
                    case "now" -> OffsetDateTime.ofInstant(Instant.now(), ZoneOffset.UTC);
                    case "event" -> UUID.randomUUID();
                    case "user", "group" -> id((String) values.get(variable));
                    default -> values.get(variable);
                });
            }
            return tuple;
        }

        private static Object id(String text) {
            return UUIDS ? UUID.fromString(text) : text;
        }
    }
}
