package io.useradmin.dev;

import java.util.List;

/**
 * A device of demo users.
 *
 * @param clients the clients of a session on it
 */
record Device(List<String> clients, String userAgent) {
    static final List<Device> ALL = List.of(
            new Device(
                    List.of("web"),
                    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36"),
            new Device(
                    List.of("web", "community"),
                    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15"),
            new Device(
                    List.of("mobile-ios"),
                    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"),
            new Device(
                    List.of("mobile-android"),
                    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36"),
            new Device(List.of("web"), "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"),
            new Device(
                    List.of("tv"),
                    "Mozilla/5.0 (SMART-TV; Linux; Tizen 8.0) AppleWebKit/537.36 (KHTML, like Gecko) Version/8.0 TV Safari/537.36"),
            new Device(List.of("command-line"), "demo-cli/2.4.1"));

    Device {
        clients = List.copyOf(clients);
    }
}
