package io.useradmin.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.json.ApiJson;
import io.useradmin.json.JsonText;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The version of a user, from which its ETag is made. */
class VersionedUserTest {
    private static final Claims NO_CLAIMS =
            new Claims(null, null, null, null, null, null, null, null, null, null, null, null, null);

    private final JsonText json = new JsonText(ApiJson.MAPPER);

    /** Otherwise the replicas of two releases would refuse each other's ETags during a roll-out. */
    @Test
    void isTheSameInEveryRelease() {
        assertThat(Stream.of("Aino Virtanen", "Näin Öinen 愛", "Aino 🌲")
                        .map(name -> user(name).version(json)))
                .containsExactly(397487938130347985L, 487895872169609993L, 487154996886637457L);
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
