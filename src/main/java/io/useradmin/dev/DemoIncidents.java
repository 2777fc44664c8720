package io.useradmin.dev;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/** Adds incidents to demo users, as support engineers see them. All addresses are from ranges for documentation. */
final class DemoIncidents {
    /** An attacker guesses the password of this user, from hundreds of addresses of one network. */
    static final String UNDER_ATTACK = "ben";
    /** An attacker has taken over the account of this user. */
    static final String TAKEN_OVER = "carol";
    /** A client whose secret leaked: sessions of many users, all from one network. */
    static final String LEAKED_CLIENT = "partner-app";

    private static final int ATTACKING_ADDRESSES = 250;
    private static final int USERS_OF_LEAKED_CLIENT = 120;
    private static final Device LEAKED = new Device(List.of(LEAKED_CLIENT), "partner-app/1.4 (okhttp/4.12)");
    private static final Device STOLEN = new Device(List.of("web"), "python-requests/2.32.3");
    /** Identifiers of sessions do not depend on the clock. */
    private static final Instant SIGNED_UP = Instant.parse("2024-01-01T08:00:00Z");

    private static final long SEED = 20_260_102;

    private final SeededRandom chance = new SeededRandom(SEED);
    private final Instant now;

    private DemoIncidents(Instant now) {
        this.now = now;
    }

    /** Changes the first users of a list. */
    static void addTo(List<JsonObject> users, Instant now) {
        var incidents = new DemoIncidents(now);
        incidents.travel(users.get(0));
        incidents.attack(users.get(1).put("user_id", UNDER_ATTACK));
        incidents.takeOver(users.get(2).put("user_id", TAKEN_OVER));
        users.subList(3, 3 + USERS_OF_LEAKED_CLIENT).forEach(incidents::leak);
    }

    private void travel(JsonObject user) {
        JsonArray sessions = user.getJsonArray("sessions");
        for (DemoCity city : DemoCity.ALL) {
            sessions.add(session(city, city.address(chance.below(250)), chance.oneOf(Device.ALL), Duration.ofDays(20)));
        }
    }

    private void attack(JsonObject user) {
        user.put(
                "blocked_ips",
                new JsonArray(IntStream.rangeClosed(1, ATTACKING_ADDRESSES)
                        .mapToObj(this::attacker)
                        .toList()));
    }

    private JsonObject attacker(int host) {
        Instant lastAttempt = now.minus(upTo(Duration.ofHours(2)));
        return new JsonObject()
                .put("ip", "203.0.113." + host)
                .put("login_count", 0)
                .put("failure_count", 5 + chance.below(400))
                .put("last_login_attempt", lastAttempt.getEpochSecond())
                .put("block_until", lastAttempt.plus(Duration.ofDays(7)).getEpochSecond());
    }

    private void takeOver(JsonObject user) {
        DemoCity farAway = DemoCity.ALL.getLast();
        JsonArray sessions = user.getJsonArray("sessions");
        IntStream.rangeClosed(1, 4)
                .mapToObj(host -> session(farAway, "192.0.2." + (200 + host), STOLEN, Duration.ofMinutes(50)))
                .forEach(sessions::add);
        user.put("last_updated", now.minus(Duration.ofMinutes(40)).getEpochSecond());
        user.getJsonArray("emails")
                .add(new JsonObject()
                        .put("id", chance.uuid(SIGNED_UP))
                        .put("email", "recovery@mail.example")
                        .put("verified", false)
                        .put("authenticators", List.of("email"))
                        .put("idps", List.of(DemoUsers.OWN_PROVIDER)));
    }

    private void leak(JsonObject user) {
        DemoCity place = DemoCity.ALL.get(10);
        user.getJsonArray("sessions")
                .add(session(place, "192.0.2." + (1 + chance.below(30)), LEAKED, Duration.ofHours(9)));
    }

    /** A session that began within the last {@code age} and lives for at least a day. */
    private JsonObject session(DemoCity place, String address, Device device, Duration age) {
        Instant initiatedAt = now.minus(upTo(age)).minusSeconds(60);
        return DemoActivity.session(chance, SIGNED_UP, initiatedAt, device, place, address)
                .put("last_updated", initiatedAt.plusSeconds(30).getEpochSecond())
                .put(
                        "expires_at",
                        now.plus(Duration.ofDays(1))
                                .plus(upTo(Duration.ofDays(20)))
                                .getEpochSecond());
    }

    private Duration upTo(Duration most) {
        return Duration.ofSeconds(chance.below((int) most.toSeconds()));
    }
}
