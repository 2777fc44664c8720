package io.useradmin.testsupport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The gauges of requests and memory that the service holds. Each is 0 if no request is in flight. */
public final class HeldGauges {
    private static final Pattern GAUGE = Pattern.compile(
            "(?m)^useradmin_(?:requests|memory)_held(?:_bytes)?\\{.*?(?:state|kind)=\"(\\w+)\".*} (\\S+)$");
    private static final String[] STATES_AND_KINDS = {"in_flight", "queued", "running", "watched", "bodies", "responses"
    };

    private HeldGauges() {}

    /** The value of each gauge, by its state or kind. */
    public static Map<String, Double> of(ServiceProcess service) throws IOException, InterruptedException {
        return of(service.metrics());
    }

    /** The value of each gauge in {@code metrics}, by its state or kind. */
    public static Map<String, Double> of(String metrics) {
        Map<String, Double> gauges =
                GAUGE.matcher(metrics).results().collect(Collectors.toMap(gauge -> gauge.group(1), HeldGauges::value));
        assertThat(gauges).as("gauges of held requests and memory").containsOnlyKeys(STATES_AND_KINDS);
        return gauges;
    }

    /** Waits until nothing is held. */
    public static void awaitZero(ServiceProcess service) throws Exception {
        try {
            ServiceProcess.await(
                    "all gauges are 0", () -> of(service).values().stream().allMatch(held -> held == 0));
        } catch (AssertionError late) {
            throw new AssertionError("not 0: " + of(service), late);
        }
    }

    private static Double value(MatchResult gauge) {
        return Double.valueOf(gauge.group(2));
    }
}
