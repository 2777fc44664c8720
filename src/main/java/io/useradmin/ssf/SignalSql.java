package io.useradmin.ssf;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The SQL of signals, for a statement that does not return its events. It agrees with {@link Signal#of}. */
public final class SignalSql {
    /** The members of a user whose changes become {@link Signal#IDENTIFIER_CHANGED}, as an array. */
    public static final String IDENTIFIERS = members(Signal.IDENTIFIER_CHANGED);

    /** The URI of the token that a row of events becomes; null if it becomes none. */
    private static final String URI =
            Arrays.stream(Signal.values()).map(SignalSql::branch).collect(Collectors.joining(" ", "case ", " end"));

    /**
     * Moves the streams of the tenant {@code :tenant} to the row of {@code ending} if none of the events up to there, in the rows of
     * {@code ended}, becomes a token that the receiver does not have. A stream that has already missed an event stays where it is.
     */
    public static final String PASS = """
            signals as (
                select ended.xid, ended.seq, %s as uri from ended
            ), passing as (
                update ssf_streams s set xid = ending.xid, seq = ending.seq
                  from ending
                 where s.tenant_id = :tenant and (s.xid, s.seq) < (ending.xid, ending.seq)
                   and not exists (select from purged_events p where p.tenant_id = :tenant and (p.xid, p.seq) > (s.xid, s.seq))
                   and not exists (
                       select from signals
                        where (signals.xid, signals.seq) > (s.xid, s.seq)
                          and (uri = any(s.events_requested) or (s.events_requested is null and uri is not null)))
            )""".formatted(URI);

    private SignalSql() {}

    private static String branch(Signal signal) {
        return "when type = '%s'%s then '%s'".formatted(signal.source().stored(), condition(signal), signal.uri());
    }

    private static String condition(Signal signal) {
        return signal.members().isEmpty() ? "" : " and changed && " + members(signal);
    }

    private static String members(Signal signal) {
        return "array['%s']".formatted(String.join("', '", signal.members()));
    }
}
