package io.useradmin.database;

import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The names of the parameters of a {@linkplain DirectStatements direct statement}, in the order of its values. In the SQL, a
 * colon stands before a name ({@code :tenant}), as in the statements of a session.
 */
public record NamedParameters(List<String> names) {
    /** Not the second colon of a cast. */
    private static final Pattern PARAMETER = Pattern.compile("(?<!:):([a-z_]+)");

    public NamedParameters {
        names = List.copyOf(names);
        if (new HashSet<>(names).size() < names.size()) {
            throw new IllegalArgumentException("A name occurs twice: " + names);
        }
    }

    public static NamedParameters of(String... names) {
        return new NamedParameters(List.of(names));
    }

    /** These names, and then {@code others}. */
    public NamedParameters and(List<String> others) {
        return new NamedParameters(
                Stream.concat(names.stream(), others.stream()).toList());
    }

    /** The statement for PostgreSQL, with {@code $1} for the first name and so on. */
    public String number(String sql) {
        return PARAMETER.matcher(sql).replaceAll(parameter -> "\\$" + numberOf(parameter.group(1)));
    }

    private int numberOf(String name) {
        int index = names.indexOf(name);
        if (index < 0) {
            throw new IllegalArgumentException("There is no parameter " + name + " in " + names);
        }
        return index + 1;
    }
}
