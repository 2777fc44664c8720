package io.useradmin.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.useradmin.admission.ConcurrencyLimiter.Permit;
import io.useradmin.admission.MemoryBudget.Reservation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests arrive, look up keys, send bodies, wait, run, fail, get responses and disconnect, in random order. In any order,
 * nothing is held in the end, and each waiting request was resumed or dropped exactly once.
 */
class RequestLifecycleTest {
    private static final int LIMIT = 2;
    private static final int MEMORY = 100;
    private static final int MAX_WAITING = 5;
    private static final int REQUESTS = 40;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void holdsNothingInTheEndInAnyOrder(int seed) {
        for (int run = 0; run < 400; run++) {
            new Simulation(seed * 1_000L + run).run();
        }
    }

    @Test
    void acquiresNothingForADisconnectedClient() {
        var simulation = new Simulation(0);
        var request = simulation.arrival(0, false);
        request.endResponse();

        assertThat(request.register(simulation.memory.reservation(1))).isFalse();
        request.runOperation(
                        simulation.limiter,
                        Runnable::run,
                        () -> Uni.createFrom().item("run"))
                .subscribe()
                .with(item -> assertThat(item).as("must not run").isNull(), _ -> simulation.dropped++);

        assertThat(simulation.dropped).isOne();
        simulation.assertNothingIsHeld();
    }

    @Test
    void keepsThePermitOfAnOperationOfADisconnectedClient() {
        var simulation = new Simulation(0);
        var request = simulation.arrival(0, false);
        UniEmitter<? super String> database = simulation.beginOperation(request);

        request.endResponse();

        assertThat(simulation.inFlight).isZero();
        assertThat(simulation.limiter.running()).isOne();
        assertThat(simulation.open).containsExactly(request);
        database.complete("done");
        simulation.assertNothingIsHeld();
    }

    /** The permit comes before the end of the response, but the event loop is busy in between. */
    @Test
    void startsNothingForAClientThatDisconnectsAfterItsPermit() {
        var simulation = new Simulation(0);
        List<Permit> others = new ArrayList<>();
        for (int other = 0; other < LIMIT; other++) {
            var permit = simulation.limiter.permit(() -> {});
            assertThat(permit.acquire()).isTrue();
            others.add(permit);
        }
        var request = simulation.arrival(0, false);
        List<Runnable> eventLoop = new ArrayList<>();
        request.runOperation(
                        simulation.limiter,
                        eventLoop::add,
                        () -> Uni.createFrom().item(() -> simulation.operations++))
                .subscribe()
                .with(_ -> {}, _ -> simulation.dropped++);

        others.forEach(Permit::release);
        request.endResponse();
        assertThat(eventLoop).hasSize(1);
        eventLoop.getFirst().run();

        assertThat(simulation.operations).isZero();
        assertThat(simulation.dropped).isOne();
        simulation.assertNothingIsHeld();
    }

    /** For example, because a search after an event takes too long. */
    @Test
    void givesUpItsPlaceInTheQueueWhenItsCallerStopsWaiting() {
        var simulation = new Simulation(0);
        List<UniEmitter<? super String>> database = new ArrayList<>();
        List<RequestLifecycle> requests = new ArrayList<>();
        for (int request = 0; request <= LIMIT; request++) {
            requests.add(simulation.arrival(0, false));
        }
        List<Cancellable> callers = requests.stream()
                .map(request -> request.runWhileParked(
                                () -> simulation.limiter, () -> Uni.createFrom().<String>emitter(database::add))
                        .subscribe()
                        .with(_ -> {}))
                .toList();
        assertThat(simulation.limiter.queued()).isOne();

        callers.getLast().cancel();

        assertThat(simulation.limiter.queued()).isZero();
        assertThat(database).hasSize(LIMIT);
        database.forEach(each -> each.complete("done"));
        requests.forEach(RequestLifecycle::endResponse);
        simulation.assertNothingIsHeld();
    }

    /** For example, the signature of a token. */
    @Test
    void waitsForItsLastStepWithoutItsPermitAndUntilItsResponseEnds() {
        var simulation = new Simulation(0);
        var processors = new ConcurrencyLimiter(1);
        var other = processors.permit(() -> {});
        assertThat(other.acquire()).isTrue();
        var request = simulation.arrival(0, false);

        request.runOperation(
                        simulation.limiter,
                        Runnable::run,
                        () -> Uni.createFrom()
                                .item("found")
                                .flatMap(_ -> request.runLastStep(
                                        processors, () -> Uni.createFrom().item(() -> simulation.operations++))))
                .subscribe()
                .with(_ -> {}, _ -> simulation.dropped++);

        assertThat(simulation.limiter.running()).isZero();
        assertThat(processors.queued()).isOne();
        request.endResponse();
        assertThat(processors.queued()).isZero();
        assertThat(simulation.dropped).isOne();
        other.release();
        assertThat(simulation.operations).isZero();
        simulation.assertNothingIsHeld();
    }

    @Test
    void waitsForTheServiceButNotForItsCaller() {
        var simulation = new Simulation(0);
        var request = simulation.arrival(10, true);
        assertThat(request.waited(15)).isEqualTo(5);

        assertThat(request.waited(16)).as("time waited for memory").isEqualTo(6);
        assertThat(simulation.inFlight).isZero();
        assertThat(request.beginBody()).isTrue();
        assertThat(request.waited(19)).isZero();

        request.endBody(20);
        assertThat(request.waited(21)).isOne();
        assertThat(simulation.inFlight).isOne();
    }

    /** The client may never read the rest of the response. */
    @Test
    void isNotInFlightOnceItsResponseHasBegunAndNoOperationRuns() {
        var simulation = new Simulation(0);
        var request = simulation.arrival(0, false);
        UniEmitter<? super String> database = simulation.beginOperation(request);

        request.beginResponse();
        assertThat(simulation.inFlight).as("the operation runs").isOne();
        database.complete("done");
        request.beginResponse();

        assertThat(simulation.inFlight).isZero();
        assertThat(request.waited(9)).isZero();
        assertThat(simulation.open).containsExactly(request);
        request.endResponse();
        simulation.assertNothingIsHeld();
    }

    /** A restart would not end it sooner. */
    @Test
    void doesNotWaitForTheServiceWhileItIsParkedEvenIfItsResponseEnds() {
        var simulation = new Simulation(0);
        var request = simulation.arrival(0, false);
        List<UniEmitter<? super String>> database = new ArrayList<>();

        request.park();
        assertThat(simulation.inFlight).isZero();
        request.runWhileParked(() -> simulation.limiter, () -> Uni.createFrom().<String>emitter(database::add))
                .subscribe()
                .with(_ -> {});
        assertThat(request.isOperating()).isTrue();
        assertThat(request.waited(9)).isZero();
        assertThat(simulation.inFlight).isZero();
        request.endResponse();

        assertThat(request.isOperating()).isTrue();
        assertThat(request.waited(9)).isZero();
        database.getFirst().complete("done");
        simulation.assertNothingIsHeld();
    }

    /** Otherwise liveness would not notice an operation that never ends. */
    @Test
    void waitsForItsOperationAlsoAfterItsResponseEnds() {
        var simulation = new Simulation(0);
        var request = simulation.arrival(0, false);
        UniEmitter<? super String> database = simulation.beginOperation(request);

        request.endResponse();
        request.endResponse();

        assertThat(request.waited(9)).isEqualTo(9);
        assertThat(simulation.inFlight).isZero();
        request.park();
        assertThat(simulation.inFlight).isZero();
        database.complete("done");
    }

    @Test
    void receivesNoBodyOfADisconnectedClient() {
        var simulation = new Simulation(0);
        var request = simulation.arrival(0, true);
        request.endResponse();

        assertThat(request.beginBody()).isFalse();

        request.endBody(5);
        simulation.assertNothingIsHeld();
    }

    /** Simulates an event loop with its clients and its database. The order of events is random. */
    private static final class Simulation implements RequestLifecycle.Listener {
        private final Random random;
        private final ConcurrencyLimiter limiter = new ConcurrencyLimiter(LIMIT);
        private final MemoryBudget memory = new MemoryBudget(MEMORY, MAX_WAITING);
        private final List<Runnable> events = new ArrayList<>();
        private final Set<RequestLifecycle> open = new HashSet<>();
        private int inFlight;
        private int arrived;
        private int running;
        private int resumed;
        private int dropped;
        private int operations;
        private long time;

        private Simulation(long seed) {
            this.random = new Random(seed);
        }

        void run() {
            for (int request = 0; request < REQUESTS; request++) {
                events.add(this::arrive);
            }
            while (!events.isEmpty()) {
                time++;
                events.remove(random.nextInt(events.size())).run();
                assertThat(running).isBetween(0, LIMIT);
                assertThat(limiter.running()).isBetween(running, LIMIT);
                if (events.size() < 3) {
                    memory.reclaim(time);
                }
            }
            assertThat(arrived).isEqualTo(REQUESTS);
            assertThat(resumed + dropped).as("each operation ends once").isEqualTo(operations);
            assertNothingIsHeld();
        }

        RequestLifecycle arrival(long now) {
            return arrival(now, random.nextBoolean());
        }

        RequestLifecycle arrival(long now, boolean awaitsBody) {
            var request = new RequestLifecycle(this, now, awaitsBody);
            open.add(request);
            return request;
        }

        void assertNothingIsHeld() {
            assertThat(inFlight).isZero();
            assertThat(open).isEmpty();
            assertThat(limiter.running()).isZero();
            assertThat(limiter.queued()).isZero();
            assertThat(memory.held()).isZero();
            assertThat(memory.queued()).isZero();
        }

        @Override
        public void enteredFlight() {
            inFlight++;
        }

        @Override
        public void leftFlight() {
            inFlight--;
        }

        @Override
        public void closed(RequestLifecycle request) {
            assertThat(request.isResponseEnded()).isTrue();
            assertThat(request.isOperating()).isFalse();
            open.remove(request);
        }

        /** Starts an operation of {@code request}. It ends when the caller completes the response of the database. */
        private UniEmitter<? super String> beginOperation(RequestLifecycle request) {
            List<UniEmitter<? super String>> database = new ArrayList<>();
            request.runOperation(limiter, Runnable::run, () -> Uni.createFrom().<String>emitter(database::add))
                    .subscribe()
                    .with(_ -> {});
            return database.getFirst();
        }

        private void arrive() {
            arrived++;
            RequestLifecycle request = arrival(time);
            // The client disconnects, the deadline passes or the service shuts down: now, later, maybe twice.
            for (int end = random.nextInt(4); end > 1; end--) {
                events.add(request::endResponse);
            }
            switch (random.nextInt(4)) {
                case 0 -> keyFound(request);
                case 1 -> events.add(request::endResponse);
                default -> events.add(() -> keyFound(request));
            }
            // In the end there is always a response: from the operation, the deadline or the closed connection.
            events.add(() -> events.add(() -> events.add(request::endResponse)));
        }

        private void keyFound(RequestLifecycle request) {
            switch (random.nextInt(3)) {
                case 0 -> request.endResponse();
                case 1 -> operate(request);
                default -> receiveBody(request);
            }
        }

        private void receiveBody(RequestLifecycle request) {
            var self = new Reservation[1];
            self[0] = memory.reservation(random.nextInt(2 * MEMORY), new MemoryWaiter() {
                @Override
                public void granted() {
                    events.add(() -> bodyBegins(request, self[0]));
                }

                @Override
                public void refused() {
                    events.add(() -> bodyEnds(request, self[0], false));
                }
            });
            if (request.register(self[0]) && self[0].acquire()) {
                bodyBegins(request, self[0]);
            }
        }

        private void bodyBegins(RequestLifecycle request, Reservation reservation) {
            if (!request.beginBody()) {
                return;
            }
            reservation.beginTransfer(time, () -> events.add(() -> bodyEnds(request, reservation, false)));
            if (random.nextInt(3) > 0) {
                events.add(() -> bodyEnds(request, reservation, true));
            }
        }

        private void bodyEnds(RequestLifecycle request, Reservation reservation, boolean complete) {
            reservation.endTransfer();
            request.endBody(time);
            if (complete) {
                operate(request);
            } else {
                request.endResponse();
            }
        }

        private void operate(RequestLifecycle request) {
            // The response begins at any time, also during the operation.
            events.add(request::beginResponse);
            operations++;
            var begins = new int[1];
            request.runOperation(limiter, events::add, () -> work(begins).chain(done -> maybePark(request, done)))
                    .onItemOrFailure()
                    .invoke((_, _) -> ended(begins[0]))
                    .subscribe()
                    .with(_ -> request.endResponse(), _ -> request.endResponse());
        }

        /** A long poll waits for events, and searches again after each. */
        private Uni<String> maybePark(RequestLifecycle request, String found) {
            if (random.nextBoolean()) {
                return Uni.createFrom().item(found);
            }
            request.park();
            operations++;
            var begins = new int[1];
            return Uni.createFrom()
                    .<String>emitter(event -> events.add(() -> event.complete("event")))
                    .chain(() -> request.runWhileParked(() -> limiter, () -> work(begins)))
                    .onItemOrFailure()
                    .invoke((_, _) -> ended(begins[0]))
                    .chain(again -> maybePark(request, again));
        }

        /** An operation starts again after a conflict. */
        private Uni<String> work(int[] begins) {
            begins[0]++;
            running++;
            return attempt()
                    .onFailure()
                    .retry()
                    .atMost(1 + random.nextInt(3))
                    .onTermination()
                    .invoke(() -> running--);
        }

        private void ended(int begins) {
            assertThat(begins).as("runs at most once").isBetween(0, 1);
            resumed += begins;
            dropped += 1 - begins;
        }

        private Uni<String> attempt() {
            return Uni.createFrom().emitter(database -> {
                boolean fails = random.nextBoolean();
                events.add(() -> {
                    if (fails) {
                        database.fail(new IllegalStateException("conflict"));
                    } else {
                        database.complete("done");
                    }
                });
            });
        }
    }
}
