package io.useradmin.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.json.JsonMembers;
import io.useradmin.json.UnreadableJsonException;
import io.useradmin.shared.Violations;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The valid Session objects, and the errors for invalid ones. */
class SessionParserTest {
    private final Violations violations = new Violations();

    @Test
    void readsEveryMember() {
        assertThat(read("""
                {"session_key": "k", "initiated_at": 1, "expires_at": 2, "last_updated": 3, "client_ids": ["web", "tv"],
                 "last_metadata": {"country": "FI", "city": "Turku", "region": "VS", "latitude": "60", "longitude": "22",
                                   "ip_address": "192.0.2.1", "user_agent": "curl"}}"""))
                .contains(new SessionInput(
                        "k",
                        1L,
                        2L,
                        3L,
                        List.of("web", "tv"),
                        Map.of(
                                "country", "FI",
                                "city", "Turku",
                                "region", "VS",
                                "latitude", "60",
                                "longitude", "22",
                                "ip_address", "192.0.2.1",
                                "user_agent", "curl")));
        assertThat(found()).isEmpty();
    }

    @Test
    void needsAKeyAndAnEnd() {
        assertThat(read("{\"session_key\": \"k\", \"expires_at\": 2}"))
                .contains(new SessionInput("k", null, 2, null, List.of(), Map.of()));
        assertThat(found()).isEmpty();

        assertThat(read("{}")).isEmpty();
        assertThat(found()).containsExactly("/session_key required", "/expires_at required");
    }

    @Test
    void boundsItsTexts() {
        String key = "k".repeat(SessionParser.LONGEST_KEY);
        String text = "t".repeat(1024);
        String body = "{\"session_key\": \"%s\", \"expires_at\": 2, \"last_metadata\": {\"city\": \"%s\"}}";

        assertThat(read(body.formatted(key, text))).isPresent();
        assertThat(found()).isEmpty();

        read(body.formatted(key + "k", text + "t"));
        assertThat(found()).containsExactly("/session_key length", "/last_metadata/city length");
    }

    @Test
    void knowsNoOtherMetadata() {
        read(
                "{\"session_key\": \"k\", \"expires_at\": 2, \"client_ids\": [\"a b\"], \"last_metadata\": {\"planet\": \"\"}}");

        assertThat(found()).containsExactly("/client_ids/0 identifier", "/last_metadata/planet unknown_member");
    }

    private Optional<SessionInput> read(String body) {
        try {
            return SessionParser.read(JsonMembers.read(body.getBytes(StandardCharsets.UTF_8), violations));
        } catch (UnreadableJsonException failure) {
            throw new AssertionError(failure);
        }
    }

    private List<String> found() {
        return violations.found().stream()
                .map(violation -> violation.location().value() + " " + violation.code())
                .toList();
    }
}
