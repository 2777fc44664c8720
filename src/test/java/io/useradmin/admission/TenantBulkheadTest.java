package io.useradmin.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.useradmin.admission.TenantBulkhead.Place;
import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TenantBulkheadTest {
    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "3, 2", "4, 3", "8, 6", "1000, 750"})
    void leavesPlacesForOtherTenants(int places, int most) {
        var bulkhead = new TenantBulkhead(places);

        assertThat(enterUntilRefused(bulkhead, "one")).hasSize(most);
        assertThat(bulkhead.taken()).isEqualTo(most);
    }

    @Test
    void givesATenantWithoutAPlaceTheLastOne() {
        var bulkhead = new TenantBulkhead(4);
        enterUntilRefused(bulkhead, "one");

        Place last = bulkhead.enter("other");

        assertThat(bulkhead.taken()).isEqualTo(4);
        assertThatThrownBy(() -> bulkhead.enter("third")).isInstanceOf(ProblemException.class);
        last.leave();
        assertThat(bulkhead.enter("third")).isNotNull();
    }

    @Test
    void aPlaceIsGivenBackOnce() {
        var bulkhead = new TenantBulkhead(4);
        Place first = bulkhead.enter("one");
        Place second = bulkhead.enter("one");

        first.leave();
        first.leave();
        assertThat(bulkhead.taken()).isEqualTo(1);
        second.leave();
        assertThat(bulkhead.taken()).isZero();
        assertThat(enterUntilRefused(bulkhead, "one")).hasSize(3);
    }

    private static List<Place> enterUntilRefused(TenantBulkhead bulkhead, String tenant) {
        List<Place> own = new ArrayList<>();
        try {
            while (true) {
                own.add(bulkhead.enter(tenant));
            }
        } catch (ProblemException full) {
            assertThat(full.problem()).isInstanceOf(Problem.Unavailable.class);
            return own;
        }
    }
}
