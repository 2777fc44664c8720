package io.useradmin.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.useradmin.audit.EventSql;
import org.junit.jupiter.api.Test;

/** The parts of a statement that changes one part of a user. StatementsTest runs the whole statements. */
class UserChangeSqlTest {
    private static final String LOCK = "for no key update";

    @Test
    void aStatementHasACondition() {
        assertThatThrownBy(new UserChangeSql().neverRefused().updated("null")::build)
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aStatementSaysWhetherItIsRefused() {
        assertThatThrownBy(new UserChangeSql().when("true").updated("null")::build)
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aStatementHasAnEvent() {
        assertThatThrownBy(new UserChangeSql().when("true").neverRefused()::build)
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aStatementHasEachPartOnce() {
        var complete = new UserChangeSql().when("true").neverRefused().updated("null");

        assertThatThrownBy(() -> complete.when("false")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> complete.refusedWhen("true", "full")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> complete.events("happened")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void queriesHaveTheOrderOfTheCalls() {
        String statement = new UserChangeSql()
                .with(", known as (select 1)")
                .when("u.disabled")
                .with(", written as (select 2)")
                .neverRefused()
                .event("'a'")
                .build();

        assertThat(statement)
                .containsSubsequence(
                        "with seen as", ", known as (", ", changed_user as (", ", written as (", ", refused as (")
                .endsWith("from outcome u\n");
    }

    @Test
    void setsTheColumnsAndTheTime() {
        String statement = new UserChangeSql()
                .when("u.name <> :name")
                .set("name", ":name")
                .neverRefused()
                .updated("null")
                .build("name");

        assertThat(statement)
                .contains("update users u set name = $12, last_updated_at = ", "returning u.name, u.last_updated_at")
                .contains("(u.name <> $12) is not true")
                .doesNotContain(LOCK);
    }

    @Test
    void locksTheUserOnRequest() {
        String statement = new UserChangeSql()
                .when("true")
                .lockingUser()
                .neverRefused()
                .updated("null")
                .build();

        assertThat(statement).contains(LOCK, "exists (select from unchanged)");
    }

    @Test
    void theFirstConditionThatHoldsRefuses() {
        String statement = new UserChangeSql()
                .refusedWhen(":is_gone", "gone")
                .refusedWhen(":is_full", "full")
                .when("true")
                .updated("null")
                .build("is_gone", "is_full");

        assertThat(statement.replaceAll("\\s+", " "))
                .contains("select case when $12 then 'gone' when $13 then 'full' end as refusal");
    }

    @Test
    void returnsTheEventsOfAQuery() {
        var changed = new UserChangeSql().when("true").neverRefused();

        assertThat(changed.events("happened").build()).contains("session_id, selector", EventSql.INSERTED);
    }
}
