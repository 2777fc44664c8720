package io.useradmin.apikey;

import io.quarkus.vertx.core.runtime.context.VertxContextSafetyToggle;
import io.smallrye.common.vertx.VertxContext;
import io.vertx.core.Context;

/** Runs work beside the request that asks for it, if one does, with a database session of its own: a session is kept in the context of its request. */
final class Beside {
    private Beside() {}

    static void run(Runnable work) {
        Context own = VertxContext.createNewDuplicatedContext();
        if (own == null) {
            work.run();
            return;
        }
        VertxContextSafetyToggle.setContextSafe(own, true);
        own.runOnContext(_ -> work.run());
    }
}
