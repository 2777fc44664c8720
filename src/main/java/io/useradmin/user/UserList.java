package io.useradmin.user;

import io.useradmin.shared.Sort;

/** A list of users: whose, which of them, and in what order. */
record UserList(String tenantId, UserFilter filter, Sort<UserSort> sort) {}
