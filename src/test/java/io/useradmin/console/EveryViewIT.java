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
 * Every view with the demo data: accessible in both themes, and without a horizontal scrollbar of the page on a narrow screen.
 * With {@code -Dscreenshots=true}, it saves a screenshot of each view.
 */
class EveryViewIT {
    private static final Path SCREENSHOTS = Path.of("target", "console-screenshots", "views");
    private static final Path ROUTES = Path.of("src", "main", "resources", "web", "app", "frame", "routes.js");
    private static final List<Integer> WIDTHS = List.of(360, 768, 1440);

    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of());

    /** For text of this size, WCAG 2.2 AA. */
    private static final double MIN_CONTRAST = 4.5;

    /** The required visible part of an element. The browser scrolls in whole pixels, so a fraction of a pixel may be outside. */
    private static final double MIN_VISIBLE = 0.95;

    @RegisterExtension
    static final ConsoleBrowser BROWSER = new ConsoleBrowser();

    @RegisterExtension
    static final Demo DEMO = new Demo();

    /** Read from the routes, so that a new view is tested automatically. */
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
                    .isInViewport(new IsInViewportOptions().setRatio(MIN_VISIBLE));
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
                    assertAccessible(scheme);
                    assertThat(placeholderContrasts(page))
                            .as("contrasts of placeholders with %s", scheme)
                            .allSatisfy(contrast -> assertThat(contrast).isGreaterThanOrEqualTo(MIN_CONTRAST));
                }
            }
        }
    }

    private static void assertAccessible(ColorScheme scheme) {
        if (scheme == ColorScheme.LIGHT) {
            BROWSER.assertAccessible();
        } else {
            BROWSER.assertAccessibleColors();
        }
    }

    /** Tables with fixed actions that are too wide, with the difference: there, the actions would cover another column. */
    private static List<Object> overlaid(Page page) {
        return page.locator(".scroll:has(.fixed)").all().stream()
                .map(
                        table -> table.evaluate(
                                "table => getComputedStyle(table.querySelector('.fixed')).position === 'sticky' ? table.scrollWidth - table.clientWidth : 0"))
                .filter(pixels -> ((Number) pixels).intValue() > 0)
                .toList();
    }

    /** Their contrasts according to WCAG. axe-core does not check placeholders. */
    private static List<Double> placeholderContrasts(Page page) {
        return page.locator("[placeholder]:visible").all().stream()
                .map(field -> ((Number) field.evaluate("""
                        field => {
                          const luminance = color => {
                            const [red, green, blue] = color.match(/[\\d.]+/g).map(Number).map(value => value / 255)
                              .map(value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
                            return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
                          };
                          const [light, dark] = [getComputedStyle(field, '::placeholder').color, getComputedStyle(field).backgroundColor]
                            .map(luminance).sort((one, other) => other - one);
                          return (light + 0.05) / (dark + 0.05);
                        }""")).doubleValue())
                .toList();
    }

    /** Waits until everything is loaded, except the stream of events, which never ends. */
    private static void waitUntilLoaded(Page page) {
        page.waitForLoadState(LoadState.DOMCONTENTLOADED);
        page.locator("main h1").first().waitFor();
        page.locator("[aria-busy=true]")
                .all()
                .forEach(busy -> busy.waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.DETACHED)));
    }
}
