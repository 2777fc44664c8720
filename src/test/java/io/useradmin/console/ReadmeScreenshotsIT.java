package io.useradmin.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.options.AriaRole;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.Slow;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Takes the README's screenshots. To update them: {@code ./mvnw verify -DskipUnitTests -Dit.test=ReadmeScreenshotsIT
 * -Dit.excluded-groups=none -Dupdate-screenshots=true}
 */
@Slow
class ReadmeScreenshotsIT {
    private static final Path README_IMAGES = Path.of("docs", "images");
    private static final Path TARGET = Path.of("target", "console-screenshots");

    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of());

    @RegisterExtension
    static final ConsoleBrowser BROWSER = new ConsoleBrowser();

    @RegisterExtension
    static final Demo DEMO = new Demo();

    @BeforeEach
    void setSize() {
        BROWSER.renew(new NewContextOptions().setViewportSize(1280, 760));
    }

    @Test
    void sessionsOnTheMap() {
        Page page = BROWSER.open(DEMO.key(), "#/users/alice/sessions");

        assertThat(page.getByText(Pattern.compile("^29 of 29 sessions"))).isVisible();
        save(page, "console-sessions.png");
    }

    @Test
    void incident() {
        Page page = BROWSER.open(DEMO.key(), "#/incidents?client_id=partner-app");

        assertThat(page.getByRole(AriaRole.MAIN)).containsText("120 sessions");
        assertThat(page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName(Pattern.compile("^Revoke"))))
                .isEnabled();
        save(page, "console-incident.png");
    }

    private static void save(Page page, String name) {
        Path place = Boolean.getBoolean("update-screenshots") ? README_IMAGES : TARGET;
        page.screenshot(new ScreenshotOptions().setPath(place.resolve(name)));
    }
}
