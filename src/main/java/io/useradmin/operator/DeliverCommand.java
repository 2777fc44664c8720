package io.useradmin.operator;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.useradmin.operator.deliver.Delivery;
import io.useradmin.operator.deliver.Delivery.Settings;
import io.useradmin.operator.deliver.DeliveryStoppedException;
import io.useradmin.operator.deliver.DeliveryTiming;
import io.useradmin.operator.deliver.Secrets;
import io.useradmin.operator.deliver.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Pushes the change feed to a system that cannot read it. */
@Command(
        name = "deliver",
        description = {
            "Sends the events of a tenant to a URL, each in a POST request with the headers of Standard Webhooks,"
                    + " in order and at least once. It runs until you stop it.",
            "If the receiver fails, the command retries the event for three days, and then fails. If it loses the"
                    + " database, or the receiver responds with 410 (Gone), it fails at once. The next run continues."
        })
class DeliverCommand extends DatabaseCommand {
    private final Clock clock;

    @Option(
            names = "--tenant",
            required = true,
            paramLabel = "<id>",
            converter = Converters.Id.class,
            description = "The tenant.")
    String tenant;

    @Option(
            names = "--to",
            required = true,
            paramLabel = "<url>",
            description = "The URL of the receiver. It must begin with https:// and have no password.")
    String url;

    @Option(
            names = "--secret-file",
            required = true,
            paramLabel = "<file>",
            description =
                    "The file with the secret (whsec_...) that signs. If it has several, one per line, each signs.")
    Path secretFile;

    @Option(
            names = "--after",
            paramLabel = "now",
            converter = Converters.Now.class,
            description = "Send only new events to a new URL, instead of all. A known URL continues.")
    @Nullable String after;

    @Option(
            names = "--allow-private",
            description = "Allow http:// and addresses that are not public, such as 127.0.0.1 and 10.0.0.1.")
    boolean allowPrivate;

    @Option(names = "--once", description = "End when all events are delivered.")
    boolean once;

    DeliverCommand(Supplier<Database> database, Clock clock) {
        super(database);
        this.clock = clock;
    }

    @Override
    void check() {
        target();
    }

    @Override
    void run(Connection connection) throws SQLException {
        var settings = new Settings(tenant, target(), secrets(), after != null, once, DeliveryTiming.DEFAULT);
        try {
            long delivered = Delivery.run(connection, settings, clock, this::say);
            print(
                    "Delivered %s.".formatted(count(delivered, "event", "events")),
                    JSON.objectNode().put("events", delivered));
        } catch (DeliveryStoppedException stopped) {
            throw new Failure(String.valueOf(stopped.getMessage()));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure("The delivery was interrupted. Run it again to continue.");
        }
    }

    private Target target() {
        try {
            return Target.parse(url, allowPrivate);
        } catch (IllegalArgumentException refused) {
            throw wrongUse("Invalid value for option '--to': " + refused.getMessage());
        }
    }

    private Secrets secrets() {
        try {
            // Secrets are ASCII. As UTF-8, a wrong file would fail with a message that nobody understands.
            return Secrets.parse(Files.readAllLines(secretFile, ISO_8859_1));
        } catch (IOException failure) {
            throw new Failure("The secret cannot be read: " + FileErrors.describe(failure) + ".");
        } catch (IllegalArgumentException malformed) {
            throw new Failure("The file " + secretFile + " " + malformed.getMessage() + ".");
        }
    }
}
