package io.useradmin.console;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;

/** Finds controls that all views have, by role and name, as users do. */
final class Controls {
    private Controls() {}

    static Locator button(Page page, String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    static Locator button(Locator place, String name) {
        return place.getByRole(
                AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(name).setExact(true));
    }

    static Locator heading(Page page, String name) {
        return page.getByRole(
                AriaRole.HEADING, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    /** The page's title. */
    static Locator title(Page page) {
        return page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setLevel(1));
    }

    /** The dialog that asks before an action. */
    static Locator dialog(Page page) {
        return page.locator("ua-confirm dialog");
    }

    /** Presses Escape more often than Chrome lets a page refuse to close a dialog. Each press is an event of its own. */
    static void pressEscapeRepeatedly(Page page) {
        for (int press = 0; press < 4; press++) {
            page.keyboard().press("Escape");
            page.waitForTimeout(100);
        }
    }
}
