package io.useradmin.dev;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Generates the users of the demo tenant as lines of an import. They are always the same. Only the times of sessions and sign-ins
 * are relative to now, so that some are live.
 */
final class DemoUsers {
    static final int COUNT = 1000;

    /** The id of the first user, who has some of everything. */
    static final String FIRST_ID = "alice";

    static final List<String> GROUPS =
            List.of("customers", "newsletter", "beta-testers", "premium", "moderators", "editors", "support", "staff");

    /** The name of the service itself in lists of identity providers. */
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

    /** One line per user, always in the same order. */
    static List<JsonObject> at(Instant now) {
        var users = new DemoUsers(now);
        List<JsonObject> lines = IntStream.range(0, COUNT).mapToObj(users::user).toList();
        DemoIncidents.addTo(lines, now);
        return lines;
    }

    private JsonObject user(int number) {
        boolean first = number == 0;
        Instant createdAt = FIRST_SIGN_UP.plus(BETWEEN_SIGN_UPS.multipliedBy(number));
        PersonName name = PersonName.of(number);
        String email = name.inAddresses() + "@" + chance.oneOf(EMAIL_DOMAINS);
        DemoCity home = chance.oneOf(DemoCity.ALL);
        List<String> connected = first ? AUTHENTICATORS.subList(0, 2) : chance.someOf(AUTHENTICATORS, chance.below(3));
        return new JsonObject()
                .put("user_id", first ? FIRST_ID : userId(number, createdAt))
                .put("creation_time", createdAt.getEpochSecond())
                .put(
                        "last_updated",
                        createdAt.plus(Duration.ofHours(chance.below(2000))).getEpochSecond())
                .put("password_updated_at", createdAt.getEpochSecond())
                .put("has_password", true)
                .put("disabled", !first && chance.onceIn(40))
                .put(
                        "claims",
                        new JsonObject()
                                .put("name", name.full())
                                .put("given_name", name.given())
                                .put("family_name", name.family()))
                .put("public_data", publicData(name, home))
                .put("private_data", privateData(number))
                .put("username", username(name, createdAt))
                .put("emails", mutable(emails(name, email, connected, createdAt)))
                .put("phone_numbers", phones(number, home, createdAt))
                .put("idps", identities(name, email, connected))
                .put("sessions", mutable(activity.sessions(first ? 6 : chance.below(7), home, createdAt)))
                .put("blocked_ips", activity.addresses(first ? 6 : Math.max(0, chance.below(10) - 5), home))
                .put("groups", memberships(chance.someOf(GROUPS, first ? 3 : chance.below(4)), createdAt));
    }

    /** Some users come from other identity services. */
    private String userId(int number, Instant createdAt) {
        return switch (number % 10) {
            case 3 -> "auth0|" + chance.hex(12);
            case 7 -> chance.hex(16);
            default -> chance.uuid(createdAt);
        };
    }

    private JsonObject publicData(PersonName name, DemoCity home) {
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
                                .put("channels", new JsonArray(chance.someOf(CHANNELS, 1 + chance.below(3)))));
    }

    private JsonObject privateData(int number) {
        return new JsonObject()
                .put("customer_number", "C-%06d".formatted(100_000 + number))
                .put("tier", chance.oneOf(TIERS))
                .put("risk_score", chance.below(100) / 100.0)
                .put(
                        "terms",
                        new JsonObject().put("version", 1 + chance.below(4)).put("accepted", true))
                .put("notes", new JsonArray(chance.onceIn(5) ? List.of("Asked for an invoice by post.") : List.of()));
    }

    private JsonObject username(PersonName name, Instant createdAt) {
        return new JsonObject()
                .put("id", chance.uuid(createdAt))
                .put("username", name.inAddresses())
                .put("authenticators", List.of("password"))
                .put("idps", List.of(OWN_PROVIDER));
    }

    private List<JsonObject> emails(PersonName name, String email, List<String> connected, Instant createdAt) {
        List<String> confirming =
                Stream.concat(Stream.of(OWN_PROVIDER), connected.stream()).toList();
        JsonObject primary = email(chance.uuid(createdAt), email, !chance.onceIn(10), confirming)
                .put("primary", true);
        if (!chance.onceIn(4)) {
            return List.of(primary);
        }
        String atWork = name.inAddresses() + "@work.example";
        return List.of(primary, email(chance.uuid(createdAt), atWork, chance.onceIn(2), List.of(OWN_PROVIDER)));
    }

    private static JsonObject email(String id, String email, boolean verified, List<String> idps) {
        return new JsonObject()
                .put("id", id)
                .put("email", email)
                .put("verified", verified)
                .put("authenticators", List.of("email", "password"))
                .put("idps", idps);
    }

    private List<JsonObject> phones(int number, DemoCity home, Instant createdAt) {
        if (number > 0 && chance.onceIn(3)) {
            return List.of();
        }
        return List.of(new JsonObject()
                .put("id", chance.uuid(createdAt))
                .put("phone", "%s555%06d".formatted(home.dialCode(), number))
                .put("verified", !chance.onceIn(5))
                .put("primary", true)
                .put("authenticators", List.of("phone"))
                .put("idps", List.of(OWN_PROVIDER)));
    }

    private List<JsonObject> identities(PersonName name, String email, List<String> connected) {
        return connected.stream()
                .map(authenticator -> new JsonObject()
                        .put("authenticator", authenticator)
                        .put("provider_user_id", chance.digits(21))
                        .put(
                                "claims",
                                new JsonObject()
                                        .put("email", email)
                                        .put("email_verified", "true")
                                        .put("name", name.full())))
                .toList();
    }

    private static List<JsonObject> memberships(List<String> groups, Instant since) {
        return groups.stream()
                .map(group -> new JsonObject().put("group_id", group).put("assigned_at", since.getEpochSecond()))
                .toList();
    }

    /** For {@link DemoIncidents}. */
    private static JsonArray mutable(List<JsonObject> elements) {
        return new JsonArray(new ArrayList<>(elements));
    }
}
