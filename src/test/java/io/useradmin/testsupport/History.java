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
 * The history of concurrent calls on named objects, with their responses. A history is linearizable if the calls on each object
 * can be put in a serial order so that every response fits the state after the calls before it. A call that began after
 * another's response must come after that call.
 *
 * @param <S> the state of an object
 */
public final class History<S> {
    private final Map<String, Queue<Call<S>>> calls = new ConcurrentHashMap<>();

    /**
     * A call with a response. Two calls are never equal, even if they are alike.
     *
     * @param what what the call did; calls with the same text have the same {@code fits} and {@code effect}
     * @param fits the states that explain the response
     * @param effect the change of the state
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

    /** A possible situation: the object's state, and the pending calls that have already taken effect. */
    private record Possible<S>(S state, Set<Call<S>> done) {
        Possible<S> after(Call<S> call) {
            return new Possible<>(call.effect().apply(state), with(List.of(call)));
        }

        /** A call that changes nothing may take effect as soon as it fits: this excludes no later order. */
        Possible<S> settled(List<Call<S>> pending) {
            return new Possible<>(
                    state,
                    with(pending.stream()
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
     * Records a call that changed nothing, also an error. Its response shows that {@code fits} is true for the state. Calls
     * with the same text must be alike.
     */
    public void observed(String name, String what, Span when, Predicate<S> fits) {
        add(name, new Call<>(what, when, false, fits, UnaryOperator.identity()));
    }

    /**
     * Records a call that changed the state by {@code effect}. Before it, {@code fits} was true. Calls with the same text must
     * be alike.
     */
    public void done(String name, String what, Span when, Predicate<S> fits, UnaryOperator<S> effect) {
        add(name, new Call<>(what, when, true, fits, effect));
    }

    private void add(String name, Call<S> call) {
        calls.computeIfAbsent(name, _ -> new ConcurrentLinkedQueue<>()).add(call);
    }

    /** Fails if no serial order explains the responses. {@code first} is the first state of every object. */
    public void assertSerial(S first) {
        assertThat(calls).isNotEmpty();
        calls.forEach((name, callsOnOne) -> assertSerial(name, callsOnOne, first));
    }

    /**
     * Goes through the calls in the order of their responses and keeps all possible situations. Each call takes effect as late
     * as it can.
     */
    private static <S> void assertSerial(String name, Collection<Call<S>> calls, S first) {
        Deque<Call<S>> upcoming = new ArrayDeque<>(sorted(calls, Span::began));
        List<Call<S>> pending = new ArrayList<>();
        Set<Possible<S>> possible = Set.of(new Possible<>(first, Set.of()));
        for (Call<S> call : sorted(calls, Span::ended)) {
            while (!upcoming.isEmpty()
                    && upcoming.peek().when().began() < call.when().ended()) {
                pending.add(upcoming.poll());
            }
            Set<Possible<S>> next = after(call, possible, pending);
            assertThat(next)
                    .as(
                            "no serial order explains the responses: %s, %s, pending %s, before it %s",
                            name, call, pending, possible)
                    .isNotEmpty();
            possible = next;
            pending.remove(call);
        }
    }

    private static <S> List<Call<S>> sorted(Collection<Call<S>> calls, Function<Span, Long> moment) {
        return calls.stream()
                .sorted(Comparator.comparing(call -> moment.apply(call.when())))
                .toList();
    }

    /** All possible situations in which {@code answered} has taken effect, and maybe other pending calls before it. */
    private static <S> Set<Possible<S>> after(Call<S> answered, Set<Possible<S>> possible, List<Call<S>> pending) {
        Set<Possible<S>> after = new HashSet<>();
        Set<Possible<S>> seen = new HashSet<>();
        Deque<Possible<S>> open = new ArrayDeque<>(possible);
        while (!open.isEmpty()) {
            Possible<S> one = open.poll().settled(pending);
            if (one.done().contains(answered)) {
                after.add(one.answered(answered));
            } else if (seen.add(one)) {
                firstOfAlikeCalls(pending.stream().filter(call -> !one.done().contains(call)))
                        .filter(call -> call.fits().test(one.state()))
                        .map(one::after)
                        .forEach(open::add);
            }
        }
        return after;
    }

    /**
     * Of calls that are alike, only the one with the first response needs to be tried. Trying all doubles the time with each
     * call.
     */
    private static <S> Stream<Call<S>> firstOfAlikeCalls(Stream<Call<S>> calls) {
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
