package io.useradmin.blockedip;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.json.JsonMembers;
import io.useradmin.json.UnreadableJsonException;
import io.useradmin.shared.Violations;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The allowed body for an IP address that tried to sign in. */
class AccessInputTest {
    private final Violations violations = new Violations();

    @Test
    void readsAnAddressThatIsBlockedAndOneThatIsNot() {
        assertThat(
                        read(
                                "{\"login_count\": 0, \"failure_count\": 2147483647, \"last_login_attempt\": 3, \"block_until\": 4}"))
                .contains(new AccessInput(0, Integer.MAX_VALUE, 3, 4L));
        assertThat(read("{\"login_count\": 1, \"failure_count\": 2, \"last_login_attempt\": 3}"))
                .contains(new AccessInput(1, 2, 3, null));
        assertThat(found()).isEmpty();
    }

    @Test
    void needsCountsAndTheLastAttempt() {
        assertThat(read("{\"block_until\": 4}")).isEmpty();
        assertThat(found())
                .containsExactly("/login_count required", "/failure_count required", "/last_login_attempt required");
    }

    @Test
    void boundsTheCounts() {
        assertThat(read("{\"login_count\": -1, \"failure_count\": 2147483648, \"last_login_attempt\": 3}"))
                .isEmpty();
        assertThat(found()).containsExactly("/login_count out_of_range", "/failure_count out_of_range");
    }

    private Optional<AccessInput> read(String body) {
        try {
            return AccessInput.read(JsonMembers.read(body.getBytes(StandardCharsets.UTF_8), violations));
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
