package io.useradmin.dev;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/** Generates sessions and IP addresses of demo users, in the format of an import line. */
final class DemoActivity {
    private final SeededRandom chance;
    private final Instant now;

    DemoActivity(SeededRandom chance, Instant now) {
        this.chance = chance;
        this.now = now;
    }

    /** Sessions, most of them from {@code home}; every fifth has expired. Their ids do not depend on the clock. */
    List<JsonObject> sessions(int count, DemoCity home, Instant firstSeen) {
        return IntStream.range(0, count)
                .mapToObj(number -> session(number, number % 3 == 2 ? chance.oneOf(DemoCity.ALL) : home, firstSeen))
                .toList();
    }

    private JsonObject session(int number, DemoCity place, Instant firstSeen) {
        boolean expired = number % 5 == 4;
        Instant initiatedAt = now.minus(upToHours(600)).minus(Duration.ofDays(1));
        Instant updatedAt = initiatedAt.plus(upToHours(24));
        Instant expiresAt = expired
                ? now.minus(upToHours(24))
                : now.plus(Duration.ofDays(1)).plus(upToHours(600));
        Device device = chance.oneOf(Device.ALL);
        return session(chance, firstSeen, initiatedAt, device, place, place.address(chance.below(125) * 2 + number % 2))
                .put("last_updated", updatedAt.getEpochSecond())
                .put("expires_at", expiresAt.getEpochSecond());
    }

    /** A session without the times that depend on the clock. {@code firstSeen} determines the order of identifiers. */
    static JsonObject session(
            SeededRandom chance,
            Instant firstSeen,
            Instant initiatedAt,
            Device device,
            DemoCity place,
            String address) {
        return new JsonObject()
                .put("session_id", chance.uuid(firstSeen))
                .put("session_key", chance.hex(32))
                .put("initiated_at", initiatedAt.getEpochSecond())
                .put("client_ids", device.clients())
                .put("last_metadata", metadata(place, address, device));
    }

    private static JsonObject metadata(DemoCity place, String address, Device device) {
        return new JsonObject()
                .put("country", place.country())
                .put("city", place.city())
                .put("region", place.region())
                .put("latitude", place.latitude())
                .put("longitude", place.longitude())
                .put("ip_address", address)
                .put("user_agent", device.userAgent());
    }

    /**
     * Alternates between IPv4 and IPv6 addresses. Of each four, two are blocked, one was blocked until a week ago, and one was
     * unblocked.
     */
    List<JsonObject> addresses(int count, DemoCity home) {
        return IntStream.range(0, count)
                .mapToObj(number -> address(number, number == 0 ? home : chance.oneOf(DemoCity.ALL)))
                .toList();
    }

    private JsonObject address(int number, DemoCity place) {
        // The address contains the number, so that a user's addresses differ.
        JsonObject address = new JsonObject()
                .put("ip", place.address(number + 8 * chance.below(30)))
                .put("login_count", chance.below(20));
        int failures = 5 + chance.below(30);
        Instant lastAttempt = now.minus(upToHours(24));
        return switch (number % 4) {
            case 0, 1 ->
                address.put("failure_count", failures)
                        .put("last_login_attempt", lastAttempt.getEpochSecond())
                        .put(
                                "block_until",
                                now.plus(Duration.ofDays(1)).plus(upToHours(96)).getEpochSecond());
            case 2 ->
                address.put("failure_count", failures)
                        .put(
                                "last_login_attempt",
                                lastAttempt.minus(Duration.ofDays(9)).getEpochSecond())
                        .put("block_until", now.minus(Duration.ofDays(8)).getEpochSecond());
            default -> address.put("failure_count", 0).put("last_login_attempt", lastAttempt.getEpochSecond());
        };
    }

    private Duration upToHours(int hours) {
        return Duration.ofSeconds(chance.below(hours * 3600));
    }
}
