package io.useradmin.fault;

import io.useradmin.testsupport.ServiceProcess;
import java.util.Map;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One {@link Replicated} service for all tests of a class. Each test starts while the standby follows. */
final class ReplicatedService implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {
    private final String maxLag;
    private final Map<String, String> settings;
    private Replicated replicated;
    private ServiceProcess service;

    ReplicatedService(String maxLag) {
        this(maxLag, Map.of());
    }

    ReplicatedService(String maxLag, Map<String, String> settings) {
        this.maxLag = maxLag;
        this.settings = settings;
    }

    Replicated replicated() {
        return replicated;
    }

    ServiceProcess service() {
        return service;
    }

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        replicated = new Replicated();
        service = replicated.start(maxLag, settings);
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        replicated.resumeReplay();
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        service.close();
        replicated.close();
    }
}
