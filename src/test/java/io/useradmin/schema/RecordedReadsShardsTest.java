package io.useradmin.schema;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Test;

/** Like ShardsTest, for the statements that record reads. */
@QuarkusTest
@TestProfile(ShardsTest.Sharded.class)
class RecordedReadsShardsTest {
    @Test
    void everyStatementTouchesOneShard() throws Exception {
        RecordedReadsStatementsTest.sendAll();

        ShardsTest.check(Statements::isOfARecordedRead);
    }
}
