package io.useradmin.testsupport;

import java.sql.SQLException;
import java.util.List;

/** A database that tests can query. */
public interface Readable {
    /** The first column of every row, as text. */
    List<String> list(String query) throws SQLException;
}
