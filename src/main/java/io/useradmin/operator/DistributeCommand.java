package io.useradmin.operator;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.useradmin.operator.Distribution.Outcome;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import picocli.CommandLine.Command;

/** Distributes the tables over the nodes of Citus. */
@Command(
        name = "distribute",
        description = {
            "Distributes the tables and their rows over the nodes of Citus, by tenant.",
            "Writes of the service wait until it ends. A repetition distributes only new tables."
        })
class DistributeCommand extends DatabaseCommand {
    DistributeCommand(Supplier<Database> database) {
        super(database);
    }

    @Override
    void run(Connection connection) throws SQLException {
        var distribution = new Distribution(connection);
        if (!distribution.isPossible()) {
            throw new Failure("The database has no Citus: run 'create extension citus' and add the nodes first.");
        }
        List<Outcome> outcomes = distribution.run();
        print(text(outcomes), json(outcomes));
    }

    private static String text(List<Outcome> outcomes) {
        var table = new Table("TABLE", "TYPE", "DISTRIBUTED");
        outcomes.forEach(outcome -> table.row(outcome.table(), name(outcome), outcome.isNew() ? "now" : "before"));
        return table.toString();
    }

    static ArrayNode json(List<Outcome> outcomes) {
        ArrayNode json = JSON.arrayNode();
        outcomes.forEach(outcome -> json.addObject()
                .put("table", outcome.table())
                .put("type", name(outcome))
                .put("distributed_now", outcome.isNew()));
        return json;
    }

    private static String name(Outcome outcome) {
        return outcome.state().name().toLowerCase(Locale.ROOT);
    }
}
