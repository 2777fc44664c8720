package io.useradmin.operator.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.operator.transfer.Line.UserLine;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchTest {
    private final LineParser parser = new LineParser(new DataLimits(1000));
    private final Batch batch = new Batch();

    @Test
    void mergesLinesOfAUser() throws RejectedException {
        add(1, "{'user_id': 'u', 'groups': [{'group_id': 'a', 'assigned_at': 1}, {'group_id': 'b'}]}");
        add(2, "{'user_id': 'v'}");
        add(3, "{'user_id': 'u', 'groups': [{'group_id': 'a', 'assigned_at': 2}, {'group_id': 'c'}]}");
        assertThat(batch.users()).extracting(UserLine::userId).containsExactly("u", "v");
        assertThat(batch.users().getFirst().groups().keySet()).containsExactly("a", "b", "c");
        assertThat(batch.users().getFirst().groups().get("a")).contains(2L);
        assertThat(batch.userLines()).hasSize(3);
    }

    @Test
    void mergesOnlyCompatibleLines() throws RejectedException {
        add(1, "{'user_id': 'u', 'disabled': true}");
        assertThat(batch.accepts(line(2, "{'user_id': 'u', 'disabled': true, 'groups': [{'group_id': 'a'}]}")))
                .isTrue();
        assertThat(batch.accepts(line(2, "{'user_id': 'v', 'disabled': false}")))
                .isTrue();
        assertThat(batch.accepts(line(2, "{'user_id': 'u', 'disabled': false}")))
                .isFalse();
        assertThat(batch.accepts(line(2, "{'group_id': 'u', 'name': 'U'}"))).isTrue();
    }

    @Test
    void excludesRejectedLines() throws RejectedException {
        add(1, "{'group_id': 'g', 'name': 'G'}");
        add(2, "{'user_id': 'u'}");
        add(3, "{'user_id': 'v'}");
        batch.reject(2, List.of());
        assertThat(batch.lines()).extracting(Line::number).containsExactly(1L, 3L);
        assertThat(batch.groups()).hasSize(1);
        assertThat(batch.users()).extracting(UserLine::userId).containsExactly("v");
        assertThat(batch.rejected()).containsOnlyKeys(2L);
    }

    @Test
    void canEndBeforeTheFirstThatIsRejected() throws RejectedException {
        for (int number = 1; number <= 5; number++) {
            add(number, "{'user_id': 'u%d'}".formatted(number));
        }
        batch.reject(5, List.of());
        batch.reject(3, List.of());
        batch.endBeforeRejected();
        assertThat(batch.lines()).extracting(Line::number).containsExactly(1L, 2L);
        assertThat(batch.rejected()).containsOnlyKeys(3L);
        assertThat(batch.end()).isEqualTo(2);
    }

    @Test
    void endsWithItsLastLineIfNoneIsRejected() throws RejectedException {
        add(8, "{'user_id': 'u'}");
        batch.read(9, 0);
        batch.endBeforeRejected();
        assertThat(batch.end()).isEqualTo(9);
        assertThat(batch.lines()).hasSize(1);
    }

    @Test
    void isFullByLinesRejectedOnesIncluded() throws RejectedException {
        add(1, "{'user_id': 'u'}");
        assertThat(batch.isFull(2)).isFalse();
        batch.reject(2, List.of());
        assertThat(batch.isFull(2)).isTrue();
    }

    @Test
    void isFullByBytes() {
        batch.read(1, 3 << 20);
        assertThat(batch.isFull(1000)).isFalse();
        batch.read(2, 1 << 20);
        assertThat(batch.isFull(1000)).isTrue();
    }

    private void add(long number, String text) throws RejectedException {
        batch.add(line(number, text));
        batch.read(number, text.length());
    }

    private Line line(long number, String text) throws RejectedException {
        return parser.parse(number, text.replace('\'', '"').getBytes(UTF_8)).orElseThrow();
    }
}
