package io.useradmin.openapi;

import io.quarkus.runtime.LaunchMode;
import io.quarkus.smallrye.openapi.runtime.OpenApiDocumentService;
import jakarta.enterprise.inject.build.compatible.spi.BuildCompatibleExtension;
import jakarta.enterprise.inject.build.compatible.spi.ClassConfig;
import jakarta.enterprise.inject.build.compatible.spi.Enhancement;
import jakarta.enterprise.inject.build.compatible.spi.MethodConfig;

/**
 * Adds {@link PreparedLate} to the method of Quarkus that prepares the OpenAPI document, when the service is packaged. In dev
 * mode and tests, the classes of Quarkus cannot see ours.
 */
public final class LateDocumentExtension implements BuildCompatibleExtension {
    private static final String PREPARATION = "prepareDocument";

    /** Fails the build if Quarkus no longer has this method. */
    @Enhancement(types = OpenApiDocumentService.class)
    public void mark(ClassConfig service) {
        if (LaunchMode.current().isDevOrTest()) {
            return;
        }
        MethodConfig preparation = service.methods().stream()
                .filter(method -> method.info().name().equals(PREPARATION))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(service.info().name() + " has no " + PREPARATION));
        preparation.addAnnotation(PreparedLate.class);
    }
}
