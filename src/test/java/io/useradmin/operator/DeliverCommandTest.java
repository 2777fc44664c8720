package io.useradmin.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.UserAdmin;
import io.useradmin.operator.Commands.Outcome;
import io.useradmin.operator.deliver.Receiver;
import io.useradmin.testsupport.FeedEnd;
import io.useradmin.testsupport.ServiceRole;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command itself. {@code deliver/DeliveryTest} tests the delivery. */
class DeliverCommandTest {
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final long TIMEOUT_SECONDS = 60;

    private final Tenant tenant = Tenant.create();
    private final Commands commands = Commands.onTestDatabase(Clock.systemUTC());
    private Receiver receiver;
    private Path secret;

    @TempDir
    private Path folder;

    @BeforeEach
    void open() throws IOException {
        receiver = new Receiver();
        secret = Files.writeString(folder.resolve("secret"), SECRET + "\n");
    }

    @AfterEach
    void close() {
        receiver.close();
    }

    @Test
    void deliversExistingEvents() {
        List<String> ids = record(2);
        assertThat(commands.line(deliver("--once -o json"))).isEqualTo(done("{\"events\":2}"));
        assertThat(receiver.ids()).isEqualTo(ids);
        assertThat(commands.line(deliver("--once"))).isEqualTo(done("Delivered 0 events."));
    }

    @Test
    void startsNowIfRequested() {
        record(1);
        assertThat(commands.line(deliver("--once --after now"))).isEqualTo(done("Delivered 0 events."));
        assertThat(commands.line(deliver("--after then")).err()).contains("'--after': must be now");
    }

    /** So the Deployment can use the service's role (docs/security.md). */
    @Test
    void needsNoMoreRightsThanTheService() {
        ServiceRole.create();
        record(1);
        var asService = new Database(Commands.testDatabase().url(), ServiceRole.NAME, null);
        receiver.answering(Receiver.status(500));
        Outcome outcome = new Commands(asService, Clock.systemUTC()).line(deliver("--once"));
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("Delivered 1 event.");
        assertThat(outcome.err()).contains("it responded with 500").doesNotContain(SECRET, "v1,");
    }

    @Test
    void refusesPrivateAddressesByDefault() {
        assertThat(commands.line("deliver --tenant %s --to https://localhost:1/ --secret-file %s"
                        .formatted(tenant.id(), secret)))
                .isEqualTo(failed("https://localhost:1/ has a private address. To allow it, use --allow-private."));
    }

    @Test
    void reportsAMissingTenant() {
        assertThat(commands.line("deliver --tenant none --to %s --secret-file %s --allow-private"
                        .formatted(receiver.url("/"), secret)))
                .isEqualTo(failed("There is no tenant none."));
    }

    @ParameterizedTest
    @CsvSource({
        "'', has no secret.",
        "secret, has a line that does not begin with whsec_.",
        "whsec_c2VjcmV0, has a secret that is not 24 to 64 bytes long."
    })
    void refusesASecretThatProtectsNothing(String content, String message) throws IOException {
        Files.writeString(secret, content);
        assertThat(commands.line(deliver("--once"))).isEqualTo(failed("The file " + secret + " " + message));
    }

    @Test
    void aSecretFileThatIsNoText() throws IOException {
        Files.write(secret, new byte[] {(byte) 0xc3, (byte) 0x28});
        assertThat(commands.line(deliver("--once")))
                .isEqualTo(failed("The file " + secret + " has a line that does not begin with whsec_."));
    }

    @Test
    void saysThatThereIsNoSecret() throws IOException {
        Files.delete(secret);
        assertThat(commands.line(deliver("--once")))
                .isEqualTo(failed("The secret cannot be read: " + secret + " does not exist."));
    }

    /** After a stop or a crash, the next process continues with the event that the receiver may not have received. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void losesNothingWhenItIsKilled(boolean softly) throws Exception {
        List<String> ids = record(5);
        var reached = new CountDownLatch(1);
        receiver.answering(Receiver.times(2, Receiver.status(200))).answering(exchange -> {
            reached.countDown();
            receiver.hanging().to(exchange);
        });
        Process process = start(deliver(""));
        try {
            assertThat(reached.await(TIMEOUT_SECONDS, TimeUnit.SECONDS))
                    .as(() -> read("err"))
                    .isTrue();
            assertThat(read("err")).isEmpty();
            if (softly) {
                process.destroy();
            } else {
                process.destroyForcibly();
            }
            assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(read("out") + read("err")).doesNotContain(SECRET, "whsec", "v1,");
        } finally {
            process.destroyForcibly();
        }

        assertThat(commands.line(deliver("--once"))).isEqualTo(done("Delivered 3 events."));

        assertThat(receiver.ids())
                .containsExactly(ids.get(0), ids.get(1), ids.get(2), ids.get(2), ids.get(3), ids.get(4));
    }

    private Process start(String line) throws IOException {
        var java = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        UserAdmin.class.getName())
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
        java.command().addAll(List.of(line.split(" ")));
        java.environment()
                .put(
                        "QUARKUS_DATASOURCE_REACTIVE_URL",
                        "postgresql://localhost:%d/postgres".formatted(TestDatabase.port()));
        java.environment().put("QUARKUS_DATASOURCE_USERNAME", "postgres");
        return java.start();
    }

    private String read(String file) {
        try {
            return Files.readString(folder.resolve(file));
        } catch (IOException failure) {
            return failure.toString();
        }
    }

    private String deliver(String options) {
        return "deliver --tenant %s --to %s --secret-file %s --allow-private %s"
                .formatted(tenant.id(), receiver.url("/"), secret, options)
                .strip();
    }

    private List<String> record(int events) {
        List<String> ids = IntStream.range(0, events)
                .mapToObj(_ -> Sql.list(
                                "insert into events (tenant_id, occurred_at, type) values (?, now(), 'user.updated')"
                                        + " returning event_id::text",
                                tenant.id())
                        .getFirst())
                .toList();
        FeedEnd.awaitAll(tenant);
        return ids;
    }

    private static Outcome done(String out) {
        return new Outcome(0, out + System.lineSeparator(), "");
    }

    private static Outcome failed(String err) {
        return new Outcome(1, "", err + System.lineSeparator());
    }
}
