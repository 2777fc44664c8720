package io.useradmin.testsupport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The gauges of requests, memory, readers of events and exports that the service holds. Each is 0 if no request is in flight. */
public final class HeldGauges {
    private static final Pattern GAUGE = Pattern.compile(
            "(?m)^useradmin_(?:(?:requests|memory)_held(?:_bytes)?\\{.*?(?:state|kind)=\"|(?=events_readers|user_exports_running))"
                    + "(\\w+).* (\\S+)$");
    private static final String[] NAMES = {
        "in_flight", "queued", "running", "watched", "bodies", "responses", "events_readers", "user_exports_running"
    };

    private HeldGauges() {}

    /** The value of each gauge, by its state or kind, or its name. */
    public static Map<String, Double> of(ServiceProcess service) throws IOException, InterruptedException {
        return of(service.metrics());
    }

    /** The value of each gauge in {@code metrics}, by its state or kind, or its name. */
    public static Map<String, Double> of(String metrics) {
        Map<String, Double> gauges =
                GAUGE.matcher(metrics).results().collect(Collectors.toMap(gauge -> gauge.group(1), HeldGauges::value));
        assertThat(gauges).as("gauges of held requests and memory").containsOnlyKeys(NAMES);
        return gauges;
    }

    /** Waits until nothing is held. */
    public static void awaitZero(ServiceProcess service) {
        Await.until(
                () -> "all gauges are 0, of " + of(service),
                () -> of(service).values().stream().allMatch(held -> held == 0));
    }

    private static Double value(MatchResult gauge) {
        return Double.valueOf(gauge.group(2));
    }
}
