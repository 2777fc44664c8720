package io.useradmin.testsupport;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Storm.Span;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What many callers did at once to things that are told apart by a name, and what they were answered. It is explained by a
 * serial order (it is linearizable) if the calls to each thing can be put one after the other, none before one that had been
 * answered when it began, so that every answer tells of the state that the calls before it have left.
 *
 * @param <S> the state of a thing
 */
public final class History<S> {
    private final Map<String, Queue<Call<S>>> calls = new ConcurrentHashMap<>();

    /**
     * A call that was answered. Each is itself alone, however alike.
     *
     * @param what what it did: calls of the same words fit the same states and have the same effect
     * @param fits the states that give its answer
     * @param effect what it makes of them
     */
    private record Call<S>(String what, Span when, boolean changes, Predicate<S> fits, UnaryOperator<S> effect) {
        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }

        @Override
        public String toString() {
            return "%s (%,d to %,d)".formatted(what, when.began(), when.ended());
        }
    }

    /** Where a thing may be: its state, and which of the calls that are still unanswered have taken effect. */
    private record Possible<S>(S state, Set<Call<S>> done) {
        Possible<S> after(Call<S> call) {
            return new Possible<>(call.effect().apply(state), with(List.of(call)));
        }

        /** Calls that never change anything may take effect as soon as they fit: what follows can follow all the same. */
        Possible<S> settled(List<Call<S>> unanswered) {
            return new Possible<>(
                    state,
                    with(unanswered.stream()
                            .filter(call -> !call.changes() && call.fits().test(state))
                            .toList()));
        }

        Possible<S> answered(Call<S> call) {
            Set<Call<S>> rest = new HashSet<>(done);
            rest.remove(call);
            return new Possible<>(state, rest);
        }

        private Set<Call<S>> with(List<Call<S>> calls) {
            Set<Call<S>> more = new HashSet<>(done);
            more.addAll(calls);
            return more;
        }
    }

    /**
     * Notes a call that did nothing but tell, be it by a refusal, that the state is one of those that {@code fits} knows. Those of
     * the same words must be alike.
     */
    public void told(String name, String what, Span when, Predicate<S> fits) {
        add(name, new Call<>(what, when, false, fits, UnaryOperator.identity()));
    }

    /**
     * Notes a call that was done: what it made of the state, which has to be one of those that {@code fits} knows. Those of the same
     * words must be alike.
     */
    public void done(String name, String what, Span when, Predicate<S> fits, UnaryOperator<S> effect) {
        add(name, new Call<>(what, when, true, fits, effect));
    }

    private void add(String name, Call<S> call) {
        calls.computeIfAbsent(name, _ -> new ConcurrentLinkedQueue<>()).add(call);
    }

    /** Fails where no serial order explains the answers, all things having been in the state {@code first}. */
    public void assertSerial(S first) {
        assertThat(calls).isNotEmpty();
        calls.forEach((name, ofOne) -> assertSerial(name, ofOne, first));
    }

    /** Goes from answer to answer and keeps all that may be the case; a call takes effect as late as it can. */
    private static <S> void assertSerial(String name, Collection<Call<S>> calls, S first) {
        Deque<Call<S>> coming = new ArrayDeque<>(sorted(calls, Span::began));
        List<Call<S>> unanswered = new ArrayList<>();
        Set<Possible<S>> possible = Set.of(new Possible<>(first, Set.of()));
        for (Call<S> call : sorted(calls, Span::ended)) {
            while (!coming.isEmpty()
                    && coming.peek().when().began() < call.when().ended()) {
                unanswered.add(coming.poll());
            }
            Set<Possible<S>> next = after(call, possible, unanswered);
            assertThat(next)
                    .as(
                            "no serial order explains the answers: %s, %s, beside %s, after %s",
                            name, call, unanswered, possible)
                    .isNotEmpty();
            possible = next;
            unanswered.remove(call);
        }
    }

    private static <S> List<Call<S>> sorted(Collection<Call<S>> calls, Function<Span, Long> moment) {
        return calls.stream()
                .sorted(Comparator.comparing(call -> moment.apply(call.when())))
                .toList();
    }

    /** All that may be the case when {@code answered} has taken effect, some of the others before it. */
    private static <S> Set<Possible<S>> after(Call<S> answered, Set<Possible<S>> possible, List<Call<S>> unanswered) {
        Set<Possible<S>> after = new HashSet<>();
        Set<Possible<S>> seen = new HashSet<>();
        Deque<Possible<S>> open = new ArrayDeque<>(possible);
        while (!open.isEmpty()) {
            Possible<S> one = open.poll().settled(unanswered);
            if (one.done().contains(answered)) {
                after.add(one.answered(answered));
            } else if (seen.add(one)) {
                firstOfItsKind(unanswered.stream().filter(call -> !one.done().contains(call)))
                        .filter(call -> call.fits().test(one.state()))
                        .map(one::after)
                        .forEach(open::add);
            }
        }
        return after;
    }

    /**
     * Of calls that are alike, the one that is answered first may as well take effect first. To try each of them would take twice the
     * time for each call more.
     */
    private static <S> Stream<Call<S>> firstOfItsKind(Stream<Call<S>> calls) {
        return calls
                .collect(Collectors.toMap(
                        Call::what,
                        Function.identity(),
                        BinaryOperator.minBy(
                                Comparator.comparing(call -> call.when().ended()))))
                .values()
                .stream();
    }
}
