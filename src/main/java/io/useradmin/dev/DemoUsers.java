package io.useradmin.dev;

import io.useradmin.dev.DemoUser.Email;
import io.useradmin.dev.DemoUser.Identity;
import io.useradmin.dev.DemoUser.Phone;
import io.useradmin.dev.DemoUser.Username;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Makes up the users of the demo tenant. The same ones come out every time; only the times of sessions and sign-ins are told
 * from now on, so that some are live.
 */
final class DemoUsers {
    static final int COUNT = 1000;

    /** The id of the first user, who has some of everything. */
    static final String FIRST_ID = "alice";

    static final List<String> GROUPS =
            List.of("customers", "newsletter", "beta-testers", "premium", "moderators", "editors", "support", "staff");

    /** What the service itself is called in lists of identity providers. */
    static final String OWN_PROVIDER = "useradmin";

    private static final List<String> AUTHENTICATORS =
            List.of("google", "github", "apple", "facebook", "microsoft", "gitlab", "discord", "twitter", "linkedin");
    private static final List<String> EMAIL_DOMAINS = List.of("example.com", "example.org", "example.net");
    private static final List<String> THEMES = List.of("light", "dark", "system");
    private static final List<String> CHANNELS = List.of("email", "push", "sms");
    private static final List<String> TIERS = List.of("free", "silver", "gold");

    private static final long SEED = 20_260_101;
    private static final Instant FIRST_SIGN_UP = Instant.parse("2024-01-01T08:00:00Z");
    private static final Duration BETWEEN_SIGN_UPS = Duration.ofMinutes(487);

    private final SeededRandom chance = new SeededRandom(SEED);
    private final DemoActivity activity;

    private DemoUsers(Instant now) {
        activity = new DemoActivity(chance, now);
    }

    /** All of them, the first one first. */
    static List<DemoUser> at(Instant now) {
        var users = new DemoUsers(now);
        return IntStream.range(0, COUNT).mapToObj(users::user).toList();
    }

    private DemoUser user(int number) {
        boolean first = number == 0;
        Instant createdAt = FIRST_SIGN_UP.plus(BETWEEN_SIGN_UPS.multipliedBy(number));
        PersonName name = PersonName.of(number);
        String email = name.inAddresses() + "@" + chance.oneOf(EMAIL_DOMAINS);
        DemoCity home = chance.oneOf(DemoCity.ALL);
        List<String> connected = first ? AUTHENTICATORS.subList(0, 2) : chance.someOf(AUTHENTICATORS, chance.below(3));
        return new DemoUser(
                first ? FIRST_ID : userId(number, createdAt),
                createdAt,
                createdAt.plus(Duration.ofHours(chance.below(2000))),
                !first && chance.onceIn(40),
                name,
                publicData(name, home),
                privateData(number),
                new Username(chance.uuid(createdAt), name.inAddresses()),
                emails(name, email, connected, createdAt),
                phones(number, home, createdAt),
                identities(name, email, connected),
                activity.sessions(first ? 6 : chance.below(7), home, createdAt),
                activity.accesses(first ? 6 : Math.max(0, chance.below(10) - 5), home),
                chance.someOf(GROUPS, first ? 3 : chance.below(4)));
    }

    /** Some were brought along from other identity services. */
    private String userId(int number, Instant createdAt) {
        return switch (number % 10) {
            case 3 -> "auth0|" + chance.hex(12);
            case 7 -> chance.hex(16);
            default -> chance.uuid(createdAt);
        };
    }

    private String publicData(PersonName name, DemoCity home) {
        return new JsonObject()
                .put("nickname", name.given())
                .put("locale", home.locale())
                .put("theme", chance.oneOf(THEMES))
                .put("level", 1 + chance.below(60))
                .put("location", new JsonObject().put("country", home.country()).put("city", home.city()))
                .put(
                        "notifications",
                        new JsonObject()
                                .put("enabled", !chance.onceIn(4))
                                .put("channels", new JsonArray(chance.someOf(CHANNELS, 1 + chance.below(3)))))
                .encode();
    }

    private String privateData(int number) {
        return new JsonObject()
                .put("customer_number", "C-%06d".formatted(100_000 + number))
                .put("tier", chance.oneOf(TIERS))
                .put("risk_score", chance.below(100) / 100.0)
                .put(
                        "terms",
                        new JsonObject().put("version", 1 + chance.below(4)).put("accepted", true))
                .put("notes", new JsonArray(chance.onceIn(5) ? List.of("Asked for an invoice by post.") : List.of()))
                .encode();
    }

    private List<Email> emails(PersonName name, String email, List<String> connected, Instant createdAt) {
        List<String> vouching =
                Stream.concat(Stream.of(OWN_PROVIDER), connected.stream()).toList();
        var primary = new Email(chance.uuid(createdAt), email, !chance.onceIn(10), true, vouching);
        if (!chance.onceIn(4)) {
            return List.of(primary);
        }
        String atWork = name.inAddresses() + "@work.example";
        return List.of(
                primary, new Email(chance.uuid(createdAt), atWork, chance.onceIn(2), false, List.of(OWN_PROVIDER)));
    }

    private List<Phone> phones(int number, DemoCity home, Instant createdAt) {
        if (number > 0 && chance.onceIn(3)) {
            return List.of();
        }
        String phone = "%s555%06d".formatted(home.dialCode(), number);
        return List.of(new Phone(chance.uuid(createdAt), phone, !chance.onceIn(5)));
    }

    private List<Identity> identities(PersonName name, String email, List<String> connected) {
        String claims = new JsonObject()
                .put("email", email)
                .put("email_verified", "true")
                .put("name", name.full())
                .encode();
        return connected.stream()
                .map(authenticator -> new Identity(authenticator, chance.digits(21), claims))
                .toList();
    }
}
