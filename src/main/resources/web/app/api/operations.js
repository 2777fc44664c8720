/**
 * The operations that the console uses. ConsoleOperationsTest compares them with the OpenAPI document.
 *
 * @typedef {{readonly method: string, readonly path: string, readonly scope: string | null}} Operation
 */

/**
 * @param {string} method
 * @param {string} path the path, with parameters in braces
 * @param {string | null} scope null if every key may call it
 * @returns {Operation}
 */
const operation = (method, path, scope) => Object.freeze({method, path, scope});

export const listBlockedIpsAcrossTenant = operation('GET', '/api/blocked_ips', 'blocked_ips:read');
export const unblockIpAcrossTenant = operation('POST', '/api/blocked_ips/unblock', 'blocked_ips:unblock_many');
export const listEvents = operation('GET', '/api/events', 'events:read');
export const listGroups = operation('GET', '/api/groups', 'groups:read');
export const putGroup = operation('PUT', '/api/groups/{group_id}', 'groups:write');
export const getGroup = operation('GET', '/api/groups/{group_id}', 'groups:read');
export const deleteGroup = operation('DELETE', '/api/groups/{group_id}', 'groups:write');
export const getOwnKey = operation('GET', '/api/key', null);
export const listKeys = operation('GET', '/api/keys', 'keys:manage');
export const createKey = operation('POST', '/api/keys', 'keys:manage');
export const revokeKey = operation('DELETE', '/api/keys/{key_id}', 'keys:manage');
export const rotateKey = operation('POST', '/api/keys/{key_id}/rotate', 'keys:manage');
export const revokeSessionsAcrossTenant = operation('POST', '/api/sessions/revoke', 'sessions:revoke_many');
export const listUsers = operation('GET', '/api/users', 'users:read');
export const getUser = operation('GET', '/api/users/{user_id}', 'users:read');
export const deleteUser = operation('DELETE', '/api/users/{user_id}', 'users:delete');
export const listUserAuditLog = operation('GET', '/api/users/{user_id}/audit_log', 'audit:read');
export const listBlockedIps = operation('GET', '/api/users/{user_id}/blocked_ips', 'blocked_ips:read');
export const unblockIp = operation('POST', '/api/users/{user_id}/blocked_ips/unblock', 'blocked_ips:unblock');
export const updateClaims = operation('PATCH', '/api/users/{user_id}/claims', 'users:write');
export const disableUser = operation('POST', '/api/users/{user_id}/disable', 'users:disable');
export const addEmail = operation('POST', '/api/users/{user_id}/emails', 'users:write');
export const removeEmail = operation('DELETE', '/api/users/{user_id}/emails/{email_id}', 'users:write');
export const makePrimaryEmail = operation('POST', '/api/users/{user_id}/emails/{email_id}/primary', 'users:write');
export const unverifyEmail = operation('POST', '/api/users/{user_id}/emails/{email_id}/unverify', 'users:write');
export const verifyEmail = operation('POST', '/api/users/{user_id}/emails/{email_id}/verify', 'users:write');
export const enableUser = operation('POST', '/api/users/{user_id}/enable', 'users:disable');
export const exportUser = operation('GET', '/api/users/{user_id}/export', 'users:export');
export const disconnectAuthenticator = operation('POST', '/api/users/{user_id}/external_authenticator/disconnect', 'identities:disconnect');
export const listGroupsOfUser = operation('GET', '/api/users/{user_id}/groups', 'groups:read');
export const removeFromGroup = operation('DELETE', '/api/users/{user_id}/groups/{group_id}', 'groups:assign');
export const assignGroup = operation('POST', '/api/users/{user_id}/groups/{group_id}', 'groups:assign');
export const addPhone = operation('POST', '/api/users/{user_id}/phones', 'users:write');
export const removePhone = operation('DELETE', '/api/users/{user_id}/phones/{phone_id}', 'users:write');
export const makePrimaryPhone = operation('POST', '/api/users/{user_id}/phones/{phone_id}/primary', 'users:write');
export const unverifyPhone = operation('POST', '/api/users/{user_id}/phones/{phone_id}/unverify', 'users:write');
export const verifyPhone = operation('POST', '/api/users/{user_id}/phones/{phone_id}/verify', 'users:write');
export const getPrivateData = operation('GET', '/api/users/{user_id}/private_data', 'private_data:read');
export const updatePrivateData = operation('PATCH', '/api/users/{user_id}/private_data', 'private_data:write');
export const getPublicData = operation('GET', '/api/users/{user_id}/public_data', 'public_data:read');
export const updatePublicData = operation('PATCH', '/api/users/{user_id}/public_data', 'public_data:write');
export const listSessions = operation('GET', '/api/users/{user_id}/sessions', 'sessions:read');
export const revokeSessions = operation('POST', '/api/users/{user_id}/sessions/revoke', 'sessions:revoke');
export const revokeSession = operation('DELETE', '/api/users/{user_id}/sessions/{session_id}', 'sessions:revoke');
export const setUsername = operation('PUT', '/api/users/{user_id}/username', 'users:write');
export const removeUsername = operation('DELETE', '/api/users/{user_id}/username', 'users:write');
