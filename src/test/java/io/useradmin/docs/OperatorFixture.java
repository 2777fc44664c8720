package io.useradmin.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.operator.Commands;
import io.useradmin.operator.deliver.Receiver;
import io.useradmin.testsupport.FreshDatabase;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/** What the examples with {@code useradmin} need: an empty database, and below some headings files, rows or a receiver. */
final class OperatorFixture implements AutoCloseable {
    private static final String AINO = "{\"user_id\": \"aino\", \"username\": {\"username\": \"aino\"}}\n";
    private static final String REALM = "{\"realm\": \"acme\", \"users\": [{\"id\": \"kai\", \"username\": \"kai\"}]}";

    private final FreshDatabase database = new FreshDatabase();

    private final Map<String, Step> steps = Map.ofEntries(
            entry("## Keys", () -> database.run("update api_keys set last_used_at = now()")),
            entry("## Import", this::files),
            entry("### Rejected lines", this::wrongLines),
            entry("### Progress and restart", this::interruptedImport),
            entry("## Sessions and blocks", this::slowRevocation),
            entry("## Messages and scripts", () -> succeed("tenant create acme")),
            entry("# Migrating from another product", this::filesOfOtherProducts),
            entry("## Webhooks", this::receiverThatFailsOnce),
            entry("## Test cluster", () -> succeed("migrate")));

    private final Commands commands = Commands.on(database);
    private final Path folder;
    private final Receiver receiver;

    private interface Step {
        void run() throws Exception;
    }

    OperatorFixture(Path folder) throws IOException {
        this.folder = folder;
        this.receiver = new Receiver();
    }

    Commands commands() {
        return commands;
    }

    Receiver receiver() {
        return receiver;
    }

    /** The headings below which examples need something. */
    Set<String> headings() {
        return steps.keySet();
    }

    /** Prepares the examples below a heading. */
    void prepare(String heading) throws Exception {
        steps.getOrDefault(heading, () -> {}).run();
    }

    @Override
    public void close() {
        receiver.close();
        database.close();
    }

    private void files() throws IOException {
        for (String file : List.of("users.ndjson", "users.ndjson.gz", "part-1.gz", "part-2.gz")) {
            write(file, AINO);
        }
        write("acme-realm.json", REALM);
    }

    private void wrongLines() throws IOException {
        write("users.ndjson", """
                {"group_id": "staff", "name": "Staff"}
                %s{"user_id": "bo", "disabled": true}
                {"user_id": "cai", "emails": [{"email": "cai"}]}
                {"user_id": "dan", "username": {"username": "aino"}}
                {"user_id": "ed", }
                """.formatted(AINO));
    }

    /** The third line is wrong until nobody else has the username. */
    private void interruptedImport() throws Exception {
        write(
                "users.ndjson",
                Stream.of("u1", "u2", "aino", "u4").map(OperatorFixture::user).collect(Collectors.joining()));
        String users = folder.resolve("users.ndjson").toString();
        assertThat(commands.run("import", "--tenant", "acme", "--strict", users).err())
                .contains("line 3 is invalid");
        database.run("delete from usernames where username = 'aino'");
    }

    /** A user with sessions of two clients, an ended one, and a blocked address. */
    private static String user(String username) {
        return """
                {"user_id": "user-%1$s", "username": {"username": "%1$s"},\
                 "sessions": [{"session_id": "leaked", %2$s, "expires_at": 4102444800, "client_ids": ["portal"]},\
                              {"session_id": "other", %2$s, "expires_at": 4102444800, "client_ids": ["web"]},\
                              {"session_id": "ended", %2$s, "expires_at": 1700000001}],\
                 "blocked_ips": [{"ip": "203.0.113.7", %3$s, "block_until": 4102444800}, {"ip": "198.51.100.7", %3$s}]}
                """.formatted(
                        username,
                        "\"session_key\": \"k\", \"initiated_at\": 1700000000, \"last_updated\": 1700000000",
                        "\"login_count\": 0, \"failure_count\": 9, \"last_login_attempt\": 1700000000");
    }

    /** A command shows its progress after 2 s. */
    private void slowRevocation() throws SQLException {
        database.run("create function wait() returns trigger language plpgsql as"
                + " 'begin perform pg_sleep(2); return old; end'");
        database.run("create trigger wait before delete on sessions for each row"
                + " when (old.session_id = 'leaked' and old.user_id = 'user-u1') execute function wait()");
    }

    private void filesOfOtherProducts() throws IOException {
        succeed("migrate");
        succeed("tenant create acme");
        write("acme-realm.json", REALM);
        write("acme.json.gz", "{\"user_id\": \"auth0|liisa\", \"email\": \"liisa@example.com\"}");
        write("identities.json", "[{\"id\": \"john\", \"traits\": {\"email\": \"john@example.com\"}}]");
    }

    /** The new key is the event. */
    private void receiverThatFailsOnce() {
        succeed("migrate");
        succeed("tenant create acme");
        succeed("key create --tenant acme --name portal --scope *");
        receiver.answering(Receiver.status(503));
    }

    private void succeed(String line) {
        assertThat(commands.line(line).exitCode()).as(line).isZero();
    }

    private void write(String file, String text) throws IOException {
        try (OutputStream plain = Files.newOutputStream(folder.resolve(file));
                OutputStream output = file.endsWith(".gz") ? new GZIPOutputStream(plain) : plain) {
            output.write(text.getBytes(UTF_8));
        }
    }
}
