package io.useradmin.race;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.useradmin.testsupport.SerializableDatabase;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The same where PostgreSQL gives up every transaction that may not be as if it had come before or after all others. */
@QuarkusTest
@TestProfile(SerializableStormTest.Serializable.class)
class SerializableStormTest extends StormTest {
    /** Operations that begin again and again take their time. */
    private static final int PART = 6;

    @Inject
    Pool pool;

    @Override
    int part() {
        return PART;
    }

    public static final class Serializable implements QuarkusTestProfile {
        @Override
        public List<TestResourceEntry> testResources() {
            return List.of(new TestResourceEntry(SerializableDatabase.class));
        }
    }

    @Test
    void isAStormOfSerializableTransactions() {
        assertThat(pool.query("show transaction_isolation")
                        .executeAndAwait()
                        .iterator()
                        .next()
                        .getString(0))
                .isEqualTo("serializable");
    }
}
