package io.useradmin;

import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import io.useradmin.operator.Operator;
import io.useradmin.operator.settings.SettingsCheck;
import io.useradmin.server.RequestTargetGuard;
import java.util.Locale;

/** Where the process starts: without arguments it serves, with arguments it is the operator's command line. */
@QuarkusMain
public final class UserAdmin {
    private UserAdmin() {}

    public static void main(String... arguments) {
        // What programs read must not depend on the language of the machine: in Arabic, numbers have other digits; in
        // Turkish, the small letter of "I" is one that no header has.
        Locale.setDefault(Locale.ROOT);
        // Every replica and dev mode come this way, and load nothing of the command line.
        if (arguments.length == 0 && SettingsCheck.forServing().isEmpty()) {
            serve();
            return;
        }
        int exitCode = Operator.run(UserAdmin::serve, arguments);
        if (exitCode != 0) {
            System.exit(exitCode);
        }
    }

    private static void serve() {
        System.setProperty(RequestTargetGuard.LEAVE_TO_US, "true");
        Quarkus.run();
    }
}
