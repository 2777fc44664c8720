import {listBlockedIps, listGroupsOfUser, listSessions} from '../api/operations.js';
import {session} from '../api/session.js';
import {totalText} from '../parts/count.js';

/** @typedef {import('../api/operations.js').Operation} Operation */

/**
 * The number of a user's sessions, as text.
 *
 * @param {string} userId
 */
export function sessionCount(userId) {
  return counted(listSessions, userId, 'session');
}

/**
 * The rows that are deleted with a user, as text.
 *
 * @param {string} userId
 */
export async function belongings(userId) {
  const parts = await Promise.all([
    sessionCount(userId),
    counted(listBlockedIps, userId, 'blocked address', 'blocked addresses'),
    counted(listGroupsOfUser, userId, 'membership in a group', 'memberships in groups'),
  ]);
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/**
 * @param {Operation} operation
 * @param {string} userId
 * @param {string} one
 * @param {string} [many]
 */
async function counted(operation, userId, one, many = `${one}s`) {
  if (!session.allows(operation)) {
    return `an unknown number of ${many} (your key lacks ${operation.scope})`;
  }
  const {total, body} = await session.call(operation, {path: {user_id: userId}, query: {size: 1}, headers: {Prefer: 'count=exact'}});
  return totalText(total ?? {count: body.length, isExact: false}, one, many);
}
