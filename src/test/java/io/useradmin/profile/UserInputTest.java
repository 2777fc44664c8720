package io.useradmin.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.useradmin.profile.UserInput.Contact;
import io.useradmin.profile.UserInput.Username;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The result of an input for an existing or a new user. */
class UserInputTest {
    private static final Instant NOW = Instant.ofEpochSecond(1000, 999_999_999);
    private static final Contact A = email(null, "a@example.com", false);
    private static final Contact B = email(null, "b@example.com", true);

    private int made;
    private final Supplier<String> ids = () -> "new-" + ++made;

    @Test
    void generatesMissingTimesAndIdentifiers() {
        User user = input(null, null, "aino", A, B).created("u", NOW, ids);

        assertThat(user.creationTime()).isEqualTo(1000);
        assertThat(user.lastUpdated()).isEqualTo(1000);
        assertThat(user.username()).isEqualTo(new User.Username("new-1", "aino", List.of(), List.of()));
        assertThat(user.emails()).extracting(User.Email::id).containsExactly("new-3", "new-2");
    }

    @Test
    void keepsGivenTimesAndIdentifiers() {
        User user = input(5L, 6L, null, email("mine", "a@example.com", false)).created("u", NOW, ids);

        assertThat(user.creationTime()).isEqualTo(5);
        assertThat(user.lastUpdated()).isEqualTo(6);
        assertThat(user.emails()).extracting(User.Email::id).containsExactly("mine");
    }

    @Test
    void writingBackAReadUserChangesNothing() {
        User before = input(5L, 6L, "aino", A, B).created("u", NOW, ids);

        assertThat(asRead(before, before.lastUpdated()).replacing(before, NOW, ids))
                .isEqualTo(before);
        assertThat(input(null, null, "aino", B, A).replacing(before, NOW, ids)).isEqualTo(before);
    }

    @Test
    void anEditOfAReadUserIsAnUpdate() {
        User before = input(5L, 6L, "aino", A, B).created("u", NOW, ids);

        User after = input(5L, 6L, "other", A, B).replacing(before, NOW, ids);

        assertThat(after.creationTime()).isEqualTo(5);
        assertThat(after.lastUpdated()).isEqualTo(1000);
    }

    @Test
    void acceptsADifferentTimeOfTheLastUpdate() {
        User before = input(5L, 6L, "aino", A).created("u", NOW, ids);

        assertThat(input(null, 7L, "aino", A).replacing(before, NOW, ids)).isEqualTo(before.lastUpdatedAt(7));
        assertThat(input(null, 7L, "other", A).replacing(before, NOW, ids).lastUpdated())
                .isEqualTo(7);
    }

    @Test
    void keepsIdentifiersOfUnchangedEntries() {
        User before = input(5L, 6L, "aino", A, B).created("u", NOW, ids);

        User after =
                input(null, null, "aino", A, email(null, "c@example.com", true)).replacing(before, NOW, ids);

        assertThat(after.username()).isEqualTo(before.username());
        assertThat(after.emails()).extracting(User.Email::email).containsExactly("c@example.com", "a@example.com");
        assertThat(after.emails().getLast()).isEqualTo(before.emails().getLast());
        assertThat(after.emails().getFirst().id()).as("only one was generated").isEqualTo("new-4");
        assertThat(before.emails())
                .extracting(User.Email::id)
                .doesNotContain(after.emails().getFirst().id());
    }

    @Test
    void doesNotKeepAnIdentifierThatAnotherEntryGets() {
        User before = input(5L, 6L, null, email("1", "a@example.com", false)).created("u", NOW, ids);

        User after =
                input(null, null, null, A, email("1", "b@example.com", false)).replacing(before, NOW, ids);

        assertThat(after.emails())
                .extracting(User.Email::email, User.Email::id)
                .containsExactlyInAnyOrder(tuple("b@example.com", "1"), tuple("a@example.com", "new-1"));
    }

    private static UserInput input(Long created, Long updated, String username, Contact... emails) {
        return new UserInput(
                created,
                updated,
                null,
                false,
                false,
                Claims.NONE,
                "{}",
                "{}",
                username == null ? null : new Username(null, username, List.of(), List.of()),
                List.of(emails),
                List.of(),
                List.of(new User.ExternalIdentity("g1", "google", Map.of("name", "Aino", "email", "a@example.com"))));
    }

    private static UserInput asRead(User user, long lastUpdated) {
        return input(
                user.creationTime(),
                lastUpdated,
                Stream.ofNullable(user.username())
                        .map(User.Username::username)
                        .findFirst()
                        .orElse(null),
                user.emails().stream()
                        .map(email -> email(email.id(), email.email(), email.primary()))
                        .toArray(Contact[]::new));
    }

    private static Contact email(String id, String email, boolean primary) {
        return new Contact(id, email, false, primary, List.of(), List.of());
    }
}
