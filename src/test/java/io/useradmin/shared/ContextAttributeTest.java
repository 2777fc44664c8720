package io.useradmin.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.smallrye.common.vertx.VertxContext;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ContextAttributeTest {
    private static final ContextAttribute<String> NAME = ContextAttribute.of(String.class);
    private static final ContextAttribute<Integer> NUMBER = ContextAttribute.of(Integer.class);

    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void close() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(1, TimeUnit.MINUTES);
    }

    @Test
    void isTheValueThatWasSetLastInTheContextOfTheRequest() throws Exception {
        Context request = request();
        in(request, () -> NAME.set("earlier"));
        in(request, () -> NAME.set("later"));

        in(request, () -> assertThat(NAME.find()).contains("later"));
        in(request, () -> assertThat(NUMBER.find()).isEmpty());
        in(request(), () -> assertThat(NAME.find()).isEmpty());
    }

    @Test
    void isRemovedFromAContextThatIsNotTheCurrentOne() throws Exception {
        Context request = request();
        in(request, () -> NAME.set("value"));

        NAME.removeFrom(request);

        in(request, () -> assertThat(NAME.find()).isEmpty());
    }

    @Test
    void isMissingInATimer() throws Exception {
        in(vertx.getOrCreateContext(), () -> assertThat(NAME.find()).isEmpty());
    }

    @Test
    void isMissingAndCannotBeSetWithoutAContext() {
        assertThat(NAME.find()).isEmpty();
        assertThatNullPointerException().isThrownBy(() -> NAME.set("value")).withMessageContaining("no Vert.x context");
    }

    private Context request() {
        return VertxContext.createNewDuplicatedContext(vertx.getOrCreateContext());
    }

    private static void in(Context context, Runnable check) throws Exception {
        CompletableFuture.runAsync(check, task -> context.runOnContext(_ -> task.run()))
                .get(1, TimeUnit.MINUTES);
    }
}
