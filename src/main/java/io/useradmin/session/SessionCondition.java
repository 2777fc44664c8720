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
    /** An SQL expression for sessions that are live at {@code :now}. PostgreSQL cannot use an index for it. */
    static final String IS_LIVE = "expires_at - cast(:now as timestamptz) > interval '0'";

    /** The names of the parameters for {@link #values}. */
    static final List<String> PARAMETERS = List.of("client", "network_first", "network_last", "initiated_before");

    /** An SQL expression for live sessions that meet the condition. PostgreSQL cannot use an index for it. */
    static final String IS_MET = """
            (%s
             and (cast(:client as text) is null or :client = any(client_ids))
             and (cast(:network_first as text) is null
                  or metadata_address(last_metadata) between cast(cast(:network_first as text) as inet)
                                                         and cast(cast(:network_last as text) as inet))
             and (cast(:initiated_before as timestamptz) is null or initiated_at < :initiated_before))""".formatted(IS_LIVE);

    /** Reads the condition's members of {@code body}. */
    static SessionCondition read(JsonMembers body) {
        return new SessionCondition(
                body.optional("client_id").flatMap(JsonItem::identifier),
                body.optional("ip_address").flatMap(item -> item.parsed(IpNetwork::read)),
                body.optional("initiated_before").flatMap(JsonItem::time).map(Instant::ofEpochSecond));
    }

    /** Whether every session meets the condition. */
    boolean isNone() {
        return clientId.isEmpty() && network.isEmpty() && initiatedBefore.isEmpty();
    }

    /** The values of {@link #PARAMETERS}. */
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
