package io.useradmin.server;

import io.useradmin.testsupport.PackagedService;
import java.util.Map;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The same against the packaged service, where main() leaves paths to us. */
class RequestPathIT extends RequestPathCases {
    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of());
}
