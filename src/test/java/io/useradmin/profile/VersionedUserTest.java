package io.useradmin.profile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.useradmin.json.JsonText;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The version of a user, from which its ETag is made. */
class VersionedUserTest {
    private static final Claims NO_CLAIMS =
            new Claims(null, null, null, null, null, null, null, null, null, null, null, null, null);

    private final JsonText json = new JsonText(new ObjectMapper());

    /** Otherwise the replicas of two releases would refuse each other's ETags during a roll-out. */
    @Test
    void isTheSameInEveryRelease() {
        assertThat(user("Aino Virtanen").version(json)).isEqualTo(132183797501385521L);
        assertThat(user("Näin Öinen 愛").version(json)).isEqualTo(395421679412253513L);
        assertThat(user("Aino 🌲").version(json)).isEqualTo(525065331173487125L);
    }

    private static VersionedUser user(String name) {
        var user = new User(
                "u1",
                1,
                2,
                null,
                true,
                false,
                NO_CLAIMS.named(name, null, null),
                "{}",
                null,
                null,
                List.of(),
                List.of(),
                List.of());
        return new VersionedUser(user, 7, 8);
    }
}
