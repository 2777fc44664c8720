package io.useradmin.citus;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Artifact;
import io.useradmin.testsupport.Artifact.Ended;
import io.useradmin.testsupport.CitusCluster;
import io.useradmin.testsupport.CitusDatabase;
import io.useradmin.testsupport.Migrations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command "distribute" on databases with different contents and schema versions. */
@Timeout(600)
class CitusDistributionIT {
    private static final Path DATA = Path.of("src", "test", "resources", "schema", "data");
    private static final String DISTRIBUTED =
            "select table_name || ' ' || citus_table_type || ' ' || distribution_column from citus_tables order by 1";
    private static final String LOCAL = """
            select oid::regclass from pg_class
             where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'flyway_schema_history'
               and oid not in (select logicalrelid from pg_dist_partition)
            """;

    /**
     * Two earlier migrations have statements that Citus refuses. So nobody can have distributed an earlier version with this
     * program.
     */
    private static final String FIRST_VERSION_WITH_DISTRIBUTE = "12";

    @TempDir
    private static Path folder;

    private static CitusCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster = CitusCluster.start(folder);
    }

    @AfterAll
    static void stop() throws Exception {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void distributesAnEmptyDatabaseOnce() throws Exception {
        CitusDatabase database = cluster.database("empty");
        assertThat(run(database, "migrate").exitCode()).isZero();

        Ended first = run(database, "distribute");
        assertThat(first.exitCode()).as(first.err()).isZero();
        assertThat(first.out())
                .containsPattern("(?m)^tenants +reference +now$")
                .containsPattern("(?m)^users +distributed +now$")
                .doesNotContain("before");
        List<String> distributed = database.list(DISTRIBUTED);
        assertThat(database.list(LOCAL)).isEmpty();

        assertThat(run(database, "distribute").out()).contains("before").doesNotContain("now");
        assertThat(run(database, "distribute", "-o", "json").out())
                .contains("{\"table\":\"users\",\"type\":\"distributed\",\"distributed_now\":false}");
        assertThat(database.list(DISTRIBUTED)).isEqualTo(distributed);
        assertThat(run(database, "migrate").out()).startsWith("Nothing to do");
    }

    /** The database was filled before Citus was installed, as when one machine is no longer enough. */
    @Test
    void distributesExistingData() throws Exception {
        CitusDatabase database = cluster.plainDatabase("filled");
        assertThat(run(database, "migrate").exitCode()).isZero();
        assertThat(run(database, "distribute"))
                .isEqualTo(new Ended(
                        1, "", "The database has no Citus: run 'create extension citus' and add the nodes first."));
        fill(database);
        Map<String, List<String>> before = CitusRows.of(database);
        database.join();

        Ended ended = run(database, "distribute");
        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(CitusRows.of(database)).isEqualTo(before);
        assertThat(database.list("select logicalrelid from pg_dist_partition where pg_relation_size(logicalrelid) > 0"))
                .as("tables whose rows were copied but not removed locally")
                .isEmpty();
        assertThat(database.list("select proname from pg_proc where pronamespace = 'public'::regnamespace"
                        + " and oid not in (select objid from pg_dist_object where classid = 'pg_proc'::regclass)"))
                .as("functions that are missing on the workers")
                .isEmpty();
    }

    /** Otherwise, readers of the feed would not see the worker's new events. */
    @Test
    void refusesAWorkerWithSmallerTransactionNumbers() throws Exception {
        CitusDatabase database = cluster.database("newer");
        assertThat(run(database, "migrate").exitCode()).isZero();
        database.run("insert into purged_events (tenant_id, xid, seq) values ('acme', '8589934591', 1)");
        Ended ended = run(database, "distribute");
        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.err())
                .containsPattern("^The worker localhost:\\d+ is at transaction \\d+,")
                .contains("up to 8589934591")
                .hasLineCount(1);
        assertThat(database.list(DISTRIBUTED)).isEmpty();
    }

    /** The rows of distributed tables have the numbers of their workers. A worker that was added later is ahead of the others. */
    @Test
    void distributesALaterOrderedTableAlthoughAWorkerIsAhead() throws Exception {
        CitusDatabase database = cluster.database("ahead");
        assertThat(run(database, "migrate").exitCode()).isZero();
        assertThat(run(database, "distribute").exitCode()).isZero();
        database.run("insert into purged_events (tenant_id, xid, seq) values ('acme', '8589934591', 1)");
        database.run("create table later_events (tenant_id text collate \"C\" not null,"
                + " xid xid8 not null default pg_current_xact_id(), seq bigint not null generated always as identity,"
                + " event_id uuid not null default uuid_v7(), primary key (tenant_id, xid, seq))");

        Ended ended = run(database, "distribute");
        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(ended.out()).containsPattern("(?m)^later_events +distributed +now$");
    }

    /** Migrations create and change objects on all nodes. */
    @Test
    void migratesADistributedDatabase() throws Exception {
        CitusDatabase database = cluster.database("migrated");
        migrate(database, "1");
        database.run(Files.readString(DATA.resolve("V1.sql")));
        assertThat(run(database, "distribute").exitCode()).isZero();
        migrate(database, "9");
        assertThat(run(database, "distribute").out())
                .containsPattern("(?m)^users +distributed +before$")
                .containsPattern("(?m)^events +distributed +now$")
                .containsPattern("(?m)^ssf_keys +reference +now$");

        CitusDatabase other = cluster.database("at_once");
        migrate(other, "9");
        assertThat(run(other, "distribute").exitCode()).isZero();
        assertThat(database.list(DISTRIBUTED)).isEqualTo(other.list(DISTRIBUTED));
        assertThat(CitusRows.columns(database)).isEqualTo(CitusRows.columns(other));
    }

    /** Every migration after the introduction of "distribute" runs on a distributed database. */
    @Test
    void migratesADatabaseThatThisProgramDistributed() throws Exception {
        CitusDatabase database = cluster.database("later");
        migrate(database, FIRST_VERSION_WITH_DISTRIBUTE);
        assertThat(run(database, "distribute").exitCode()).isZero();
        database.run(
                "create table later (tenant_id text collate \"C\" not null references tenants, id text, primary key (tenant_id, id))");

        Ended migrated = run(database, "migrate");
        assertThat(migrated.exitCode()).as(migrated.err()).isZero();
        assertThat(migrated.out()).contains("Distributed later");
        assertThat(database.list(LOCAL)).isEmpty();
        assertThat(run(database, "migrate").out()).startsWith("Nothing to do");
    }

    @Test
    void namesTheForeignKeyThatPreventsIt() throws Exception {
        CitusDatabase database = cluster.database("prevented");
        assertThat(run(database, "migrate").exitCode()).isZero();
        database.run("create table notes (id bigint primary key, tenant_id text, user_id text,"
                + " constraint notes_of_user foreign key (tenant_id, user_id) references users)");
        assertThat(run(database, "distribute"))
                .isEqualTo(new Ended(
                        1,
                        "",
                        "The foreign key notes_of_user from notes to users prevents the distribution: notes itself, or one of its unique"
                                + " indexes, has no column tenant_id. Nothing was changed."));
        assertThat(database.list(DISTRIBUTED)).isEmpty();
    }

    @Test
    void saysThatItLacksTheRights() throws Exception {
        CitusDatabase database = cluster.database("forbidden");
        assertThat(run(database, "migrate").exitCode()).isZero();
        database.run("create role stranger login");
        Ended ended = new Artifact(
                        folder,
                        Map.of(
                                "QUARKUS_DATASOURCE_REACTIVE_URL",
                                database.reactiveUrl(),
                                "QUARKUS_DATASOURCE_USERNAME",
                                "stranger"))
                .run("distribute");
        assertThat(ended).isEqualTo(new Ended(1, "", "The database refused: permission denied for table ssf_keys."));
    }

    @Test
    void leavesATableWithAnotherDistribution() throws Exception {
        CitusDatabase database = cluster.database("otherwise");
        assertThat(run(database, "migrate").exitCode()).isZero();
        database.run("select create_distributed_table('events', 'tenant_id')");
        Ended ended = run(database, "distribute");
        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.err())
                .startsWith("The table events is distributed in another way.")
                .hasLineCount(1);
        assertThat(database.list(DISTRIBUTED)).hasSize(1);
    }

    private static void fill(CitusDatabase database) throws Exception {
        try (Stream<Path> files = Files.list(DATA)) {
            for (Path rows : files.sorted(Comparator.comparing(CitusDistributionIT::version))
                    .toList()) {
                database.run(Files.readString(rows));
            }
        }
    }

    private static int version(Path rows) {
        return Integer.parseInt(rows.getFileName().toString().replaceAll("\\D", ""));
    }

    private static void migrate(CitusDatabase database, String version) {
        Migrations.of("jdbc:" + database.reactiveUrl())
                .initSql("set citus.enable_local_reference_table_foreign_keys = off;"
                        + " set citus.multi_shard_modify_mode = 'sequential'")
                .target(version)
                .load()
                .migrate();
    }

    private static Ended run(CitusDatabase database, String... words) throws IOException, InterruptedException {
        return new Artifact(folder, database.settings()).run(words);
    }
}
