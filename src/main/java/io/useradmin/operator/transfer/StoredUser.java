package io.useradmin.operator.transfer;

import io.useradmin.json.ApiJson;
import io.useradmin.operator.jdbc.ResultColumns;
import io.useradmin.profile.User;
import io.useradmin.profile.UserJson;
import io.useradmin.profile.UserRow;
import java.sql.ResultSet;

/** Reads users with everything that the API returns of them. */
final class StoredUser {
    /** Selects the columns for {@link #read} from a row {@code u}. The tenant is the first parameter. */
    static final String SELECT = UserRow.select("$1", "true", "true");

    private static final UserJson JSON = new UserJson(ApiJson.MAPPER);

    private StoredUser() {}

    /** The user of the current row. */
    static User read(ResultSet row) {
        return new UserRow(new ResultColumns(row), JSON).user();
    }
}
