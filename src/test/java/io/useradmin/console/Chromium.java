package io.useradmin.console;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Finds the Chromium of this machine. */
final class Chromium {
    /** The option of the build with the path of another Chromium. */
    static final String OPTION = "chromium";

    static final String HOW_TO_INSTALL =
            "There is no Chromium. Install Debian's with \"apt-get install chromium-headless-shell\", or name one with -D"
                    + OPTION + "=<path>.";

    /** The headless shell comes first: it needs a quarter less time. */
    private static final List<String> USUAL_PLACES = List.of(
            "/usr/bin/chromium-headless-shell",
            "/usr/bin/chromium",
            "/usr/bin/chromium-browser",
            "/usr/bin/google-chrome",
            "/snap/bin/chromium",
            "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome");

    /** A name of this computer that does not look local. Chromium treats it as if it had HTTPS. */
    static final String OTHER_HOST = "console.test.example";

    /** Options that disable Chromium's own network requests. A test talks only to the service. */
    static final List<String> OPTIONS = List.of(
            "--host-resolver-rules=MAP " + OTHER_HOST + " 127.0.0.1",
            "--unsafely-treat-insecure-origin-as-secure=*.test.example",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync");

    private Chromium() {}

    /** The one that the option names, or else the first that is installed. */
    static Optional<Path> find() {
        return Optional.ofNullable(System.getProperty(OPTION))
                .map(Chromium::named)
                .or(() -> USUAL_PLACES.stream()
                        .map(Path::of)
                        .filter(Files::isExecutable)
                        .findFirst());
    }

    /** Fails for a wrong path. Otherwise all tests of the console would be skipped, or run with another browser. */
    static Path named(String path) {
        Path program = Path.of(path);
        if (Files.isRegularFile(program) && Files.isExecutable(program)) {
            return program;
        }
        throw new IllegalArgumentException("-D%s=%s is not a program that this user can run.".formatted(OPTION, path));
    }
}
