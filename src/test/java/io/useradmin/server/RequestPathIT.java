package io.useradmin.server;

import io.useradmin.testsupport.PackagedService;
import java.util.Map;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The same tests, against the packaged service, where main() disables the framework's own handling of paths. */
class RequestPathIT extends RequestPathCases {
    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of());
}
