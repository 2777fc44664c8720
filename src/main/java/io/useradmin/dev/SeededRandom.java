package io.useradmin.dev;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Pseudo-random choices that are the same in every run. */
final class SeededRandom {
    private static final int VERSION_7 = 0x7000;
    private static final long VARIANT = 0x8000000000000000L;

    private final Random random;

    SeededRandom(long seed) {
        random = new Random(seed);
    }

    /** A number from 0 to {@code bound}, exclusive. */
    int below(int bound) {
        return random.nextInt(bound);
    }

    /** True once in {@code times} on average. */
    boolean onceIn(int times) {
        return below(times) == 0;
    }

    <T> T oneOf(List<T> choices) {
        return choices.get(below(choices.size()));
    }

    /** Different elements of {@code choices}, in their order. */
    <T> List<T> someOf(List<T> choices, int count) {
        List<Integer> indexes =
                new ArrayList<>(IntStream.range(0, choices.size()).boxed().toList());
        Collections.shuffle(indexes, random);
        return indexes.stream().limit(count).sorted().map(choices::get).toList();
    }

    String digits(int count) {
        return IntStream.range(0, count)
                .mapToObj(_ -> Integer.toString(below(10)))
                .collect(Collectors.joining());
    }

    String hex(int bytes) {
        byte[] chosen = new byte[bytes];
        random.nextBytes(chosen);
        return HexFormat.of().formatHex(chosen);
    }

    /** A UUID of version 7, like the identifiers of the service. */
    String uuid(Instant madeAt) {
        long most = madeAt.toEpochMilli() << Short.SIZE | VERSION_7 | below(1 << 12);
        long least = VARIANT | random.nextLong() >>> 2;
        return new UUID(most, least).toString();
    }
}
