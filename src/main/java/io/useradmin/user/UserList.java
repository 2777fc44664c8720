package io.useradmin.user;

import io.useradmin.shared.Sort;

/** A list of users: tenant, filter and order. */
record UserList(String tenantId, UserFilter filter, Sort<UserSort> sort) {}
