package io.useradmin.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.json.JsonMembers;
import io.useradmin.json.UnreadableJsonException;
import io.useradmin.shared.Violations;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** How many sessions of a tenant a call may revoke. */
class RevokeAcrossLimitTest {
    private final Violations violations = new Violations();

    @Test
    void is10000ByDefault() throws Exception {
        assertThat(limit("")).isEqualTo(10_000);
        assertThat(violations.isEmpty()).isTrue();
    }

    @Test
    void isAtMost10000() throws Exception {
        assertThat(limit(", \"limit\": 10000")).isEqualTo(10_000);
        assertThat(violations.isEmpty()).isTrue();

        limit(", \"limit\": 10001");
        assertThat(violations.isEmpty()).isFalse();
    }

    private int limit(String member) throws UnreadableJsonException {
        byte[] body = ("{\"client_id\": \"web\"" + member + "}").getBytes(StandardCharsets.UTF_8);
        return RevokeAcross.read("tenant", JsonMembers.read(body, violations)).limit();
    }
}
