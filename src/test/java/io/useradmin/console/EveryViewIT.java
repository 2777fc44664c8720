package io.useradmin.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.EmulateMediaOptions;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.assertions.LocatorAssertions.IsInViewportOptions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.LoadState;
import com.microsoft.playwright.options.ReducedMotion;
import com.microsoft.playwright.options.WaitForSelectorState;
import io.useradmin.testsupport.PackagedService;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every view with the data of the demo: accessible in both themes, and without a scrollbar for the page on a narrow screen. With
 * {@code -Dscreenshots=true} it leaves a screenshot of each.
 */
class EveryViewIT {
    private static final Path SCREENSHOTS = Path.of("target", "console-screenshots", "views");
    private static final Path ROUTES = Path.of("src", "main", "resources", "web", "app", "frame", "routes.js");
    private static final List<Integer> WIDTHS = List.of(360, 768, 1440);

    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of());

    /** Of an element: the browser scrolls in whole pixels, so a fraction of one may be outside. */
    private static final double MOST = 0.95;

    @RegisterExtension
    static final ConsoleBrowser BROWSER = new ConsoleBrowser();

    @RegisterExtension
    static final Demo DEMO = new Demo();

    /** The views are those of the routes, so that none is forgotten. */
    static Stream<String> views() throws Exception {
        return Pattern.compile("path: '([^']+)'")
                .matcher(Files.readString(ROUTES))
                .results()
                .map(match -> match.group(1).replace(":user_id", "alice").replace(":group_id", "support"));
    }

    @ParameterizedTest
    @MethodSource("views")
    void isAccessibleAndFits(String view) {
        Page page = BROWSER.page();
        page.emulateMedia(new EmulateMediaOptions().setReducedMotion(ReducedMotion.REDUCE));
        BROWSER.open(DEMO.key(), "#" + view);
        for (int width : WIDTHS) {
            page.setViewportSize(width, 900);
            page.reload();
            waitUntilLoaded(page);
            PlaywrightAssertions.assertThat(page.getByLabel("Views").locator("[aria-current]"))
                    .isInViewport(new IsInViewportOptions().setRatio(MOST));
            assertThat((Integer) page.evaluate("() => document.documentElement.scrollWidth"))
                    .as("width of the page at " + width)
                    .isLessThanOrEqualTo(width);
            assertThat(overlaid(page)).as("tables at " + width).isEmpty();
            for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
                page.emulateMedia(new EmulateMediaOptions().setColorScheme(scheme));
                if (Boolean.getBoolean("screenshots")) {
                    page.screenshot(new ScreenshotOptions()
                            .setFullPage(true)
                            .setPath(SCREENSHOTS.resolve(
                                    "%s-%d-%s.png".formatted(view.substring(1).replace('/', '-'), width, scheme))));
                }
                if (width == WIDTHS.getLast()) {
                    BROWSER.assertAccessible();
                }
            }
        }
    }

    /** By how much each table with fixed actions is too wide, if it is: they would lie over another column. */
    private static List<Object> overlaid(Page page) {
        return page.locator(".scroll:has(.fixed)").all().stream()
                .map(
                        table -> table.evaluate(
                                "table => getComputedStyle(table.querySelector('.fixed')).position === 'sticky' ? table.scrollWidth - table.clientWidth : 0"))
                .filter(pixels -> ((Number) pixels).intValue() > 0)
                .toList();
    }

    /** The stream of events never ends, so the network may be busy; everything else has come. */
    private static void waitUntilLoaded(Page page) {
        page.waitForLoadState(LoadState.DOMCONTENTLOADED);
        page.locator("main h1").first().waitFor();
        page.locator("[aria-busy=true]")
                .all()
                .forEach(busy -> busy.waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.DETACHED)));
    }
}
