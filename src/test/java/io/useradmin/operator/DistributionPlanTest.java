package io.useradmin.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.useradmin.operator.DistributionPlan.ForeignKey;
import io.useradmin.operator.DistributionPlan.TableFacts;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DistributionPlanTest {
    private final List<TableFacts> tables = new ArrayList<>();
    private final List<ForeignKey> foreignKeys = new ArrayList<>();

    @Test
    void distributesTablesWithTenant() {
        distributable("users");
        notDistributable("keys");
        assertThat(plan()).isEqualTo(new DistributionPlan(List.of("keys"), List.of("users")));
    }

    @Test
    void keepsTablesThatReferenceTablesReferToByTenant() {
        distributable("users", "tenants", "owners");
        notDistributable("keys");
        byTenant("users", "tenants");
        byTenant("tenants", "owners");
        byTenant("keys", "tenants");
        assertThat(plan()).isEqualTo(new DistributionPlan(List.of("owners", "tenants", "keys"), List.of("users")));
    }

    @Test
    void startsWithUsersBecauseOthersAreColocated() {
        distributable("accounts", "users", "phones");
        assertThat(plan().distributed()).containsExactly("users", "accounts", "phones");
        assertThat(plan().tables()).containsExactly("users", "accounts", "phones");
    }

    @Test
    void followsForeignKeys() {
        distributable("users", "a", "b", "c");
        withinTenant("a", "b");
        withinTenant("b", "c");
        withinTenant("c", "c");
        assertThat(plan().distributed()).containsExactly("users", "c", "b", "a");
    }

    @Test
    void namesAForeignKeyFromATableThatCannotBeDistributed() {
        distributable("users");
        notDistributable("notes");
        withinTenant("notes", "users");
        fails(
                "The foreign key notes_users from notes to users prevents the distribution: notes itself, or one of its unique"
                        + " indexes, has no column tenant_id. Nothing was changed.");
    }

    @Test
    void namesAForeignKeyWithoutTheTenant() {
        distributable("users", "notes");
        foreignKeys.add(new ForeignKey("notes_users", "notes", "users", false, false));
        fails(
                "The foreign key notes_users from notes to users prevents the distribution: it does not pair the columns tenant_id of both"
                        + " tables. Nothing was changed.");
    }

    @Test
    void namesAForeignKeyFromAnotherSchema() {
        distributable("users");
        withinTenant("other.notes", "users");
        fails(
                "The foreign key other.notes_users from other.notes to users prevents the distribution: other.notes is in another schema."
                        + " Nothing was changed.");
    }

    @Test
    void namesTablesInACycle() {
        distributable("users", "a", "b");
        withinTenant("a", "b");
        withinTenant("b", "a");
        fails(
                "The foreign keys of these tables form a cycle, which prevents the distribution: a, b. Nothing was changed.");
    }

    private void fails(String message) {
        assertThatThrownBy(this::plan).isInstanceOf(Failure.class).hasMessage(message);
    }

    private DistributionPlan plan() {
        return DistributionPlan.of(tables, foreignKeys);
    }

    private void distributable(String... names) {
        for (String name : names) {
            tables.add(new TableFacts(name, true));
        }
    }

    private void notDistributable(String name) {
        tables.add(new TableFacts(name, false));
    }

    private void byTenant(String from, String to) {
        foreignKeys.add(new ForeignKey(from + "_" + to, from, to, true, true));
    }

    private void withinTenant(String from, String to) {
        foreignKeys.add(new ForeignKey(from + "_" + to, from, to, false, true));
    }
}
