package io.useradmin.session;

import io.useradmin.json.JsonItem;
import io.useradmin.json.JsonMembers;
import io.useradmin.shared.IpNetwork;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The condition of a bulk action on live sessions. A session must meet all given criteria.
 *
 * @param network compared with the address in the last metadata; a session without an address does not match
 * @param initiatedBefore exclusive
 */
public record SessionCondition(
        Optional<String> clientId, Optional<IpNetwork> network, Optional<Instant> initiatedBefore) {
    /** Reads the condition's members of {@code body}. */
    static SessionCondition read(JsonMembers body) {
        return new SessionCondition(
                body.optional("client_id").flatMap(JsonItem::identifier),
                body.optional("ip_address").flatMap(item -> item.parsed(IpNetwork::read)),
                body.optional("initiated_before").flatMap(JsonItem::time).map(Instant::ofEpochSecond));
    }

    /**
     * An SQL expression for live sessions that meet the condition. PostgreSQL cannot use an index for it.
     *
     * @param now the parameter of the time
     * @param first the number of the first parameter of {@link #values}
     */
    static String expression(String now, int first) {
        return """
                (%1$s
                 and (cast($%2$d as text) is null or $%2$d = any(client_ids))
                 and (cast($%3$d as text) is null
                      or metadata_address(last_metadata) between cast(cast($%3$d as text) as inet)
                                                             and cast(cast($%4$d as text) as inet))
                 and (cast($%5$d as timestamptz) is null or initiated_at < $%5$d))""".formatted(isLive(now), first, first + 1, first + 2, first + 3);
    }

    /** An SQL expression for live sessions. PostgreSQL cannot use an index for it. */
    static String isLive(String now) {
        return "expires_at - cast(" + now + " as timestamptz) > interval '0'";
    }

    /** Whether every session meets the condition. */
    boolean isNone() {
        return clientId.isEmpty() && network.isEmpty() && initiatedBefore.isEmpty();
    }

    /** The values of the four parameters of {@link #expression}. */
    List<@Nullable Object> values() {
        return Arrays.asList(
                clientId.orElse(null),
                network.map(IpNetwork::first).orElse(null),
                network.map(IpNetwork::last).orElse(null),
                initiatedBefore.orElse(null));
    }

    /** The given members as text for the audit log. The value of an address is personal data, so only its name is given. */
    Stream<String> words() {
        return Stream.of(
                        clientId.map("client_id="::concat),
                        network.map(_ -> "ip_address"),
                        initiatedBefore.map(time -> "initiated_before=" + time.getEpochSecond()))
                .flatMap(Optional::stream);
    }

    /** The values that identify the condition in cursors. */
    Stream<String> identity() {
        return Stream.of(clientId, network.map(IpNetwork::first), network.map(IpNetwork::last), initiatedBefore)
                .map(given -> given.map(Object::toString).orElse(""));
    }
}
