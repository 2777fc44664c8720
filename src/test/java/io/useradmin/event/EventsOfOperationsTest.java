package io.useradmin.event;

import static io.useradmin.testsupport.Api.withKey;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which events each operation records for its request in {@link ApiOperation}, as docs/events.md says. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class EventsOfOperationsTest {
    /**
     * For each operation that writes, its events: the type, the subject, and what the event says about the change. Those without
     * events do not change what the tenant has.
     */
    private static final Map<String, List<String>> EVENTS = Stream.of("""
            addEmail                   | user.updated user_id=USER changed=[/emails]
            addPhone                   | user.updated user_id=USER changed=[/phone_numbers]
            assignGroup                | group.member.added user_id=USER group_id=group-1
            createKey                  | key.created target_key_id=NEW
            createStream               | ssf.stream.created stream_id=NEW
            createUser                 | user.created user_id=NEW
            deleteGroup                | group.deleted group_id=group-1
            deleteStream               | ssf.stream.deleted stream_id=stream-1
            deleteUser                 | user.deleted user_id=USER
            disableUser                | user.disabled user_id=USER | session.revoked user_id=USER session_id=session-1 selector=disabled
            disconnectAuthenticator    | identity.disconnected user_id=USER authenticator=google
            enableUser                 | user.enabled user_id=USER
            makePrimaryEmail           | user.updated user_id=USER changed=[/emails]
            makePrimaryPhone           | user.updated user_id=USER changed=[/phone_numbers]
            pollEvents                 |
            putGroup                   |
            putIpAccess                | ip.unblocked user_id=USER ip_address=192.0.2.1
            putSession                 |
            putUser                    | user.updated user_id=USER changed=[/emails,/idps,/phone_numbers,/username] | user.disabled user_id=USER \
            | user.public_data.updated user_id=USER changed=[/color] | user.private_data.updated user_id=USER changed=[/plan] \
            | identity.disconnected user_id=USER authenticator=google
            removeEmail                | user.updated user_id=USER changed=[/emails]
            removeFromGroup            | group.member.removed user_id=USER group_id=group-0
            removePhone                | user.updated user_id=USER changed=[/phone_numbers]
            removeUsername             | user.updated user_id=USER changed=[/username]
            replaceStream              | ssf.stream.updated stream_id=stream-1 changed=[/description]
            revokeKey                  | key.revoked target_key_id=key-of-USER
            revokeSession              | session.revoked user_id=USER session_id=session-1 selector=session_id
            revokeSessions             | session.revoked user_id=USER session_id=session-1 selector=initiated_before=32503680000
            revokeSessionsAcrossTenant | session.revoked user_id=USER session_id=session-1 selector=initiated_before=32503680000
            rotateKey                  | key.rotated target_key_id=key-of-USER | key.created target_key_id=NEW
            setStreamStatus            | ssf.stream.updated stream_id=stream-1 changed=[/status]
            setUsername                | user.updated user_id=USER changed=[/username]
            unblockIp                  | ip.unblocked user_id=USER ip_address=192.0.2.1 selector=ip_address
            unblockIpAcrossTenant      | ip.unblocked user_id=USER ip_address=192.0.2.1 selector=ip_address
            unverifyEmail              | user.updated user_id=USER changed=[/emails]
            unverifyPhone              | user.updated user_id=USER changed=[/phone_numbers]
            updateClaims               | user.updated user_id=USER changed=[/claims/nickname]
            updatePrivateData          | user.private_data.updated user_id=USER changed=[/a]
            updatePublicData           | user.public_data.updated user_id=USER changed=[/a]
            updateStream               | ssf.stream.updated stream_id=stream-1 changed=[/description]
            updateUser                 | user.disabled user_id=USER
            verifyEmail                | user.updated user_id=USER changed=[/emails]
            verifyPhone                | user.updated user_id=USER changed=[/phone_numbers]
            verifyStream               |
            """.split("\n"))
            .map(row -> row.split(" *\\| *", -1))
            .collect(toMap(
                    row -> row[0],
                    row -> Arrays.stream(row)
                            .skip(1)
                            .filter(event -> !event.isEmpty())
                            .toList()));

    /** Members that every event of a key has. */
    private static final Set<String> AUTHOR = Set.of("tenant_id", "key", "trace_id");

    /** An identifier that the service has made. */
    private static final String NEW = "[0-9a-f]{8}-?[0-9a-f]{4}-?7[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}";

    final Tenant tenant = Tenant.create();
    final String user = ApiOperation.userFor(tenant);

    static Stream<ApiOperation> operations() {
        return ApiOperation.all();
    }

    @Test
    void areKnownForEveryWrite() {
        assertThat(EVENTS.keySet())
                .isEqualTo(ApiOperation.all()
                        .filter(operation -> !operation.method().equals("GET"))
                        .map(ApiOperation::id)
                        .collect(toCollection(TreeSet::new)));
    }

    /** A read has no events, because the setting for them is off. */
    @ParameterizedTest
    @MethodSource("operations")
    void areAsDocumented(ApiOperation operation) {
        operation.prepare(tenant);

        assertThat(operation
                        .send(withKey(tenant.apiKey()).accept(operation.accept()), user)
                        .statusCode())
                .isIn(operation.success(), 201);

        assertThat(Events.feed(tenant, 100).stream().map(this::text))
                .containsExactlyInAnyOrderElementsOf(EVENTS.getOrDefault(operation.id(), List.of()));
    }

    /** The user is always the subject of the CloudEvent too. */
    private String text(JsonNode event) {
        assertThat(event.path("subject")).isEqualTo(event.at("/data/user_id"));
        List<String> words = new ArrayList<>();
        words.add(event.get("type").asText().replace("io.useradmin.", ""));
        event.get("data").properties().stream()
                .filter(member -> !AUTHOR.contains(member.getKey()))
                .map(member -> member.getKey() + "=" + value(member.getValue()))
                .forEach(words::add);
        return String.join(" ", words);
    }

    private String value(JsonNode value) {
        String text = value.isArray() ? value.toString().replace("\"", "") : value.asText();
        return text.replace(user, "USER").replaceAll(NEW, "NEW");
    }
}
