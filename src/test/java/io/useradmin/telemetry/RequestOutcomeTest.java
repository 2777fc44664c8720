package io.useradmin.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.request.BreakOff;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestOutcomeTest {
    @ParameterizedTest
    @CsvSource({"CLIENT, RESET, CLIENT_ERROR", "SERVICE, ABORTED, SERVER_ERROR"})
    void aResponseThatIsBrokenOffHasTheOutcomeOfItsReason(BreakOff reason, String status, String outcome) {
        assertThat(new RequestOutcome("GET", "/api/events", RequestOutcome.status(reason)))
                .returns(status, RequestOutcome::status)
                .returns(outcome, RequestOutcome::outcome);
    }
}
