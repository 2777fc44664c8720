package io.useradmin.shared;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CausesTest {
    @Test
    void beginWithTheFailureItself() {
        var root = new IllegalArgumentException("root");
        var middle = new IllegalStateException("middle", root);
        var failure = new RuntimeException("failure", middle);

        assertThat(Causes.of(failure)).containsExactly(failure, middle, root);
    }

    @Test
    void endIfTheyAreCyclic() {
        var failure = new RuntimeException();
        failure.initCause(new RuntimeException(failure));

        assertThat(Causes.of(failure)).hasSize(20);
    }
}
