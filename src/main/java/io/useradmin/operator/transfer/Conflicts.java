package io.useradmin.operator.transfer;

import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.operator.transfer.Line.GroupLine;
import io.useradmin.operator.transfer.Line.UserLine;
import io.useradmin.operator.transfer.SignInIdentifier.Kind;
import io.useradmin.problem.Problem.IdentifierTaken;
import io.useradmin.shared.Location.Pointer;
import io.useradmin.shared.Violations;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finds the lines of a batch that conflict with data of the tenant or with an earlier line. It runs only after PostgreSQL
 * rejected a batch, because most batches have no conflict. It is needed because PostgreSQL reports only the first conflict.
 */
final class Conflicts {
    /** Looks up each group by key, like {@link Kind}. */
    private static final String GROUPS = """
            select t.group_id
              from unnest(?) as wanted (group_id)
                   cross join lateral (
                       select * from groups where tenant_id = ? and group_id >= wanted.group_id order by group_id limit 1) as t
             where t.group_id = wanted.group_id
            """;

    private final Connection connection;
    private final String tenant;

    Conflicts(Connection connection, String tenant) {
        this.connection = connection;
        this.tenant = tenant;
    }

    /** Rejects the conflicting lines, each with all of its conflicts. Returns whether there were any. */
    boolean rejectIn(Batch batch) throws SQLException {
        List<UserLine> lines = batch.userLines();
        Set<String> groups = groups(batch);
        IdentifierClaims claims = claims(lines, groups);
        boolean found = false;
        for (UserLine line : lines) {
            var violations = new Violations();
            checkIdentifiers(line, claims, violations);
            checkGroups(line, groups, violations);
            if (!violations.isEmpty()) {
                batch.reject(line.number(), violations.found());
                found = true;
            }
        }
        return found;
    }

    private static void checkIdentifiers(UserLine line, IdentifierClaims claims, Violations violations) {
        SignInIdentifier.in(line.profile()).forEach((pointer, identifier) -> {
            if (claims.isTaken(identifier, line.userId())) {
                violations.broken(pointer, IdentifierTaken.CODE, IdentifierTaken.DETAIL);
            }
        });
    }

    private static void checkGroups(UserLine line, Set<String> known, Violations violations) {
        int index = 0;
        for (String group : line.groups().keySet()) {
            if (!known.contains(group)) {
                violations.broken(
                        new Pointer("/groups/%d/group_id".formatted(index)),
                        "unknown_group",
                        "must be a group of the tenant or of an earlier line");
            }
            index++;
        }
    }

    /** A line with an unknown group claims nothing. So users come in the order of their first lines without one, if any. */
    private IdentifierClaims claims(List<UserLine> lines, Set<String> groups) throws SQLException {
        Predicate<UserLine> isValid = line -> groups.containsAll(line.groups().keySet());
        Set<String> valid = lines.stream().filter(isValid).map(UserLine::userId).collect(Collectors.toSet());
        SequencedMap<String, Set<SignInIdentifier>> wanted = new LinkedHashMap<>();
        lines.stream()
                .filter(line -> isValid.test(line) || !valid.contains(line.userId()))
                .forEach(line -> wanted.computeIfAbsent(line.userId(), _ -> identifiers(line)));
        return new IdentifierClaims(wanted, owners(wanted.values()), valid);
    }

    private static Set<SignInIdentifier> identifiers(UserLine line) {
        return Set.copyOf(SignInIdentifier.in(line.profile()).values());
    }

    private Map<SignInIdentifier, String> owners(Collection<Set<SignInIdentifier>> wanted) throws SQLException {
        Set<SignInIdentifier> asked = wanted.stream().flatMap(Set::stream).collect(Collectors.toSet());
        Map<SignInIdentifier, String> owners = new HashMap<>();
        for (Kind kind : Kind.values()) {
            owners.putAll(owners(kind, asked));
        }
        return owners;
    }

    private Map<SignInIdentifier, String> owners(Kind kind, Collection<SignInIdentifier> asked) throws SQLException {
        List<SignInIdentifier> ofKind =
                asked.stream().filter(each -> each.kind() == kind).toList();
        Stream<List<String>> parts = IntStream.range(0, kind.parts())
                .mapToObj(part ->
                        ofKind.stream().map(each -> each.value().get(part)).toList());
        Object[] parameters = Stream.concat(parts, Stream.of(tenant)).toArray();
        return Jdbc.query(
                        connection,
                        kind.owners(),
                        row -> Map.entry(identifier(kind, row), row.getString(1)),
                        parameters)
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static SignInIdentifier identifier(Kind kind, ResultSet row) throws SQLException {
        List<String> value = new ArrayList<>();
        for (int part = 0; part < kind.parts(); part++) {
            value.add(row.getString(part + 2));
        }
        return new SignInIdentifier(kind, value);
    }

    private Set<String> groups(Batch batch) throws SQLException {
        List<String> asked = batch.userLines().stream()
                .flatMap(line -> line.groups().keySet().stream())
                .distinct()
                .toList();
        Set<String> groups = new HashSet<>(Jdbc.query(connection, GROUPS, row -> row.getString(1), asked, tenant));
        batch.groups().stream().map(GroupLine::groupId).forEach(groups::add);
        return groups;
    }
}
