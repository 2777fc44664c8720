package io.useradmin.telemetry;

import io.useradmin.testsupport.PackagedService;
import java.util.Map;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The same tests, against the packaged service, which has build information. */
class ManagementIT extends ManagementCases {
    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of());
}
