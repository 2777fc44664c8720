package io.useradmin.shared;

/**
 * The key of a user: a user id is unique only within its tenant.
 *
 * @param tenantId the tenant of the caller's API key
 * @param userId the user's identifier within the tenant
 */
public record UserKey(String tenantId, String userId) {}
