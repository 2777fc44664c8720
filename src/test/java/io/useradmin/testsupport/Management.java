package io.useradmin.testsupport;

import static io.useradmin.testsupport.Api.given;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.ConfigProvider;

/** Requests to the service's management port, which clients cannot reach. */
public final class Management {
    private static final Pattern SERIES = Pattern.compile("(?m)^([a-z_0-9]+)(?:\\{(.*)})? \\S+$");
    private static final Pattern LABEL = Pattern.compile("([a-z_A-Z]+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    private Management() {}

    public static Response get(String path) {
        return request().get(path);
    }

    /** A request to the port. */
    public static ApiRequest request() {
        return given().port(port());
    }

    public static int port() {
        return ConfigProvider.getConfig().getValue("quarkus.management.test-port", Integer.class);
    }

    /** All current series: their labels, by metric name. */
    public static Map<String, List<Map<String, String>>> series() {
        Map<String, List<Map<String, String>>> series = new TreeMap<>();
        Matcher matcher = SERIES.matcher(
                get("/q/metrics").then().statusCode(200).extract().asString());
        while (matcher.find()) {
            Map<String, String> labels = new TreeMap<>();
            if (matcher.group(2) != null) {
                LABEL.matcher(matcher.group(2)).results().forEach(label -> labels.put(label.group(1), label.group(2)));
            }
            series.computeIfAbsent(matcher.group(1), _ -> new ArrayList<>()).add(labels);
        }
        return series;
    }

    /** The label names of all series of a metric. */
    public static Set<String> labels(List<Map<String, String>> series) {
        Set<String> names = new TreeSet<>();
        series.forEach(labels -> names.addAll(labels.keySet()));
        return names;
    }
}
