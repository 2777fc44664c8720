package io.useradmin;

import io.quarkus.runtime.JVMUnsafeWarningsControl;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import io.useradmin.operator.Operator;
import io.useradmin.operator.settings.SettingsCheck;
import io.useradmin.server.RequestTargetGuard;
import java.util.Locale;

/** The start of the process: without arguments it serves, with arguments it runs a command. */
@QuarkusMain
public final class UserAdmin {
    private UserAdmin() {}

    public static void main(String... arguments) {
        // Machine-readable output must not depend on the machine's language: in Arabic, numbers have other digits; in
        // Turkish,
        // the lower case of "I" is another letter.
        Locale.setDefault(Locale.ROOT);
        // Every replica and dev mode take this path, which loads nothing of the command line.
        if (arguments.length == 0 && SettingsCheck.forServing().isEmpty()) {
            serve();
            return;
        }
        // Otherwise the JVM warns of Netty on the standard error of some commands. The framework does the same for the
        // service.
        JVMUnsafeWarningsControl.disableUnsafeRelatedWarnings();
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
