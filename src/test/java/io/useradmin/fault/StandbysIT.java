package io.useradmin.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.OwnPostgres;
import io.useradmin.testsupport.ServiceProcess;
import io.useradmin.testsupport.TcpProxy;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The address of the replica leads to two standbys, of which one lags. */
class StandbysIT {
    private static final int READS = 20;

    private static OwnPostgres primary;
    private static OwnPostgres current;
    private static OwnPostgres lagging;
    private static String key;
    private static ServiceProcess service;

    @BeforeAll
    static void start() throws Exception {
        primary = OwnPostgres.migrated(Map.of());
        current = primary.standby();
        lagging = primary.standby();
        primary.acknowledgeAlone();
        key = primary.key();
        var either = new TcpProxy(current.port(), lagging.port());
        service = ServiceProcess.start(
                primary.reactiveUrl(),
                Map.of(
                        "USERADMIN_DATABASE_REPLICA_URL",
                        "postgresql://localhost:%d/postgres".formatted(either.port()),
                        "USERADMIN_DATABASE_REPLICA_MAX_LAG",
                        "60s",
                        "USERADMIN_DATABASE_READ_CONNECTIONS",
                        "2"));
    }

    @AfterAll
    static void stop() throws Exception {
        for (AutoCloseable each : List.of(service, lagging, current, primary)) {
            each.close();
        }
    }

    /** An export reads page by page. At its end, it checks that the user still exists. */
    @Test
    void aRequestReadsOnOneStandby() throws Exception {
        put("old");
        Await.until(
                "both standbys serve",
                () -> statusesOfExports("old").equals(Set.of(200)) && serves(current) && serves(lagging));
        lagging.run("select pg_wal_replay_pause()");
        put("new");

        Await.until("one standby has the user", () -> statusesOfExports("new").equals(Set.of(200, 404)));
    }

    private static void put(String user) {
        var response = service.begin(key, "PUT", "/api/users/" + user, "{}").join();
        assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    }

    /** Whether a connection's last query was not for the position of the server. */
    private static boolean serves(OwnPostgres standby) throws SQLException {
        return standby.lastQueriesOfService().stream().anyMatch(query -> !query.contains("_wal_"));
    }

    /** Several exports use each connection. One that breaks off fails the test. */
    private static Set<Integer> statusesOfExports(String user) {
        return Stream.generate(
                        () -> service.get(key, "/api/users/" + user + "/export").statusCode())
                .limit(READS)
                .collect(Collectors.toSet());
    }
}
