package io.useradmin.shared;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TenantNodeTest {
    @Test
    void onCitusTheTenantIsAColumnOfADistributedTable() {
        String row = TenantNode.row().replace(":tenant", "$12");
        String insert = "insert into t select " + TenantNode.TENANT + " from " + row + ", author";

        assertThat(insert).isEqualTo("insert into t select node.tenant from (select $12) as node (tenant), author");
        assertThat(TenantNode.onCitus(insert + "; " + insert))
                .isEqualTo("%1$s; %1$s"
                        .formatted("insert into t select node.tenant from"
                                + " ((select tenant_id from users where tenant_id = $12 limit 0) union all select $12)"
                                + " as node (tenant), author"));
    }

    @Test
    void otherStatementsStayAsTheyAre() {
        String statement = "select 1 from (select $1) as other (tenant)";

        assertThat(TenantNode.onCitus(statement)).isSameAs(statement);
    }
}
