package io.useradmin.operator.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.useradmin.blockedip.AccessInput;
import io.useradmin.group.GroupInput;
import io.useradmin.operator.transfer.Line.GroupLine;
import io.useradmin.operator.transfer.Line.UserLine;
import io.useradmin.session.SessionInput;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LineParserTest {
    private static final String SESSION =
            "\"session_key\": \"k\", \"initiated_at\": 1, \"expires_at\": 3, \"last_updated\": 2";

    private final LineParser parser = new LineParser(new DataLimits(100));

    @Test
    void readsAUserWithAllThatBelongsToIt() throws RejectedException {
        Line line = parse("""
                {"user_id": "u", "claims": {"name": "Ann"},
                 "sessions": [{"session_id": "s", %s, "client_ids": ["c"], "last_metadata": {"city": "Turku"}}],
                 "blocked_ips": [{"ip": "2001:DB8::1", "login_count": 1, "failure_count": 2, "last_login_attempt": 3,
                                  "block_until": 4}, {"ip": "::ffff:192.0.2.1", "login_count": 0, "failure_count": 0,
                                  "last_login_attempt": 0}],
                 "groups": [{"group_id": "staff", "assigned_at": 5}, {"group_id": "all"}]}
                """.formatted(SESSION));
        assertThat(line).isInstanceOfSatisfying(UserLine.class, user -> {
            assertThat(user.number()).isEqualTo(7);
            assertThat(user.userId()).isEqualTo("u");
            assertThat(user.profile().claims().name()).isEqualTo("Ann");
            assertThat(user.sessions())
                    .containsExactly(
                            Map.entry("s", new SessionInput("k", 1L, 3, 2L, List.of("c"), Map.of("city", "Turku"))));
            assertThat(user.accesses())
                    .containsExactly(
                            Map.entry("2001:db8:0:0:0:0:0:1", new AccessInput(1, 2, 3, 4L)),
                            Map.entry("192.0.2.1", new AccessInput(0, 0, 0, null)));
            assertThat(user.groups())
                    .containsExactly(Map.entry("staff", Optional.of(5L)), Map.entry("all", Optional.empty()));
        });
    }

    @Test
    void needsNoMoreThanAnIdentifierOfAUser() throws RejectedException {
        assertThat(parse("{\"user_id\": \"u\"}")).isInstanceOfSatisfying(UserLine.class, user -> {
            assertThat(user.sessions()).isEmpty();
            assertThat(user.accesses()).isEmpty();
            assertThat(user.groups()).isEmpty();
        });
    }

    @Test
    void readsAGroup() throws RejectedException {
        assertThat(parse("{\"group_id\": \"g\", \"name\": \"G\", \"description\": \"D\", \"creation_time\": 9}"))
                .isEqualTo(new GroupLine(7, "g", new GroupInput("G", "D"), Optional.of(9L)));
        assertThat(parse("{\"group_id\": \"g\", \"name\": \"G\"}"))
                .isEqualTo(new GroupLine(7, "g", new GroupInput("G", null), Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[] |  wrong_type",
                "{} | /user_id required",
                "{'name': 'G'} | /user_id required, /name unknown_member",
                "{'user_id': ''} | /user_id identifier",
                "{'user_id': 'u', 'group_ids': []} | /group_ids unknown_member",
                "{'user_id': 'u', 'emails': [{'email': 'a@b'}, {'email': 'a'}]} | /emails/1/email not_an_email",
                "{'user_id': 'u', 'public_data': {'a': [1e999999]}} | /public_data/a/0 number_out_of_range",
                "{'user_id': 'u', 'sessions': {}} | /sessions wrong_type",
                "{'user_id': 'u', 'sessions': [1]} | /sessions/0 wrong_type",
                "{'user_id': 'u', 'sessions': [{SESSION}]} | /sessions/0/session_id required",
                "{'user_id': 'u', 'sessions': [{'session_id': 's', SESSION}, {'session_id': 's', SESSION}]}"
                        + " | /sessions/1 duplicate",
                "{'user_id': 'u', 'sessions': [{'session_id': 's', 'session_key': 'k', 'expires_at': 3}]}"
                        + " | /sessions/0/initiated_at required, /sessions/0/last_updated required",
                "{'user_id': 'u', 'sessions': [{'session_id': 's', SESSION, 'a/b': 1}]}"
                        + " | /sessions/0/a~1b unknown_member",
                "{'user_id': 'u', 'blocked_ips': [{'ip': 'localhost', 'login_count': 1, 'failure_count': 1,"
                        + " 'last_login_attempt': 1}]} | /blocked_ips/0/ip not_an_address",
                "{'user_id': 'u', 'blocked_ips': [{'ip': 1, 'login_count': -1, 'failure_count': 'x'}]}"
                        + " | /blocked_ips/0/ip wrong_type, /blocked_ips/0/login_count out_of_range,"
                        + " /blocked_ips/0/failure_count wrong_type, /blocked_ips/0/last_login_attempt required",
                "{'user_id': 'u', 'blocked_ips': [{'ip': '::ffff:192.0.2.1', 'login_count': 1, 'failure_count': 1,"
                        + " 'last_login_attempt': 1}, {'ip': '192.0.2.1', 'login_count': 1, 'failure_count': 1,"
                        + " 'last_login_attempt': 1}]} | /blocked_ips/1 duplicate",
                "{'user_id': 'u', 'groups': ['g']} | /groups/0 wrong_type",
                "{'user_id': 'u', 'groups': [{'group_id': 'ä', 'assigned_at': 1.5}]}"
                        + " | /groups/0/group_id identifier, /groups/0/assigned_at not_an_integer",
                "{'group_id': 'g'} | /name required",
                "{'group_id': 'g', 'name': 'G', 'user_id': 'u'} | /user_id unknown_member",
                "{'user_id': 'u' |  syntax",
                "{'user_id': 'u', 'user_id': 'u'} |  duplicate_member",
            })
    void reportsErrorsWithTheirLocation(String line, String violations) {
        assertThatThrownBy(() -> parse(line.replace('\'', '"').replace("SESSION", SESSION)))
                .asInstanceOf(InstanceOfAssertFactories.throwable(RejectedException.class))
                .satisfies(rejected -> assertThat(rejected.violations().stream()
                                .map(each -> each.location().value() + " " + each.code())
                                .map(String::strip)
                                .toList())
                        .containsExactly(violations.split(", ")));
    }

    @Test
    void placesASyntaxErrorWithinTheLine() {
        assertThatThrownBy(() -> parse("{\"user_id\": nobody}"))
                .asInstanceOf(InstanceOfAssertFactories.throwable(RejectedException.class))
                .satisfies(
                        rejected -> assertThat(rejected.violations().getFirst().detail())
                                .startsWith("the body is not valid JSON at character 1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", " \t\r"})
    void aBlankLineIsNone(String line) throws RejectedException {
        assertThat(parser.parse(7, line.getBytes(UTF_8))).isEmpty();
    }

    @Test
    void aTooLongLineIsWrongEvenIfItStartsBlank() {
        assertThatThrownBy(() -> parse(" ".repeat(NdjsonSource.LONGEST_LINE + 1)))
                .asInstanceOf(InstanceOfAssertFactories.throwable(RejectedException.class))
                .satisfies(rejected ->
                        assertThat(rejected.violations().getFirst().code()).isEqualTo("too_large"));
    }

    private Line parse(String line) throws RejectedException {
        return parser.parse(7, line.getBytes(UTF_8)).orElseThrow();
    }
}
