package io.useradmin.schema;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Like ShardsTest, for the statements that record reads. */
@QuarkusTest
@TestProfile(RecordedReadsShardsTest.On.class)
class RecordedReadsShardsTest {
    public static class On extends ShardsTest.Sharded {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("useradmin.audit.reads", "true");
        }
    }

    @Test
    void everyStatementTouchesOneShard() throws Exception {
        RecordedReadsStatementsTest.sendAll();

        ShardsTest.check(Statements::isOfARecordedRead);
    }
}
