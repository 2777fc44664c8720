package io.useradmin.dev;

import io.quarkus.arc.profile.IfBuildProfile;
import io.quarkus.vertx.http.HttpServer;
import io.quarkus.vertx.http.HttpServerStart;
import jakarta.enterprise.event.ObservesAsync;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;

/**
 * Prints the first steps to the terminal. The API key is not secret: it is the same everywhere and works only for the demo tenant
 * of dev mode.
 */
@Singleton
@IfBuildProfile("dev")
class Welcome {
    private static final Logger LOG = Logger.getLogger(Welcome.class);

    private final DevDatabase database;
    private final HttpServer server;

    Welcome(DevDatabase database, HttpServer server) {
        this.database = database;
        this.server = server;
    }

    void greet(@ObservesAsync HttpServerStart started) {
        if (database.hasDemo()) {
            LOG.info(text("http://localhost:" + server.getPort()));
        }
    }

    private static String text(String baseUrl) {
        String user = baseUrl + "/api/users/" + DemoUsers.FIRST_ID;
        String key = DemoData.KEY.reveal();
        return """
                The demo is ready.

                Console:   %1$s/console/#key=%2$s
                Base URL:  %1$s
                API key:   %2$s   (tenant demo, only in dev mode)
                Swagger:   %1$s/q/swagger-ui

                curl -H 'X-API-KEY: %2$s' '%3$s/sessions'
                curl -X PATCH -H 'X-API-KEY: %2$s' -H 'Content-Type: application/json' -d '{"public_data": {"theme": "dark"}}' '%3$s/public_data'
                """.formatted(baseUrl, key, user);
    }
}
