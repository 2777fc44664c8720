package io.useradmin.event;

/** Whether the last query for a tenant's new events has failed. */
enum Attempt {
    FIRST,
    RETRY
}
