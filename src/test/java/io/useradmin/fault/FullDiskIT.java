package io.useradmin.fault;

import static io.useradmin.fault.Recovery.SOME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.useradmin.testsupport.Load;
import io.useradmin.testsupport.OwnPostgres;
import io.useradmin.testsupport.ServiceProcess;
import io.useradmin.testsupport.Slow;
import java.sql.SQLException;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The disk of the tables is full: writes fail, reads do not, and writes work again when there is space. */
@Slow
class FullDiskIT {
    private static final int MEGABYTES = 32;

    @Test
    void diskFull() throws Exception {
        assumeTrue(OwnPostgres.canRestartWithDisk(), "a small disk needs user namespaces, which this machine forbids");
        try (OwnPostgres database = new OwnPostgres(Map.of("autovacuum", "off"))) {
            database.restartWithDisk(MEGABYTES);
            database.migrate();
            String key = database.key();
            try (ServiceProcess service = ServiceProcess.start(database.reactiveUrl(), Map.of());
                    Load load = new Load(service, key)) {
                load.awaitAcknowledged(SOME);
                fill(database);
                load.awaitRefused(SOME);

                assertThat(service.isReady()).as("reads still work").isTrue();
                assertThat(service.get(key, "/api/groups/g").statusCode()).isEqualTo(200);

                database.run("drop table filler");
                Recovery.check("Disk of the tables full", service, load, database);
                assertThat(load.refusals())
                        .allSatisfy(refusal -> assertThat(refusal.body()).contains("Nothing was changed"));
            }
        }
    }

    /** Fills the disk, with ever smaller inserts at the end. */
    private static void fill(OwnPostgres database) throws SQLException {
        database.run("create table filler (content text)");
        for (int rows = 100_000; rows > 0; rows /= 10) {
            String insertion =
                    "insert into filler select repeat('x', 1000) from generate_series(1, %d)".formatted(rows);
            assertThatThrownBy(repeatedly(database, insertion))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            full -> assertThat(full.getSQLState()).isEqualTo("53100"));
        }
    }

    private static ThrowingCallable repeatedly(OwnPostgres database, String sql) {
        return () -> {
            while (true) {
                database.run(sql);
            }
        };
    }
}
