package io.useradmin.userdata;

import io.useradmin.http.Preconditions;
import io.useradmin.json.MergePatch;
import io.useradmin.shared.UserKey;

/**
 * A request to patch a data document.
 *
 * @param expected must hold for the stored version
 */
record DataPatch(UserKey user, DataKind kind, MergePatch document, Preconditions expected) {}
