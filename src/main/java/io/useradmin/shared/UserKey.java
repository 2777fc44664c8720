package io.useradmin.shared;

/**
 * The full address of one user: an id means nothing without the tenant that owns it.
 *
 * @param tenantId the tenant of the caller's API key
 * @param userId the user's identifier within the tenant
 */
public record UserKey(String tenantId, String userId) {}
