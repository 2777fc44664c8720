package io.useradmin.operator;

import io.useradmin.audit.Author;
import io.useradmin.database.BoundStatement;
import io.useradmin.session.RevocationBatch;
import io.useradmin.session.SessionCondition;
import io.useradmin.session.SessionPosition;
import io.useradmin.session.SessionSelector;
import io.useradmin.shared.BulkCall.Batch;
import io.useradmin.shared.Columns;
import io.useradmin.shared.IpNetwork;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Revokes sessions across a tenant. */
@Command(
        name = "revoke",
        description = {
            "Revokes the live sessions of a tenant that match all given options.",
            "It works in small transactions while the service runs. After an interruption, run it again to continue."
        })
class SessionsRevokeCommand extends BulkCommand<SessionPosition> {
    @Option(
            names = "--user",
            paramLabel = "<id>",
            converter = Converters.Id.class,
            description = "Only sessions of this user; can be repeated.")
    List<String> users = List.of();

    @Option(
            names = "--group",
            paramLabel = "<id>",
            converter = Converters.Id.class,
            description = "Only sessions of members of this group.")
    Optional<String> group = Optional.empty();

    @Option(
            names = "--client",
            paramLabel = "<id>",
            converter = Converters.Id.class,
            description = "Only sessions of this client.")
    Optional<String> client = Optional.empty();

    @Option(
            names = "--ip-address",
            paramLabel = "<address>",
            converter = Converters.Network.class,
            description = "Only sessions last seen at this address or in this network, such as 192.0.2.0/24.")
    Optional<IpNetwork> network = Optional.empty();

    @Option(
            names = "--initiated-before",
            paramLabel = "<time>",
            converter = Converters.Time.class,
            description = "Only sessions that began before this time, such as 2026-01-31T00:00:00Z.")
    Optional<Instant> initiatedBefore = Optional.empty();

    @Option(
            names = "--except-user",
            paramLabel = "<id>",
            converter = Converters.Id.class,
            description = "Keep the sessions of this user; can be repeated.")
    List<String> exceptUsers = List.of();

    SessionsRevokeCommand(Supplier<Database> database, Clock clock) {
        super(database, clock);
    }

    @Override
    void check() {
        super.check();
        if (selector().isUnlimited()) {
            throw wrongUse("Missing option: one of --user, --group, --client, --ip-address, --initiated-before");
        }
    }

    @Override
    SessionPosition start() {
        return SessionPosition.START;
    }

    @Override
    BoundStatement statement(SessionPosition after, int limit, Instant now) {
        var batch = new RevocationBatch(selector(), after, limit, now);
        return dryRun ? batch.count() : batch.revoke(Author.sharedValuesOfCommand(now));
    }

    @Override
    Batch<SessionPosition> read(Columns row, SessionPosition after) {
        return RevocationBatch.read(row, after);
    }

    @Override
    int newUsers(SessionPosition after, Batch<SessionPosition> done) {
        return after.newUsers(done.users());
    }

    @Override
    String progress(long changed, SessionPosition position) {
        return "%d %s up to user %s so far".formatted(changed, dryRun ? "found" : "revoked", position.userId());
    }

    @Override
    void report(long changed, long users) {
        print(
                (dryRun ? "Would revoke %s of %s." : "Revoked %s of %s.")
                        .formatted(count(changed, "session", "sessions"), count(users, "user", "users")),
                json().put("revoked", changed).put("users", users));
    }

    private SessionSelector selector() {
        return new SessionSelector(
                tenant,
                users.stream().distinct().toList(),
                group,
                new SessionCondition(client, network, initiatedBefore),
                exceptUsers);
    }
}
