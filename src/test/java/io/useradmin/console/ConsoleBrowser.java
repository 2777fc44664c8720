package io.useradmin.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.args.AxeRuleOptions;
import com.deque.html.axecore.args.AxeRunOnlyOptions;
import com.deque.html.axecore.args.AxeRunOptions;
import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.Rule;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import io.useradmin.testsupport.Api;
import io.useradmin.testsupport.Tenant;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Opens the console in a browser, with a new page for each test. A test fails if the page reports an error, such as a violation
 * of its Content-Security-Policy. A failed test leaves a screenshot. Without Chromium, the tests are skipped.
 */
final class ConsoleBrowser implements ExecutionCondition, BeforeAllCallback, BeforeEachCallback, AfterEachCallback {
    private static final Path SCREENSHOTS = Path.of("target", "console-screenshots");
    /** Shows the browser, and waits before each of its actions. */
    private static final boolean HEADED = Boolean.getBoolean("headed");

    private static final int MILLISECONDS_TO_WATCH = 300;

    /** The browser logs each error response. Tests check instead what the page shows. */
    private static final String RESPONSE = "Failed to load resource";

    /** One browser for all test classes. It ends with the JVM. */
    private static final class Started {
        private static final Browser BROWSER = Playwright.create(
                        new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")))
                .chromium()
                .launch(new LaunchOptions()
                        .setHeadless(!HEADED)
                        .setSlowMo(HEADED ? MILLISECONDS_TO_WATCH : 0)
                        .setExecutablePath(Chromium.find().orElseThrow())
                        .setArgs(Chromium.OPTIONS));
    }

    private final List<String> errors = new CopyOnWriteArrayList<>();
    private BrowserContext context;
    private Page page;

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext test) {
        return Chromium.find().isPresent()
                ? ConditionEvaluationResult.enabled("there is a browser")
                : ConditionEvaluationResult.disabled(Chromium.HOW_TO_INSTALL);
    }

    @Override
    public void beforeAll(ExtensionContext test) {
        PlaywrightAssertions.setDefaultAssertionTimeout(30_000);
    }

    @Override
    public void beforeEach(ExtensionContext test) {
        errors.clear();
        renew(new NewContextOptions());
    }

    @Override
    public void afterEach(ExtensionContext test) {
        String name = test.getRequiredTestClass().getSimpleName() + "."
                + test.getRequiredTestMethod().getName();
        if (test.getExecutionException().isPresent() || !errors.isEmpty()) {
            page.screenshot(new ScreenshotOptions().setPath(SCREENSHOTS.resolve(name + ".png")));
        }
        close();
        assertThat(errors).as("errors that the page reported").isEmpty();
    }

    /** Opens another page, for example with another size or origin. */
    Page renew(NewContextOptions options) {
        if (context != null) {
            close();
        }
        if (options.baseURL == null) {
            options.setBaseURL("http://localhost:" + Api.port());
        }
        context = Started.BROWSER.newContext(options);
        context.grantPermissions(List.of("clipboard-read", "clipboard-write"));
        page = context.newPage();
        page.onConsoleMessage(message -> {
            if (message.type().equals("error") && !message.text().startsWith(RESPONSE)) {
                errors.add(message.text());
            }
        });
        page.onPageError(errors::add);
        return page;
    }

    /** Without its routes first, closing fails if a page sends a request meanwhile. */
    private void close() {
        context.pages().forEach(Page::unrouteAll);
        context.close();
    }

    Page page() {
        return page;
    }

    /** Signs in as a user does, and opens a view, such as "#/users". */
    Page open(Tenant tenant, String fragment) {
        return open(tenant.apiKey(), fragment);
    }

    Page open(String key, String fragment) {
        page.navigate("/console/" + fragment);
        page.getByLabel("API key").fill(key);
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Sign in"))
                .click();
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Sign out"))
                .waitFor();
        return page;
    }

    /** Opens another view in the same page. */
    void goTo(String fragment) {
        page.evaluate("fragment => { location.hash = fragment; }", fragment);
    }

    /** Fails if axe-core finds an accessibility problem on the current page. */
    void assertAccessible() {
        var options = new AxeRunOptions();
        // WCAG 2.2 AA demands it, but axe-core disables it by default.
        var enabled = new AxeRuleOptions();
        enabled.setEnabled(true);
        options.setRules(Map.of("target-size", enabled));
        assertNoFinding(options);
    }

    /** Fails if axe-core finds a problem with colors, the only ones that depend on the theme. */
    void assertAccessibleColors() {
        var colors = new AxeRunOnlyOptions();
        colors.setType("tag");
        colors.setValues(List.of("cat.color"));
        var options = new AxeRunOptions();
        options.setRunOnly(colors);
        assertNoFinding(options);
    }

    private void assertNoFinding(AxeRunOptions options) {
        // Otherwise, axe-core describes every element without a finding, too. For a long table, that takes seconds.
        options.setResultTypes(List.of("violations"));
        List<Rule> findings = new AxeBuilder(page)
                .setLegacyMode(true)
                .options(options)
                .analyze()
                .getViolations();
        assertThat(findings)
                .as("findings of axe-core")
                .extracting(rule -> rule.getId() + " " + rule.getHelp() + " " + rule.getNodes())
                .isEmpty();
    }

    /** The text on the clipboard. */
    String clipboard() {
        return (String) page.evaluate("() => navigator.clipboard.readText()");
    }
}
