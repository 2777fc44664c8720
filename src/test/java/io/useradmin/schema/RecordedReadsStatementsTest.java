package io.useradmin.schema;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.Tenant;
import org.junit.jupiter.api.Test;

/** Like StatementsTest, for the statements that record reads. */
@QuarkusTest
@TestProfile(RecordedReads.class)
class RecordedReadsStatementsTest {
    @Test
    void fileHasTheSentStatements() throws Exception {
        sendAll();

        StatementsTest.compare(Statements::isOfARecordedRead);
    }

    /** Makes the service send every statement of a recorded read. */
    static void sendAll() throws Exception {
        Tenant tenant = Tenant.create();
        String user = ApiOperation.userFor(tenant);
        tenant.user();
        StatementsTest.sendEveryRead(tenant, user);
        for (ApiOperation operation :
                ApiOperation.all().filter(each -> each.method().equals("GET")).toList()) {
            StatementsTest.use(operation);
        }
    }
}
