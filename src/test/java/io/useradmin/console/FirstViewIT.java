package io.useradmin.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Page;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.Slow;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Measures the time from navigation to the first row of the users view, when signed in and with a warm service. It writes
 * {@code target/console-first-view.md} and asserts no time. benchmarks/README.md has the command for more runs, with the result in
 * {@code benchmarks/results/console.md}.
 */
@Slow
class FirstViewIT {
    private static final int RUNS = Integer.getInteger("first-view.runs", 1);
    private static final int WARMING_RUNS = 2;
    private static final Path REPORT = Path.of("target", "console-first-view.md");
    private static final Path KEPT = Path.of("benchmarks", "results", "console.md");
    private static final String KEY = "%KEY%";

    /** Signs in, and records the time of the first frame with a row. The table is in the shadow DOM of its view. */
    private static final String SIGN_IN_AND_WATCH = """
            sessionStorage.setItem('useradmin.key', '%KEY%');
            const look = () => {
              const row = ['ua-app', 'ua-users', 'ua-cursor-table', 'tbody tr'].reduce(
                  (found, selector) => (found?.shadowRoot ?? found)?.querySelector(selector), document);
              if (row) {
                window.firstRow = performance.now();
              } else {
                requestAnimationFrame(look);
              }
            };
            requestAnimationFrame(look);
            """;

    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of());

    @RegisterExtension
    static final ConsoleBrowser BROWSER = new ConsoleBrowser();

    @RegisterExtension
    static final Demo DEMO = new Demo();

    @Test
    void reportsWhenTheFirstRowIsThere() throws Exception {
        IntStream.range(0, WARMING_RUNS).forEach(_ -> run());

        List<double[]> times = IntStream.range(0, RUNS).mapToObj(_ -> run()).toList();

        double[] first = times.stream().mapToDouble(run -> run[0]).sorted().toArray();
        double[] again = times.stream().mapToDouble(run -> run[1]).sorted().toArray();
        assertThat(first).hasSize(RUNS).doesNotContain(0);
        Files.writeString(Boolean.getBoolean("update-first-view") ? KEPT : REPORT, report(first, again));
    }

    /** The times with an empty cache and with cached files. */
    private static double[] run() {
        Page page = BROWSER.renew(new NewContextOptions());
        page.addInitScript(SIGN_IN_AND_WATCH.replace(KEY, DEMO.key()));
        page.navigate("/console/#/users");
        double first = firstRow(page);
        page.reload();
        return new double[] {first, firstRow(page)};
    }

    private static double firstRow(Page page) {
        return ((Number) page.waitForFunction("() => window.firstRow").jsonValue()).doubleValue();
    }

    private static String report(double[] first, double[] again) {
        return """
                # The first view of the console

                %s, %d processors with a load of %.1f, service, PostgreSQL and Chromium on the same machine. Milliseconds from the
                navigation to the first row of the list of users, with a key, from a warm service; %d runs (`FirstViewIT`).

                | cache of the browser | median | worst |
                |---|--:|--:|
                | empty | %.0f | %.0f |
                | has the files | %.0f | %.0f |
                """.formatted(
                        LocalDate.now(),
                        Runtime.getRuntime().availableProcessors(),
                        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                        first.length,
                        median(first),
                        Arrays.stream(first).max().orElseThrow(),
                        median(again),
                        Arrays.stream(again).max().orElseThrow());
    }

    private static double median(double[] sorted) {
        return sorted[sorted.length / 2];
    }
}
