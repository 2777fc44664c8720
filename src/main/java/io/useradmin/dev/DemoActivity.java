package io.useradmin.dev;

import io.useradmin.dev.DemoUser.Access;
import io.useradmin.dev.DemoUser.Session;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/** Makes up where and how demo users signed in, and where somebody tried to. */
final class DemoActivity {
    private final SeededRandom chance;
    private final Instant now;

    DemoActivity(SeededRandom chance, Instant now) {
        this.chance = chance;
        this.now = now;
    }

    /** Sessions, most of them from {@code home}; every fifth has expired. Their ids do not move with the clock. */
    List<Session> sessions(int count, DemoCity home, Instant firstSeen) {
        return IntStream.range(0, count)
                .mapToObj(number -> session(number, number % 3 == 2 ? chance.oneOf(DemoCity.ALL) : home, firstSeen))
                .toList();
    }

    private Session session(int number, DemoCity place, Instant firstSeen) {
        boolean expired = number % 5 == 4;
        Instant initiatedAt = now.minus(upToHours(600)).minus(Duration.ofDays(1));
        Instant updatedAt = initiatedAt.plus(upToHours(24));
        Instant expiresAt = expired
                ? now.minus(upToHours(24))
                : now.plus(Duration.ofDays(1)).plus(upToHours(600));
        Device device = chance.oneOf(Device.ALL);
        return new Session(
                chance.uuid(firstSeen),
                chance.hex(32),
                initiatedAt,
                updatedAt,
                expiresAt,
                device.clients(),
                metadata(place, place.address(chance.below(125) * 2 + number % 2), device));
    }

    private static String metadata(DemoCity place, String address, Device device) {
        return new JsonObject()
                .put("country", place.country())
                .put("city", place.city())
                .put("region", place.region())
                .put("latitude", place.latitude())
                .put("longitude", place.longitude())
                .put("ip_address", address)
                .put("user_agent", device.userAgent())
                .encode();
    }

    /** Addresses, by turns IPv4 and IPv6: two that are blocked, one that was, one that was unblocked, and so on. */
    List<Access> accesses(int count, DemoCity home) {
        return IntStream.range(0, count)
                .mapToObj(number -> access(number, number == 0 ? home : chance.oneOf(DemoCity.ALL)))
                .toList();
    }

    private Access access(int number, DemoCity place) {
        // The number is in the address, so that no two of a user are the same.
        String address = place.address(number + 8 * chance.below(30));
        int logins = chance.below(20);
        int failures = 5 + chance.below(30);
        Instant lastAttempt = now.minus(upToHours(24));
        return switch (number % 4) {
            case 0, 1 ->
                new Access(
                        address,
                        logins,
                        failures,
                        lastAttempt,
                        now.plus(Duration.ofDays(1)).plus(upToHours(96)));
            case 2 ->
                new Access(
                        address,
                        logins,
                        failures,
                        lastAttempt.minus(Duration.ofDays(9)),
                        now.minus(Duration.ofDays(8)));
            default -> new Access(address, logins, 0, lastAttempt, null);
        };
    }

    private Duration upToHours(int hours) {
        return Duration.ofSeconds(chance.below(hours * 3600));
    }
}
