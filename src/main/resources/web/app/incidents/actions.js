import {revokeSessionsAcrossTenant, unblockIpAcrossTenant} from '../api/operations.js';
import {session} from '../api/session.js';

/**
 * The bulk actions of the incident view.
 *
 * @typedef {{
 *   operation: import('../api/operations.js').Operation,
 *   title: string,
 *   label: string,
 *   verb: string,
 *   done: string,
 *   one: string,
 *   counted: string,
 *   countsUsersOnce: boolean,
 *   limit: {limit?: number},
 * }} Bulk counted is the response's member with the count; countsUsersOnce: only the first of several calls counts a user; limit keeps
 *   the calls short, so that a stop comes soon
 *
 * @type {Readonly<Record<import('./selector.js').Kind, Bulk>>}
 */
export const actions = {
  revoke: {
    operation: revokeSessionsAcrossTenant,
    title: 'Revoke sessions',
    label: 'Revoke',
    verb: 'revokes',
    done: 'revoked',
    one: 'session',
    counted: 'revoked',
    countsUsersOnce: true,
    limit: {limit: 1000},
  },
  unblock: {
    operation: unblockIpAcrossTenant,
    title: 'Unblock addresses',
    label: 'Unblock',
    verb: 'unblocks',
    done: 'unblocked',
    one: 'blocked address',
    counted: 'unblocked',
    countsUsersOnce: false,
    limit: {},
  },
};

/**
 * @param {Bulk} action
 * @param {any} body of a response
 * @returns {import('./run.js').Page}
 */
export function pageOf(action, body) {
  return {count: body[action.counted], users: body.users, next: body.next};
}

/**
 * One call.
 *
 * @param {Bulk} action
 * @param {import('../api/requests.js').Arguments & {signal?: AbortSignal}} args
 */
export async function page(action, args) {
  return pageOf(action, (await session.call(action.operation, args)).body);
}
